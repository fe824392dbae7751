# Demitasse. `make play` and `make test` set everything up by themselves; `make help` lists the rest.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: help play test check warm soak golden bench bench-check clean

help:
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

warm: $(READY) ## compile all rules ahead
	@$(BIN)/demitasse warm

play: $(READY) ## play in the terminal (GAME=coffee_rush SEATS=3)
	@$(BIN)/demitasse play $(or $(GAME),coffee_rush) --seats $(or $(SEATS),3)

test: $(READY) warm ## run the tests
	$(BIN)/pytest -n 2 tests

check: $(READY) ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

soak: $(READY) warm ## long parity runs and laws (about an hour)
	DEMITASSE_PARITY_GAMES=5000 DEMITASSE_PARITY_SECONDS=600 DEMITASSE_LAWS=5000 $(BIN)/pytest -n 2 tests/test_parity.py tests/test_laws.py

golden: $(READY) ## write the golden playthroughs of games that have none yet
	$(BIN)/python -m tests.golden

PEERS := .venv-bench/.ready

$(PEERS): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[bench]'
	@touch $@

bench: $(PEERS) ## measure speed beside a C++ port, OpenSpiel, pgx and python-chess (about 5 minutes; needs g++)
	.venv-bench/bin/demitasse warm
	.venv-bench/bin/python -m bench

bench-check: $(PEERS) ## the same, and fail if a ratio is 30 % below the stored one
	.venv-bench/bin/demitasse warm
	.venv-bench/bin/python -m bench --check

clean: ## remove what was built here
	rm -rf .venv .venv-bench build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
