# Everything a newcomer or CI does. Needs Python 3.11 or newer, make and git; `make help` lists the targets.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
WORKERS ?= 1
# Test processes side by side. Benchmarks always run alone.
JOBS ?= 2
# What `make bench` times: a folder, a file, or file::test; a part of it writes no page.
BENCH ?= bench

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
TYPED := solver api bench tools

.PHONY: help venv constraints run test check fast-test system-test load soak bench supply audit format docs clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

venv: $(STAMP) ## install everything into .venv; does nothing when it is up to date

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	    || { echo "Lipai needs Python 3.11 or newer, found: $$({ $(PYTHON) --version 2>&1 || true; } | head -1). Name another with: make venv PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	    || { echo "This Python can make no virtual environment. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@echo "Installing into $(VENV); the first time takes a minute or two."
	@[ -x $(BIN)/python ] && $(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install -c constraints.txt hatchling editables
	@$(PIP) install -c constraints.txt --no-build-isolation -e '.[dev]'
	@touch $@

constraints: ## resolve all dependencies anew and pin them in constraints.txt
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python tools/constraints.py

run: venv ## start the service on HOST:PORT (127.0.0.1:8000) with WORKERS processes (1)
	@exec $(BIN)/lipai serve --host $(HOST) --port $(PORT) --workers $(WORKERS)

test: check fast-test system-test ## all that must be green before a commit

check: venv ## style, types and import contracts
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "not formatted; run: make format" >&2; $(BIN)/ruff format --check .; }
	@$(BIN)/mypy $(TYPED)
	@$(BIN)/lint-imports --no-logo

fast-test: venv
	@bash tools/system_packages.sh postgresql redis-server npm curl zsh fish faketime
	@$(BIN)/pytest -q -n $(JOBS) --dist worksteal

# In one process: a browser's event loop wants the machine to itself.
system-test: venv
	@bash tools/system_packages.sh chromium
	@bash tools/axe.sh
	@$(BIN)/pytest -q -m browser

# Speed on a shared machine is no matter of right or wrong, so it is measured here and by `bench`, not in `test`.
load: venv ## time the service under load beside an endpoint that does nothing
	@bash tools/system_packages.sh wrk
	@$(BIN)/pytest -q -m load -rP

soak: venv ## long proofs: exhaustive and many-hand comparisons
	@LIPAI_HYPOTHESIS=soak $(BIN)/pytest -q -m soak --timeout 0 -n $(JOBS) --dist worksteal

# Peers are installed one by one: one that this machine can't have is left out, and the page says so.
bench: venv ## time everything, compare with the budgets, write docs/performance.md
	@$(BIN)/python bench/peers/install.py
	@$(BIN)/pytest -q $(BENCH) -m 'not load' -p no:xdist --benchmark-enable --benchmark-only --benchmark-json .bench.json --benchmark-quiet --timeout 600
	@$(BIN)/python bench/check_budgets.py .bench.json $(if $(filter-out bench,$(BENCH)),--partial)

docs: venv ## build the documentation site in build/site
	@$(BIN)/python -m tools.docs_site

supply: venv ## licence report, licence texts and bill of materials of what is shipped, into build/
	@$(BIN)/python tools/supply.py

audit: venv ## ask for known vulnerabilities of every pinned package; needs the advisory service
	@$(BIN)/python tools/audit.py

format: venv ## put the code into the house's format
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format --quiet .

clean: ## remove what the targets above made
	rm -rf $(VENV) .bench.json .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .benchmarks build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
