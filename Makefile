# Two commands do everything on a machine that has python3 (3.11 or newer) and make:
#   make play   sets up what is needed, starts the game, and opens it in the browser
#   make test   sets up what is needed and runs every check
# The rest: make pages, make compiled, make bench, make screenshots, make prove, make books, make worst, make makers, make players, make golden, make distribution, make lint-files, make lock, make clean.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# Python compiles and caches what it imports; compiling every installed file would take a third of the setup time.
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet install --no-compile
# uv installs the same files with the same hashes in a tenth of the time; where it cannot, pip does it.
install = { $(BIN)/uv pip install --quiet --python $(BIN)/python $(1) 2>/dev/null || $(PIP) $(1); }
PAGES  := src/keypeg/server/web/index.html

# Where the home folder cannot be written to, the installers and the solver cache what they need here.
ifneq ($(shell test -w "$$HOME" && echo yes),yes)
export XDG_CACHE_HOME ?= $(CURDIR)/build/cache
export npm_config_cache ?= $(CURDIR)/build/cache/npm
endif

# Compiled files are cached whatever the environment says: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

# The groups of tests; further down are their folders.
GROUPS := tests-server tests-service tests-rest tests-solver tests-cli tests-analysis tests-players

.PHONY: compiled distribution lint-files play pages test looks chromium kernels format lint types contracts client client-lint client-check client-test browser browser-quick $(GROUPS) tests-rules thorough thorough-compiled quick coverage bench prove books worst makers players golden screenshots lock clean

play: $(VENV)/.play $(PAGES)
	@$(BIN)/keypeg

pages: $(PAGES)

# Everything at once, so that no core waits for the slowest step of a phase: three jobs at a time, because some tests only
# wait. What needs no kernels comes first, to run while they are compiled, then the jobs that wait for processes most and the
# longest ones, and the shortest last.
# The output of a job is printed when the job ends, where make can do that (version 3.81, on macOS, cannot).
TOGETHER := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
test:
	@$(MAKE) --no-print-directory -j3 $(TOGETHER) lint kernels types tests-rules browser-quick $(GROUPS) looks

# Everything that `make test` runs, and what it leaves out: all examples and cases, more matches, more kills, every table in the browser.
thorough: $(VENV)/.play
	@$(MAKE) --no-print-directory -j3 kernels chromium looks
	KEYPEG_THOROUGH=1 $(BIN)/pytest -q -n 2 --dist worksteal --ignore tests/browser
	KEYPEG_THOROUGH=1 $(BIN)/pytest -q -n 2 tests/browser
	@$(MAKE) --no-print-directory thorough-compiled

# The same tests with the compiled modules; those of `make test`, because the others repeat them with more cases.
thorough-compiled: compiled kernels chromium
	PYTHONPATH=$(CURDIR)/build/compiled $(BIN)/pytest -q -n 2 --dist worksteal -m "not thorough" --ignore tests/browser
	PYTHONPATH=$(CURDIR)/build/compiled $(BIN)/pytest -q -n 2 -m "not thorough" tests/browser

# For the everyday loop: the rules, the records and the words, and the code style.
quick: $(VENV)/.dev lint
	$(BIN)/pytest -q -n 2 -m "not thorough" $(QUICK)
QUICK := tests/rules tests/records tests/i18n tests/golden

chromium: $(VENV)/.dev
	@$(BIN)/python -m tools.chromium

looks: lint types contracts client

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

contracts: $(VENV)/.dev
	$(BIN)/lint-imports

client: client-lint client-check client-test

client-lint client-check client-test: client-%: $(PAGES)
	$(NODE) npm run --silent $*

# The solver's kernels are compiled first, once, so that no test waits for them.
kernels: $(VENV)/.play
	$(BIN)/python -c "from keypeg.solver import warm_up; warm_up(most_marks=64)"

# The browser tests are separate: the browser driver runs an event loop, and other tests start their own.
browser: $(VENV)/.dev $(PAGES) chromium
	$(BIN)/pytest -q -n 2 tests/browser

# The processes of one run do not share a cache of what failed last, and few need every plugin.
PYTEST := $(BIN)/pytest -q -p no:cacheprovider -m "not thorough"
$(filter-out tests-server,$(GROUPS)) tests-rules browser-quick: PYTEST += -p no:schemathesis

browser-quick: $(VENV)/.dev $(PAGES) chromium kernels
	$(PYTEST) tests/browser

# Each group of folders is tested by one process, which collects only its own tests. What no group names is in the rest.
solver   := tests/solver
cli      := tests/cli
server   := tests/server tests/distribution
service  := tests/service tests/terminal
players  := tests/players tests/contests
analysis := tests/analysis tests/puzzles tests/properties
rules    := $(QUICK)
rest     := tests $(addprefix --ignore ,tests/browser $(foreach group,solver cli server service players analysis rules,$($(group))))

$(GROUPS): tests-%: kernels $(VENV)/.dev $(PAGES)
	$(PYTEST) $($*)

# These need neither the solver nor the pages.
tests-rules: $(VENV)/.dev
	$(PYTEST) $(rules)

# Which lines no test reaches, and whether they are too many. It takes twice as long as the tests themselves.
coverage: kernels $(VENV)/.dev $(PAGES)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n 3 --dist worksteal --ignore tests/browser
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Compiles what a move passes through into a copy of the package: PYTHONPATH=build/compiled runs anything with it.
compiled: $(VENV)/.dev $(PAGES)
	$(BIN)/python -m tools.compiled_modules build/compiled

# Builds the source distribution and the wheel, installs each extra into an empty environment, and plays from it.
# It downloads packages, and compiles the solver anew: three minutes.
distribution: $(VENV)/.dev $(PAGES) chromium
	$(BIN)/pytest -q tests/distribution

# Checks the files that only other machines run: the workflows, the container image, and what PyPI is to show.
lint-files: $(VENV)/.files $(PAGES)
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/idea.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec compose.yaml
	$(BIN)/zizmor --quiet --offline .github
	$(BIN)/hadolint Dockerfile
	rm -rf build/dist
	KEYPEG_COMPILE=0 $(BIN)/python -m hatchling build --directory build/dist
	$(BIN)/twine check --strict build/dist/*

format: $(VENV)/.dev web/node_modules/.package-lock.json
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(NODE) npm run --silent format

# What is measured is compiled, as in the wheels for platforms. ARGS=move or others choose a part.
bench: compiled
	PYTHONPATH=build/compiled:tests $(BIN)/python -m bench $(ARGS)

# Rewrites the golden files from what the program now prints. Read the diff before you commit it.
golden: $(VENV)/.dev
	$(BIN)/python tests/golden/regenerate.py

# Pictures of every page and table into build/screenshots, and those that the README shows into docs/pictures. It uses the same browser as the tests.
screenshots: $(VENV)/.dev $(PAGES)
	$(BIN)/python -m tools.screenshots $(ARGS)

# Proves again every optimum that Keypeg claims: an hour and a half of one core, nearly all for one of them. ARGS selects some.
prove: $(VENV)/.dev
	$(BIN)/python -m tools.optimum_proofs $(ARGS)

# Builds the books that come with Keypeg, and their page in the documentation.
books: $(VENV)/.dev
	$(BIN)/python -m tools.books
	$(BIN)/python -m tools.strategies_page
	$(BIN)/python -m tools.worst_cases --page
	$(BIN)/python -m tools.hardest_codes --page

# Proves for every game that has a book how many guesses are enough for every code: half an hour of one core.
worst: $(VENV)/.dev
	$(BIN)/python -m tools.worst_cases $(ARGS)

# Finds how often a maker should choose each shape of code. It takes hours for the largest games; ARGS=--rounds=5 takes less.
makers: $(VENV)/.dev
	$(BIN)/python -m tools.hardest_codes $(ARGS)

# Plays each level against the one below it in every edition until the difference is significant, and writes docs/players.md.
# Results are saved, so it can be stopped at any time. ARGS=--anew plays everything again.
players: $(VENV)/.dev
	$(BIN)/python -m tools.players_page --jobs $(shell nproc 2>/dev/null || echo 1) $(ARGS)

# Resolves requirements/*.in again into pinned, hashed files without addresses.
lock:
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/pip --disable-pip-version-check --quiet install pip-tools
	for set in uv play dev node files; do $(VENV)-lock/bin/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe \
	  --strip-extras --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
	  -o requirements/$$set.txt requirements/$$set.in || exit 1; done
	rm -rf $(VENV)-lock

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Keypeg needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV) || { echo "python3 has no venv module (on Debian: python3-venv)"; exit 1; }

$(VENV)/.uv: $(VENV)/bin/python requirements/uv.txt
	@$(PIP) --require-hashes -r requirements/uv.txt || echo "uv cannot be installed here; pip installs everything"
	@touch $@

$(VENV)/.play: $(VENV)/.uv requirements/play.txt pyproject.toml
	@$(call install,--require-hashes -r requirements/play.txt)
	@$(call install,--no-deps --no-build-isolation --editable .)
	@touch $@

# Node.js builds the pages: the machine's own if it is new enough, otherwise the one from PyPI.
NODE := cd web && PATH="$(CURDIR)/$(BIN):$$PATH"
# hatch_build.py asks for the same version.
NODE_IS_NEW := process.exit(+(process.versions.node.split('.')[0] < 20 || process.versions.node.startsWith('20.') && process.versions.node.split('.')[1] < 19))

$(VENV)/.node: $(VENV)/.play requirements/node.txt
	@{ command -v npm && node -e "$(NODE_IS_NEW)"; } >/dev/null 2>&1 || $(call install,--require-hashes -r requirements/node.txt)
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json | $(VENV)/.node
	$(NODE) npm ci --no-progress --loglevel=error
	@touch $@

# The sentences of the pages, from the catalogue.
SENTENCES := web/src/browser/languages.json

$(SENTENCES): $(VENV)/.play tools/web_sentences.py src/keypeg/players/bot_names.py $(wildcard src/keypeg/i18n/locale/*/*.po)
	$(BIN)/python -m tools.web_sentences
	@touch $@

$(PAGES): $(SENTENCES) web/node_modules/.package-lock.json web/index.html $(wildcard web/*.ts web/*.js) $(shell find web/src web/public -type f)
	$(NODE) npm run --silent build -- --logLevel warn
	@touch $@

# In sequence: two installations into the same place at once may disturb each other.
$(VENV)/.dev: $(VENV)/.play requirements/dev.txt | $(VENV)/.node
	@$(call install,--require-hashes -r requirements/dev.txt)
	@touch $@

$(VENV)/.files: $(VENV)/.play requirements/files.txt
	@$(call install,--require-hashes -r requirements/files.txt)
	@touch $@

clean:
	rm -rf $(VENV) web/node_modules $(dir $(PAGES)) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage build dist
