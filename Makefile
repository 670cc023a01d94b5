# The verbs of this project. Each sets up what it needs by itself.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: test check bench requirements

test: $(VENV)/installed
	$(BIN)/python -m pytest -n 2 -q

check: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/coverage run -m pytest -q tests/engine tests/bots
	$(BIN)/coverage report

# One subject: make bench ONLY=engine
bench: $(VENV)/installed
	$(BIN)/python -m bench $(ONLY)

requirements: $(VENV)/installed
	$(BIN)/uv pip compile -q --generate-hashes --universal --python-version 3.11 \
		--no-emit-index-url requirements.in -o requirements.txt

$(VENV)/installed: requirements.txt
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
		{ echo "Python's venv is missing: on Debian, apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements.txt
	touch $@
