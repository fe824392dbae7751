# Demitasse. `make play` and `make test` set everything up by themselves; `make help` lists the rest.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
NODE := node_modules/.ready
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
BOARDGAME := bench/boardgame
FONTS := fonts-dejavu-core fonts-liberation fonts-vlgothic
install = { $(SUDO) apt-get update --quiet && $(SUDO) apt-get install --yes --quiet --no-install-recommends $(1); }  # from Debian's packages

.PHONY: help play serve terminal browser test check check-python check-page types warm layout games ears soak mutants crash abuse bench bench-check bench-server balance cluster learn postgres golden words fonts pictures clean

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

browser: ## install Chromium and two sets of fonts for the tests of the page, where they are missing
	@command -v chromium > /dev/null || command -v chromium-browser > /dev/null || test -n "$$DEMITASSE_CHROMIUM" || $(call install,chromium)
	@ls /usr/share/fonts/*/dejavu /usr/share/fonts/*/liberation* /usr/share/fonts/*/vlgothic > /dev/null 2>&1 || $(call install,$(FONTS))

serve: $(READY) ## serve tables to play at in a browser (settings: .venv/bin/demitasse serve --help)
	@$(BIN)/demitasse serve

test: $(READY) postgres browser warm ## run the tests
	$(BIN)/pytest -n 2 --dist worksteal --ignore tests/server/test_abuse.py tests
	$(BIN)/pytest tests/server/test_abuse.py  # by itself: it measures waiting times

check: check-python check-page ## lint, format and types

check-python: $(READY) ## … of Python alone
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check-page: $(NODE) $(READY) ## … of the page's scripts and styles alone (needs Node.js)
	node_modules/.bin/tsc
	node_modules/.bin/prettier --log-level warn --check 'demitasse/web/**/*.{js,ts,css}'
	$(BIN)/python -m tests.page_as_sent

$(NODE): package.json
	@command -v npm > /dev/null || { echo "Checking the page needs Node.js with npm, which is not installed here; \`make check-python\` checks the rest."; exit 1; }
	npm install --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

types: $(READY) ## bring the page's types (demitasse/web/types.d.ts) up to date with what the server sends
	$(BIN)/python -m tests.page_types

layout: $(READY) browser warm ## every table at every size in all four languages: nothing cut, covered or out of reach
	DEMITASSE_TABLE_LANGUAGES="en uk ru ja" DEMITASSE_TABLE_LOOKS=6 $(BIN)/pytest -n 2 tests/browser/test_tables.py tests/browser/test_layout.py

games: $(READY) browser warm ## whole games of all four by mouse, touch and keys, around one screen and over a restart
	DEMITASSE_GAMES=all $(BIN)/pytest -n 2 tests/browser/test_play.py tests/browser/test_hot_seat.py tests/browser/test_following.py

ears: $(READY) browser warm ## each game from its first question to its end by the accessibility tree alone
	DEMITASSE_EARS=long $(BIN)/pytest -n 2 tests/browser/test_ears.py

soak: $(READY) warm ## long parity runs and laws (about an hour)
	DEMITASSE_PARITY_GAMES=5000 DEMITASSE_PARITY_SECONDS=600 DEMITASSE_LAWS=5000 $(BIN)/pytest -n 2 tests/test_parity.py tests/test_laws.py

mutants: $(READY) ## small changes to the rules, to see that a test notices each (MUTANTS=60 a game; MUTANTS=all: an hour or two)
	$(BIN)/python -m tests.mutants $(if $(filter all,$(MUTANTS)),--all,--count $(or $(MUTANTS),60))

crash: $(READY) postgres warm ## kill the server for a long time and count what is lost, doubled, missing (KILLS=5000)
	$(BIN)/python -m tests.server.crash --kills $(or $(KILLS),5000)

abuse: $(READY) warm ## how long honest players wait beside each kind of abuser
	$(BIN)/python -m tests.server.abuse

bench-server: $(READY) warm $(BOARDGAME)/node_modules ## the server under load, beside boardgame.io's (JSON=file)
	$(BIN)/python -m bench.server $(if $(JSON),--json $(JSON))

$(BOARDGAME)/node_modules: $(BOARDGAME)/package.json
	@command -v npm > /dev/null || $(call install,nodejs npm)
	npm install --prefix $(BOARDGAME) --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

postgres:
	@ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null || $(call install,postgresql)

golden: $(READY) ## write the golden playthroughs of games that have none yet
	$(BIN)/python -m tests.golden

words: $(READY) ## find new and unused texts, and bring the catalogues of all languages up to date
	$(BIN)/python -m tests.words

fonts: $(READY) ## make the page's fonts and the widths of their letters anew (needs npm)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[fonts]'
	@command -v npm > /dev/null || $(call install,nodejs npm)
	$(BIN)/python -m tools.fonts

pictures: $(READY) browser warm ## take the README's pictures anew, of the page as it is now
	$(BIN)/python -m tests.browser.pictures

LAB := .venv-lab/.ready

$(LAB): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv-lab
	.venv-lab/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[cluster,reports,data]' pytest polars
	@touch $@

cluster: $(LAB) ## a Ray cluster of two nodes on this machine: the same results, killed workers, Ctrl-C; what a task costs
	.venv-lab/bin/demitasse warm coffee_rush
	.venv-lab/bin/python -m pytest tests/cluster
	.venv-lab/bin/python -m bench.cluster

TRAIN := .venv-train/.ready

$(TRAIN): $(READY)
	$(PYTHON) -m venv .venv-train
	@for there in .venv-train/lib/python3*/site-packages; do \
	  echo "import site; site.addsitedir('$(CURDIR)/.venv/$${there#.venv-train/}')" > $$there/shared.pth; done
	.venv-train/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt torch
	@touch $@

learn: $(TRAIN) warm ## tests of learning, with PyTorch in an environment of its own
	.venv-train/bin/python -m pytest tests/learn tests/envs/test_dlpack.py

balance: $(READY) warm ## the balance reports of the four boxes, in build/balance (GAMES=20000)
	@mkdir -p build/balance
	for game in cafe cat_cafe coffee_rush kanban_menu; do $(BIN)/demitasse report $$game --games $(or $(GAMES),20000) --out build/balance/$$game.html || exit; done

PEERS := .venv-bench/.ready

$(PEERS): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[bench]'
	@touch $@

bench: $(PEERS) ## measure speed beside a C++ port, OpenSpiel, PettingZoo, pgx and python-chess (a few minutes; needs g++)
	.venv-bench/bin/demitasse warm
	.venv-bench/bin/python -m bench

bench-check: $(PEERS) ## the same, and fail if a ratio is 30 % below the stored one
	.venv-bench/bin/demitasse warm
	.venv-bench/bin/python -m bench --check

clean: ## remove what was built here
	rm -rf .venv .venv-bench .venv-lab .venv-train node_modules build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
