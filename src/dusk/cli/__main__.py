"""`python -m dusk.cli`: the command line where the `dusk` command is not installed."""

import sys

from dusk.cli import main

sys.exit(main())
