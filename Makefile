# `make` says what there is. Everything runs in a virtual environment of the project's own.

PYTHON ?= python3
VENV ?= .venv
NEWEST ?= python3.13
BIN := $(VENV)/bin
# What pip does with a wheel that it installs, and not with a project that it installs editable.
COMPILE := $(BIN)/python -m compileall -q ragami cli

.DEFAULT_GOAL := help
.PHONY: help test style tests test-newest trials golden demo bench compiled mutants schemas examples pictures words clean
.DELETE_ON_ERROR:

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

test: $(VENV)/.dev $(VENV)/.chromium $(VENV)/.postgres ## check everything: style, types, laws of the house, tests
	$(MAKE) --no-print-directory --jobs 2 style tests

tests: $(VENV)/.rewritten
	$(COMPILE)
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/pytest -n auto --dist worksteal

style:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy

# What pytest makes of every test before it runs: here once, and not once in every worker. A test
# that cannot be read is told of by pytest itself.
$(VENV)/.rewritten: $(VENV)/.dev $(shell find tests -name '*.py')
	@env -u PYTHONDONTWRITEBYTECODE \
	  $(BIN)/pytest --collect-only -n 0 -p no:cacheprovider >/dev/null 2>&1 || true
	touch $@

demo: $(VENV)/.run ## record, replay, verify and draw the example games
	PATH="$(abspath $(BIN)):$$PATH" bash examples/demo.sh

bench: $(VENV)/.bench ## measure the speed beside others, into docs/bench.md (ten minutes)
	$(COMPILE)
	$(BIN)/python -m tests.bench

compiled: $(VENV)/.dev ## compile the rules into a wheel, and run their tests on it
	rm -rf build/compiled dist/ragami-*-cp*.whl
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(BIN)/python -m hatchling build --target wheel
	$(PYTHON) -m venv build/compiled
	build/compiled/bin/python -m pip install --quiet --disable-pip-version-check \
	  "$$(echo dist/ragami-*-cp*.whl)[dev]"
	mkdir build/compiled/here
	cp -r pyproject.toml tests examples docs build/compiled/here
	cd build/compiled/here && \
	  ../bin/python -c "from ragami.judge import replay; assert not replay.__file__.endswith('.py')" && \
	  ../bin/python -m pytest -q tests/rules tests/scenarios tests/samples tests/golden tests/laws \
	  tests/table tests/sheet/test_completion.py
	$(BIN)/python -m tests.bench compiled

mutants: $(VENV)/.mutants ## change rules and proofs at random and see whether a test notices (long)
	$(BIN)/mutmut run
	$(BIN)/mutmut results

schemas: $(VENV)/.dev ## write the JSON Schemas of every game and of every command again
	rm -rf schemas
	for game in $$($(BIN)/python -c 'from ragami.game import registry; print(*registry.SHIPPED)'); do \
	  $(BIN)/ragami schema --game "$$game" --write "schemas/$$game" || exit; done
	$(BIN)/ragami schema --replies --write schemas/replies

test-newest: ## the same on the newest Python here, such as NEWEST=python3.13
	$(MAKE) test PYTHON=$(NEWEST) VENV=.venv-newest

trials: $(VENV)/.dev $(VENV)/.chromium $(VENV)/.postgres ## try at random what the suite tries little, and measure (hours)
	$(BIN)/python -m tests.trials

golden: $(VENV)/.dev ## write the frozen texts, pages, sheets and transcripts again; read the diff
	$(BIN)/python -m tests.golden

examples: $(VENV)/.dev ## write the examples again
	$(BIN)/python -m tests.examples
	$(BIN)/python -m tests.games.dice_forge.examples
	$(BIN)/python -m tests.games.deal_with_the_devil.examples
	$(BIN)/python -m tests.games.scores.examples

pictures: $(VENV)/.dev $(VENV)/.chromium ## draw the pictures of the documentation again
	$(BIN)/ragami --lang en export examples/four-players.jsonl --to svg --at 200 -o docs/moment.svg
	$(BIN)/ragami --lang en board draw examples/board-lisbon-east.json -o docs/pictures/board-own.svg
	$(BIN)/ragami --lang en export examples/deal-with-the-devil.jsonl --to svg --at 153 --as blue \
	  -o docs/pictures/deal-with-the-devil.svg
	$(BIN)/python -m tests.shots

words: $(VENV)/.dev ## bring the Spanish texts up to date with the code, and compile them
	mkdir -p build
	$(BIN)/pybabel extract -F pyproject.toml --no-location --sort-output -o build/ragami.pot \
	  ragami cli/ragami_cli cli/ragami_games_cli "$$($(BIN)/python -c 'import click; print(*click.__path__)')"
	@# Click looks this one up by a variable, where no tool sees it.
	printf '\nmsgid "required"\nmsgstr ""\n' >> build/ragami.pot
	$(BIN)/pybabel update -D ragami -i build/ragami.pot -d ragami/locale -l es --init-missing \
	  --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel compile -D ragami -d ragami/locale --statistics

clean: ## remove what was made
	rm -rf $(VENV) build dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis \
	  .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

# A stamp in the environment says with which extras the project stands in it; a changed
# pyproject.toml installs again. `venv` on an environment that is there already does no harm.
$(VENV)/.run: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[all]'
	touch $@

# One by one: the benchmark goes on without those that cannot be had here.
$(VENV)/.bench: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[all]'
	$(BIN)/python -c 'import tomllib; \
	  extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; \
	  print(*extras["bench"], sep="\n")' | while read -r peer; do \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check "$$peer" </dev/null \
	      || echo "$$peer cannot be installed: it will be missing"; done
	touch $@

$(VENV)/.%: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$*]'
	touch $@

# The browser in which the page is tested and looked at. What it needs sets paper as PDF, too.
$(VENV)/.chromium: $(VENV)/.dev
	command -v chromium-headless-shell && $(BIN)/python -c 'import weasyprint' || { \
	  as=; [ "$$(id -u)" = 0 ] || as=sudo; export DEBIAN_FRONTEND=noninteractive; \
	  $$as apt-get update && \
	  $$as apt-get install --yes chromium-headless-shell fonts-dejavu-core libpangoft2-1.0-0; } \
	  || command -v chromium
	touch $@

# The server that the tests start for themselves; where there is none, they say so in red.
$(VENV)/.postgres: $(VENV)/.dev
	ls /usr/lib/postgresql/*/bin/initdb || command -v initdb || { \
	  as=; [ "$$(id -u)" = 0 ] || as=sudo; export DEBIAN_FRONTEND=noninteractive; \
	  $$as apt-get update && \
	  $$as apt-get install --yes --no-install-recommends postgresql; } || \
	  echo "PostgreSQL cannot be installed: its tests will be left out"
	touch $@
