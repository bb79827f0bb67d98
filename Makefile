# Quadrille. `make run` and `make test` need Go 1.26, make and git.

GO       ?= go
SHELL    := bash
FUZZTIME ?= 30s
SOAKS    ?= 20
SOAK     ?= 2m
KEYS     ?= 10m
LATENCY     ?= 400ms
MATCH    ?= 50
SEEDS    ?= 200
REPEATS  ?= 100
FIRST    ?= 1

# Leave SQLite and the rules out of the race detector: they start no goroutines, and instrumenting them
# would take most of the time of the tests.
RACETEST := CGO_ENABLED=1 $(GO) test -race -gcflags=modernc.org/sqlite/lib=-race=false -gcflags=quadrille/rules/...=-race=false

# All commands compile packages with the same settings, so that each reuses what the others have
# compiled. The compiler optimizes with a profile. Only the race detector needs cgo.
PROFILE  := cmd/quadrille/default.pgo
export GOFLAGS := $(strip $(GOFLAGS) -trimpath '-pgo=$(CURDIR)/$(PROFILE)')
export CGO_ENABLED := 0

# Keep `git status`, which make and `go build` run, from writing to .git. The tests of internal/e2e read
# the whole module, so a write would keep go from reusing their result.
export GIT_OPTIONAL_LOCKS := 0

# What `quadrille version` prints. A commit with a tag such as v0.2.0 is that version. Any other commit
# is 0.2.0+N, where N counts commits, so that apt treats each build as newer than the last. With
# uncommitted changes the time is added. The date is that of the commit, so that builds are reproducible.
COMMIT   := $(shell git rev-parse HEAD 2>/dev/null)
DATE     := $(shell TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd 2>/dev/null)
NEXT     := $(shell sed -n 's/.*release *= "\(.*\)"/\1/p' cmd/quadrille/version.go)
TAG      := $(shell git describe --exact-match --tags --match 'v[0-9]*' HEAD 2>/dev/null)
CHANGED  := $(shell git --no-optional-locks status --porcelain --untracked-files=no 2>/dev/null | head -n 1)
COUNT    := $(shell git rev-list --count HEAD 2>/dev/null)
SHALLOW  := $(if $(VERSION)$(TAG),,$(shell git rev-parse --is-shallow-repository 2>/dev/null))
VERSION  ?= $(if $(TAG),$(TAG:v%=%),$(NEXT)$(COUNT:%=+%))$(if $(CHANGED),$(if $(TAG),+,$(if $(COUNT),.,+))changed.$(shell date -u +%Y%m%d%H%M%S))
VERSION  := $(VERSION)
STAMP     = -X main.release=$(VERSION) -X main.buildCommit=$(COMMIT) -X main.buildDate=$(DATE)

# The architecture of a package: amd64 or arm64.
ARCH     ?= $(shell $(GO) env GOARCH)
# Systems other than that of most servers; make packages builds for them.
OTHERS   := darwin/arm64 windows/amd64 freebsd/amd64 linux/arm64 linux/arm
# Packages whose tests need Unix. Windows compiles those that belong to the program, but not their tests.
UNIX_TESTS := acceptance|e2e|node|store
NFPM     := github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.0

.PHONY: build deb packages run test simulate simulate-race mutants check acceptance bench bench-cluster fuzz soak latency match forced accuracy perft pictures profile

build: ## build bin/quadrille, a static binary
	$(GO) build -ldflags '$(STAMP)' -o bin/quadrille ./cmd/quadrille

deb: ## build bin/quadrille_VERSION_ARCH.deb and remove older ones
	$(if $(filter true,$(SHALLOW)),$(error this is a shallow clone, whose commits cannot be counted: run git fetch --unshallow, or name a version: make deb VERSION=...))
	rm -f bin/quadrille_*_$(ARCH).deb
	GOOS=linux GOARCH=$(ARCH) $(GO) build -ldflags '$(STAMP) -s -w' -o bin/quadrille-$(ARCH) ./cmd/quadrille
	$(GO) run -ldflags '$(STAMP) -s -w' ./cmd/quadrille man | gzip -9n >bin/quadrille.1.gz
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) ARCH=$(ARCH) VERSION=$(VERSION) $(GO) run $(NFPM) package -f docs/hosting/nfpm.yaml -p deb -t bin/

packages: ## build bin/packages/quadrille-OS-ARCH for other systems, and vet for macOS and Windows; takes long
	GOOS=darwin GOARCH=arm64 $(GO) vet ./cmd/... ./internal/...
	GOOS=windows GOARCH=amd64 $(GO) vet $$($(GO) list ./cmd/... ./internal/... | grep -v -E '/internal/($(UNIX_TESTS))$$')
	@set -e; for system in $(OTHERS); do \
		os=$${system%/*}; arch=$${system#*/}; ending=; if [ $$os = windows ]; then ending=.exe; fi; \
		echo "bin/packages/quadrille-$$os-$$arch$$ending"; \
		GOOS=$$os GOARCH=$$arch $(GO) build -ldflags '$(STAMP) -s -w' -o bin/packages/quadrille-$$os-$$arch$$ending ./cmd/quadrille; \
	done

run: build ## run a server on 127.0.0.1:2222 with its data in ./quadrille-data
	bin/quadrille serve

# Many packages wait more than they use the processor, so four of them run at once. The two that take longest
# start first.
test:
	$(GO) test -p 4 ./internal/e2e ./internal/store/postgres ./...

check: ## run gofumpt, vet, staticcheck, and all tests under the race detector
	@unformatted=$$($(GO) tool gofumpt -l .); if [ -n "$$unformatted" ]; then echo "gofumpt these:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(RACETEST) -short $$($(GO) list ./... | grep -v -e /internal/e2e -e /internal/conventions -e ^quadrille/rules) # make test runs the long tests
	$(GO) test ./rules/... ./internal/conventions # they start no goroutines
	$(GO) test ./internal/e2e # its server is another process, which the race detector does not see

simulate: ## simulate whole servers with SEEDS random runs, or run the seed SEED again; see docs/reliability.md
	QUADRILLE_SEEDS=$(SEEDS) QUADRILLE_SEED=$(SEED) QUADRILLE_FIRST_SEED=$(FIRST) $(GO) test -run '^TestSimulation$$' -count 1 -timeout 0 -v ./internal/simulation

simulate-race: ## run SEEDS runs of the simulation without control of the order, under the race detector
	QUADRILLE_UNORDERED_SEEDS=$(SEEDS) $(RACETEST) -run '^TestSimulationWithoutOrder$$' -count 1 -timeout 0 -v ./internal/simulation

mutants: ## plant the faults of docs/reliability.md; the simulation must find each, and in 95 of 100 repeats of its seed
	QUADRILLE_MUTANTS=$(REPEATS) $(GO) test -run '^TestMutants$$' -count 1 -timeout 0 -v ./internal/simulation

acceptance: ## test the package and docs/hosting.md in a clean Debian; needs root and the programs of .ci/run
	QUADRILLE_ACCEPTANCE=1 $(GO) test -count 1 -timeout 15m -v ./internal/acceptance
	@if command -v npm >/dev/null && npm install --silent --no-audit --no-fund --prefix bin/npm asciinema-player@3.18.0 >/dev/null; then \
		QUADRILLE_ASCIINEMA_PLAYER=$(CURDIR)/bin/npm/node_modules/asciinema-player/dist/bundle $(GO) test -count 1 -v -run '^TestRecordingInAsciinemaPlayer$$' ./internal/e2e; \
	else echo "no npm, or it cannot download asciinema-player: no recording was played in it"; fi

bench: ## measure all performance targets; takes nine minutes
	$(GO) run ./internal/tools/bench

bench-cluster: ## measure three nodes on one PostgreSQL; takes four minutes
	$(GO) run ./internal/tools/bench -only cluster

fuzz: ## run each fuzz target for FUZZTIME; those of names and lines a million times by default
	@set -e; for package in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz' || true); do \
			echo "$$package $$target"; \
			time=$(FUZZTIME); if [[ $$package == */player && "$(origin FUZZTIME)" == file ]]; then time=1000000x; fi; \
			$(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $$time $$package; \
		done; \
	done

# 200 clients for SOAK, a tenth of them hostile; each attack 50 times; 100,000 connections with malformed
# packets; 10,000 guessed invitations; 10,000 games that nobody attends; 50 kill loops; 10,000 traced moves; all hostile texts on all screens;
# whole games; 30 clients that press random keys for KEYS; each failure of nodes that share a database, 50
# times; 20,000 games per variant compared with a slow reference.
soak: ## run the long tests of load, attacks, crashes and whole games
	QUADRILLE_SOAK_FOR=$(SOAK) QUADRILLE_SOAK_CLIENTS=200 $(GO) test -run '^TestSoak$$' -count 1 -timeout 0 -v ./internal/e2e
	QUADRILLE_RACE=1 QUADRILLE_KEYS_FOR=$(KEYS) QUADRILLE_KEYS_CLIENTS=30 $(GO) test -run '^TestRandomKeysNeverStallASession$$' -count 1 -timeout 0 -v ./internal/e2e
	QUADRILLE_SOAK=1 $(GO) test -run 'TestAttacks|TestMalformedPackets' -count 1 -timeout 0 ./internal/server
	QUADRILLE_SOAK=1 $(GO) test -run TestThousandsOfGuessedInvitations -count 1 -timeout 0 -v ./internal/e2e
	QUADRILLE_SOAK=1 $(GO) test -run TestUnloadedGamesFlagOnTime -count 1 -timeout 0 ./internal/service/lobby
	QUADRILLE_SOAK=1 $(GO) test -run 'Hostile|Unsanitised|SharedFrames' -count 1 -timeout 0 ./internal/front/screen
	QUADRILLE_KILLS=50 QUADRILLE_TRACED=10000 QUADRILLE_DRAIN=200 $(GO) test -run '^(TestKillLoops|TestStoredBeforePublishedBySystemCalls|TestShutdownStoresAndNotifiesEverySession)$$' -count 1 -timeout 0 -v ./internal/e2e
	QUADRILLE_KILLS=100 $(GO) test -run '^TestNodesAreKilled$$' -count 1 -timeout 0 -v ./internal/node
	QUADRILLE_CLUSTER=50 $(GO) test -run '^TestClusterFailures$$' -count 1 -timeout 0 -v ./internal/e2e
	$(RACETEST) -run '^TestWholeGame(InPlainMode)?$$' -count $(SOAKS) -timeout 0 ./internal/e2e
	QUADRILLE_SOAK=1 $(GO) test -run TestFourAPIClients -count 1 -timeout 0 -v ./internal/e2e
	QUADRILLE_SOAK=1 $(GO) test -run '^Test(WholeGamesBy|ResizingRedraws)' -count 1 -timeout 0 -v ./internal/e2e
	QUADRILLE_SOAK=1 $(GO) test -run TestEvenness -count 1 -timeout 0 ./internal/pairing
	QUADRILLE_SOAK=170 $(GO) test -count 1 -timeout 0 ./rules/...

latency: ## run the tests over ssh with a simulated latency of up to LATENCY
	QUADRILLE_LATENCY=$(LATENCY) $(GO) test -count 1 -parallel 12 -timeout 0 ./internal/e2e

forced: ## find 250 forced wins in each form with teams, and count those that the bot finds
	QUADRILLE_FORCED=250 $(GO) test ./internal/bot -run 'TestForcedWins$$' -timeout 0 -v

# For each form of each game: an engine against itself, each level against the next lower one, the highest level
# against random and greedy play (in a free-for-all also one against three), a search with twice the nodes, and one
# with 100 ms a move. Then MATCH openings for each evaluation weight and each part of the search, and minimax to depth 3.
match: build ## play the matches of docs/bots.md; takes a night
	@set -e; play() { bin/quadrille match --quiet --game $$form "$$@" </dev/null; echo; }; \
	bin/quadrille games --forms | sed 's/ / --option /g' | while IFS="$$(printf '\t')" read -r form kind; do \
		play nodes:200 nodes:200; \
		for level in 2 3 4 5 6 7 8 9 10; do play level:$$level level:$$((level - 1)) --test 50:65; done; \
		play level:10 random --test 85:95; \
		play level:10 greedy --test 75:85; \
		play nodes:4000 nodes:2000 --test 50:60; \
		play time:100ms level:3 --test 50:65 --workers 1; \
		if [ "$$kind" = free-for-all ]; then \
			play level:10 random --test 85:95 --alone; \
			play level:10 greedy --test 75:85 --alone; \
			play nodes:400 nodes:200 --test 50:60; \
		fi; \
	done
	QUADRILLE_MATCH=$(MATCH) $(GO) test -run . -count 1 -timeout 0 -v ./internal/bot

accuracy: ## print how well the analysis judges moves; takes some minutes
	QUADRILLE_ACCURACY=2 $(GO) test -run '^TestAccuracy$$' -count 1 -timeout 0 -v ./internal/service/analysis

perft: build ## count leaf positions deeper than the tests, with timing
	@set -e; for game in $$(bin/quadrille games); do \
		echo "$$game to depth 6"; \
		time bin/quadrille perft --variant $$game 6; \
	done

pictures: ## draw the pictures of the README; into bin all golden frames, and contact sheets of all screens
	$(GO) run ./internal/tools/pictures -frames bin/frames
	QUADRILLE_SHEETS=$(CURDIR)/bin/sheets $(GO) test ./internal/front/screen -run 'TestContactSheets$$' -count 1 -timeout 0

profile: ## measure the profile with which the compiler optimizes; takes two minutes
	d=$$(mktemp -d) && \
	$(GO) test -run '^$$' -bench Search -benchtime 5s -o $$d/bot -cpuprofile $$d/search ./internal/bot && \
	$(GO) test -run '^$$' -bench Frame -benchtime 5s -o $$d/screen -cpuprofile $$d/frames ./internal/front/screen && \
	$(GO) tool pprof -proto $$d/search $$d/frames >$(PROFILE) && rm -r $$d
