# Two commands on a machine with git, make and Python 3.11 to 3.13:  make demo  and  make test.
# Each makes its own environment in .venv; PYTHON=... chooses the interpreter it is made with.

VENV ?= .venv
PY := $(VENV)/bin/python
JOBS ?= 2

.PHONY: help demo test check lint types tests bench lock clean

help:
	@echo "make demo    unmodified NumPy programs under Dusk; a classifier trained in three styles"
	@echo "make test    ruff and the tests"
	@echo "make check   ruff, pyright (strict) and the tests"
	@echo "make bench   Dusk, hand-written NumPy and other peers, interleaved"
	@echo "make lock    write requirements.lock anew (needs uv)"

$(VENV)/.installed: requirements.lock pyproject.toml scripts/environment.sh
	@PYTHON="$(PYTHON)" sh scripts/environment.sh "$(VENV)"
	@touch $@

demo: $(VENV)/.installed
	@$(PY) scripts/demo.py

test: lint tests

check: lint types tests

lint: $(VENV)/.installed
	@$(PY) -m ruff check .

types: $(VENV)/.installed
	@$(PY) -m pyright --pythonpath $(PY)

tests: $(VENV)/.installed
	@$(PY) -m pytest -q -n $(JOBS)

bench: $(VENV)/.installed
	@for program in benchmarks/bench_*.py; do echo "== $$program"; $(PY) $$program || exit 1; done

lock:
	@sh scripts/lock.sh

clean:
	rm -rf $(VENV) .demo .pytest_cache .ruff_cache .hypothesis build
