# The tasks of the project. `make` alone lists them.
# The first Python on PATH that runs and is new enough; `make PYTHON=...` picks another.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
  $$p -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help setup run test lint types layers check-banks openapi bench lock clean

help: ## List the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# One stamp for each set of packages: what runs the product, and what tests it.
$(VENV)/.run: requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Etude needs Python 3.11 or newer (with venv) on PATH."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.run
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements-dev.lock
	@touch $@

setup: $(VENV)/.dev ## Install everything into .venv

run: $(VENV)/.run ## Start the whole service on this machine (Ctrl-C stops it)
	$(BIN)/etude up $(ARGS)

test: $(VENV)/.dev ## Run the tests, on SQLite and on PostgreSQL
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal $(ARGS)

lint: $(VENV)/.dev ## Check style, the bank files' shape and the compose file
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec docker-compose.yml
	$(BIN)/compose-lint docker-compose.yml

types: $(VENV)/.dev ## Check the types
	$(BIN)/mypy

layers: $(VENV)/.dev ## Check that imports point one way
	$(BIN)/lint-imports

check-banks: $(VENV)/.run ## Audit the bundled bank
	$(BIN)/etude bank check question_bank/banks/llm_pretraining $(ARGS)

openapi: $(VENV)/.run ## Write docs/openapi.json anew
	$(BIN)/etude openapi > docs/openapi.json

bench: $(VENV)/.dev ## Measure speed and memory (ARGS="--quick --json")
	$(BIN)/python -m tests.bench $(ARGS)

lock: ## Resolve the locked packages anew (needs uv)
	uv pip compile pyproject.toml --group build --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --no-emit-index-url --quiet --upgrade --output-file requirements.lock
	uv pip compile pyproject.toml --group build --group dev --constraint requirements.lock --universal \
	  --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url --quiet \
	  --upgrade --output-file requirements-dev.lock

clean: ## Remove .venv and caches (never data/)
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
