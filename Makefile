# Every verb of the project. `make run` and `make test` set up what they need.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: run backup restore test journey check bench drill messages requirements

# Elsewhere: make run PORT=8001 HOST=0.0.0.0
run: .venv/runtime
	@$(BIN)/python manage.py serve --with-parent

# Also while it runs; elsewhere: make backup TO=/mnt/disk SECRETS_TO=/mnt/other
backup: .venv/runtime
	@$(BIN)/python manage.py backup $(TO) $(if $(SECRETS_TO),--secrets-to $(SECRETS_TO))

# make restore FROM=var/data/backups/…, and SECRETS=… where those are not here any more
restore: .venv/runtime
	@test -n '$(FROM)' || { echo 'Which backup? make restore FROM=FILE'; exit 1; }
	@$(BIN)/python manage.py restore $(FROM) $(if $(SECRETS),--secrets $(SECRETS))

# Everything on SQLite, then what touches the database again on PostgreSQL.
test: .venv/tools
	$(BIN)/pytest --quiet --numprocesses auto
	TEST_DATABASE=postgresql $(BIN)/pytest --quiet --numprocesses auto

journey: .venv/tools
	$(BIN)/python -m tests.journey

check: .venv/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	git ls-files 'templates/*.html' | xargs --no-run-if-empty $(BIN)/djade --check
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m tools.messages --check
	$(BIN)/coverage run -m pytest --quiet tests/engine tests/bots
	$(BIN)/coverage report

# One subject: make bench ONLY=engine
bench: .venv/tools
	$(BIN)/python -m bench $(ONLY)

# Breaks a site of its own on purpose: make drill ONLY=moves
drill: .venv/tools
	$(BIN)/python -m drill $(ONLY)

messages: .venv/tools
	$(BIN)/python -m tools.messages

requirements: .venv/tools
	for name in requirements-runtime requirements; do \
		$(BIN)/uv pip compile --generate-hashes --universal --python-version 3.11 \
			--no-emit-index-url --no-emit-find-links --quiet --upgrade \
			--custom-compile-command 'make requirements' \
			$$name.in --output-file $$name.txt || exit 1; \
	done

.venv/runtime: requirements-runtime.txt | .venv/bin/pip
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# The tools contain the runtime, which then needs no installing of its own.
.venv/tools: requirements.txt | .venv/bin/pip
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch .venv/runtime $@

.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Postdoku needs Python 3.11 or newer; name one as PYTHON=...'; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
		{ echo "Python's venv is missing: on Debian, apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv
