# Two commands on a machine with git, make and Python 3.11 to 3.13:  make demo  and  make test.
# Each makes its own environment in .venv; PYTHON=... chooses the interpreter it is made with.

VENV ?= .venv
PY := $(VENV)/bin/python
JOBS ?= 2

.PHONY: help demo models test check lint types tests without-native bench coverage lock clean

help:
	@echo "make demo    unmodified NumPy programs under Dusk; a classifier trained in three styles"
	@echo "make models  three models trained on real data and a pole held upright: what they reach, pictures in build/models"
	@echo "make test    ruff, pyright (strict), the tests, and the tests where no native code can be built"
	@echo "make check   ruff, pyright and the tests, once"
	@echo "make bench   Dusk, hand-written NumPy and other peers, interleaved; writes docs/performance.md"
	@echo "make coverage  how each function of NumPy's runs; writes docs/coverage.md"
	@echo "make lock    write requirements.lock anew (needs uv)"

$(VENV)/.installed: requirements.lock pyproject.toml scripts/environment.sh
	@PYTHON="$(PYTHON)" sh scripts/environment.sh "$(VENV)"
	@touch $@

demo: $(VENV)/.installed
	@$(PY) scripts/demo.py

models: $(VENV)/.installed
	@$(PY) scripts/models.py

LINT := $(PY) -m ruff check .
TYPES := PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(PY) -m pyright --project pyproject.toml --pythonpath $(PY)
TESTS := $(PY) -m pytest -q -n $(JOBS) --dist worksteal
WITHOUT_NATIVE := DUSK_RANDOM_PROGRAMS=100 PYTHONPATH=tests/without_native $(TESTS) -m "not once" -rfEs

# Every check runs, so that one failing does not hide what the others would say.
test: $(VENV)/.installed
	@status=0; $(LINT) || status=1; $(TYPES) || status=1; $(TESTS) || status=1; $(WITHOUT_NATIVE) || status=1; exit $$status

check: $(VENV)/.installed
	@status=0; $(LINT) || status=1; $(TYPES) || status=1; $(TESTS) || status=1; exit $$status

lint: $(VENV)/.installed
	@$(LINT)

types: $(VENV)/.installed
	@$(TYPES)

tests: $(VENV)/.installed
	@$(TESTS)

without-native: $(VENV)/.installed
	@$(WITHOUT_NATIVE)

bench: $(VENV)/.installed
	@$(PY) -m benchmarks

coverage: $(VENV)/.installed
	@PYTHONPATH=tests $(PY) tests/coverage_page.py

lock:
	@sh scripts/lock.sh

clean:
	rm -rf $(VENV) .demo .pytest_cache .ruff_cache .hypothesis build

# The LLVM IR of the native follower and of draws, from their C sources (for who changes them: needs the wheel scripts/follower.py names).
.PHONY: follower
follower: $(VENV)/.installed
	@$(PY) scripts/follower.py
