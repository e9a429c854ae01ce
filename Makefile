# make demo   try Assay here: http://127.0.0.1:8000, state in var/
# make test   every test, on SQLite, PostgreSQL or both
# make test-peers  our files and numbers, as AutoJudge's and nuggetizer's own programs read them
# make check  the gate: lint, types of Python and scripts, templates, import directions, migrations
# make screens  the pictures of docs/screens, from the sample campaign

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help

PYTHON ?= python3
BIN := .venv/bin

# The tests start dozens of processes: each reads the bytecode that the first one wrote.
unexport PYTHONDONTWRITEBYTECODE

# The machine's Python, never a downloaded one.
export UV_PYTHON_DOWNLOADS := never
export UV_NO_PROGRESS := 1
# uv does not read pip's settings of certificates and the index.
ifdef PIP_CERT
export SSL_CERT_FILE ?= $(PIP_CERT)
endif
ifdef PIP_INDEX_URL
export UV_DEFAULT_INDEX ?= $(PIP_INDEX_URL)
endif

# A locked file goes in by uv, or where uv fails by pip, which knows the machine's
# own settings better.
define install
$(BIN)/python -m uv pip install --quiet --python $(BIN)/python --require-hashes -r $(1) \
	|| $(BIN)/python -m pip install --quiet --require-hashes -r $(1)
endef

.PHONY: help demo demo-reset test test-embedded test-production test-browser
.PHONY: test-launchers test-broad test-peers
.PHONY: check format lock screens clean

help:
	@sed -n 's/^# //;/^make/p' Makefile

demo: .venv/.runtime
	@exec $(BIN)/python manage.py up --sample

demo-reset:
	@$(PYTHON) config/launch/reset.py var
	echo "The demo's data is gone; make demo starts afresh."

.venv/.uv: requirements-uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Assay needs Python 3.11 or later: make PYTHON=python3.11 …"; exit 1; }
	echo "Making .venv …"
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--require-hashes -r requirements-uv.txt
	touch $@

.venv/.runtime: .venv/.uv requirements.txt
	@echo "Installing what Assay runs on …"
	$(call install,requirements.txt)
	touch $@

.venv/.dev: .venv/.runtime requirements-dev.txt
	@echo "Installing what tests and checks use …"
	$(call install,requirements-dev.txt)
	touch $@

# Tests of the launchers wait most of their time, and those of the browser for a page, a
# server and a script in turn: they run parallel to one stack after the other, and first
# if there are few processors. So no processor waits for the last part; more at once would
# only slow each other down. They print at the end. All run even if one fails; the exit
# status reports any failure.
BESIDE := launchers browser

test: .venv/.dev
	@status=0
	later=$$(mktemp -d)
	trap 'rm -rf "$$later"' EXIT
	declare -A running
	for part in $(BESIDE); do
		$(MAKE) --no-print-directory "test-$$part" > "$$later/$$part" 2>&1 &
		running[$$part]=$$!
	done
	$(MAKE) --no-print-directory test-production || status=$$?
	$(MAKE) --no-print-directory test-embedded || status=$$?
	for part in $(BESIDE); do
		wait "$${running[$$part]}" || status=$$?
		cat "$$later/$$part"
	done
	exit $$status

LAUNCHERS := tests/config/launch/test_up.py tests/config/launch/test_supervisor.py

test-launchers: .venv/.dev
	@$(BIN)/python -m pytest --stack=embedded $(LAUNCHERS)

test-embedded: .venv/.dev
	@nice -n 3 $(BIN)/python -m pytest --stack=embedded -m "not browser and not broad" \
		$(addprefix --ignore=,$(LAUNCHERS) tests/browser) -n 2 --dist worksteal

test-production: .venv/.dev
	@nice -n 3 $(BIN)/python -m pytest --stack=production -m "(not browser or smoke) and not broad" \
		-n 2 --dist worksteal

test-browser: .venv/.dev
	@$(BIN)/python -m pytest --stack=embedded -m "browser and not broad" tests/browser \
		-n 2 --dist worksteal

# The dependencies of these programs are large, and are installed into a folder of their own.
test-peers: .venv/.dev
	@$(BIN)/python -m uv pip install --quiet --python $(BIN)/python --target .venv/peers \
		autojudge-base==1.0.0 autojudge-evaluate==1.1.0
	$(BIN)/python -m uv pip install --quiet --python $(BIN)/python --target .venv/peers \
		--no-deps nuggetizer==0.0.5
	PYTHONPATH=.venv/peers $(BIN)/python -m pytest --stack=embedded \
		tests/assess/exchange/exports/test_readers.py tests/assess/analysis/kernel/test_rank_correlation.py

# The checks that other tests make on one page, on every page: widths, sizes, themes, kinds.
test-broad: .venv/.dev
	@$(BIN)/python -m pytest --stack=embedded -m broad -n 2 --dist loadfile --timeout=3600
	$(BIN)/python -m pytest --stack=production -m broad --timeout=3600

# Only for reading the settings; no server starts with these.
check: export SECRET_KEY := for-the-checks-only
check: export DEBUG := true
check: export DATABASE_URL := sqlite://:memory:
check: .venv/.dev
	@status=0
	run() { echo "== $$*"; "$$@" || status=1; }
	run $(BIN)/ruff check .
	run $(BIN)/ruff format --check .
	run $(BIN)/mypy
	git ls-files 'templates/*.html' | xargs -r $(BIN)/djade --check --target-version 5.2 \
		|| status=1
	run $(BIN)/python -m tests.script_types
	run $(BIN)/lint-imports --no-logo
	run $(BIN)/python manage.py makemigrations --check --dry-run
	exit $$status

format: .venv/.dev
	@$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	git ls-files 'templates/*.html' | xargs -r $(BIN)/djade --target-version 5.2

# New exact versions with hashes, for every Python and platform that wheels cover.
lock: .venv/.uv
	@for name in requirements requirements-dev requirements-uv requirements-npm; do
		$(BIN)/python -m uv pip compile --quiet --universal --python-version 3.11 \
			--generate-hashes --no-emit-index-url \
			--custom-compile-command "make lock" $$name.in -o $$name.txt
	done

# All of them, or some: make screens ONLY="relevance support"
screens: .venv/.dev
	@$(BIN)/python -m tests.screenshots $(ONLY)

clean:
	@rm -rf .venv .cache .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
