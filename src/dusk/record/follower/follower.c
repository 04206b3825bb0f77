/* The native follower: handles whose operators find their call in the trie without entering Python.

   `make follower` turns this file into the LLVM IR beside it (it needs clang, from a wheel; users need neither): that text is
   what Dusk loads. `portable.py` is its reference and stands in for it; one set of tests is for both. */

#include "cpython.h"
#include "handle.h"
#include "steps.h"
#include "segment.h"
#include "follow.h"
#include "methods.h"
#include "launch.h"
#include "call.h"
#include "sites.h"
#include "float64.h"
#include "elements.h"
#include "at_once.h"
#include "by_numpy.h"
#include "windows.h"
#include "masks.h"
#include "creation.h"
#include "gather.h"
#include "subscript.h"
#include "shortcuts.h"
#include "followed.h"
#include "look.h"
#include "entries.h"
