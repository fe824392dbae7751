# Demitasse. `make play` and `make test` set everything up by themselves; `make help` lists the rest.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: help play terminal browser test check warm soak golden words clean

help:
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

warm: $(READY) ## compile all rules ahead
	@$(BIN)/demitasse warm

play: $(READY) ## play in the browser: serve tables here and open the page
	@$(BIN)/demitasse serve --open

terminal: $(READY) ## play in the terminal (GAME=coffee_rush SEATS=3)
	@$(BIN)/demitasse play $(or $(GAME),coffee_rush) --seats $(or $(SEATS),3)

browser: ## install Chromium for the tests of the page, where it is missing
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || test -n "$$DEMITASSE_CHROMIUM" || apt-get install --yes --quiet --no-install-recommends chromium

test: $(READY) warm browser ## run the tests
	$(BIN)/pytest -n 2 tests

check: $(READY) ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

soak: $(READY) warm ## long parity runs and laws (about an hour)
	DEMITASSE_PARITY_GAMES=5000 DEMITASSE_PARITY_SECONDS=600 DEMITASSE_LAWS=5000 $(BIN)/pytest -n 2 tests/test_parity.py tests/test_laws.py

golden: $(READY) ## write the golden playthroughs of games that have none yet
	$(BIN)/python -m tests.golden

words: $(READY) ## find new and unused texts, and bring the catalogues of all languages up to date
	$(BIN)/python -m tests.words

clean: ## remove what was built here
	rm -rf .venv *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
