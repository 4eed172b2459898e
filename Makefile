# The verbs of this repository. `make` alone lists them: the lines that begin with `##`.

## make report    installs what is missing, builds, and shows what the images in Samples/ lose in sRGB
## make deps      installs the system libraries (Little CMS 2, zlib, ISA-L, libpng for tests, libdeflate, libyaml,
##                libsodium), without asking:
##                apt-get on Debian and Ubuntu, Homebrew on macOS; does nothing where all are there
## make build     the command, optimised: .build/release/gamut
## make quick     a debug build and the tests that take little time; FILTER=NAME only those
## make test      installs what is missing and runs every test; FILTER=NAME only those
## make check     WHAT=NAME..., from the list in Tests/check.sh; without it, which folder uses which, and the format
## make bench     measures, in some minutes, and writes the tables in Benchmarks/README.md; WHAT=NAME... is in that page
## make fuzz      tries each property of Fuzz/README.md for SECONDS=60; TARGETS="chunks json" only these (Linux)
## make docs      manual, completions, the site with guide, rules, figures and reference into .build/docs, and the gallery;
##                WHAT=NAME... only these, or a list of Packaging/docs.sh that is written into this repository
## make install   the command, its manual and its completions for bash, zsh and fish (PREFIX=/usr/local)
## make dist      a release for Linux in .build/dist: archive, bundle for SwiftPM, SBOM, formula, checksums
## make clean     removes what was built

SWIFT ?= swift
PREFIX ?= /usr/local
INSTALLED = $(DESTDIR)$(PREFIX)
SHARE = $(INSTALLED)/share
# How long `make fuzz` tries each target, and which targets; all if none is given; and flags for its build.
SECONDS ?= 60
# What `make docs` writes; the gallery is in the repository.
DOCS = .build/docs
# Linux: the Swift runtime inside the binary, so that it starts fast and runs on machines without Swift, and the part of
# the C++ library that it needs, whose symbols would otherwise be bound at each start. By lld, which comes with Swift: the
# system's linker warns of a function in a part of the runtime that is not ours. No symbol is exported, because nothing
# looks for one, and the addresses to relocate are packed (glibc 2.36): two megabytes less to read at a start.
STATIC := $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib -Xswiftc -use-ld=lld \
  -Xlinker -L$(CURDIR)/.build/static -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs)
# Of the debugging information only the lines, which a backtrace shows: the rest costs a tenth of the time.
# The system's libraries are not looked for beside the binary, which takes over 30 calls of the system at each start.
RELEASE = $(SWIFT) build $(SWIFT_FLAGS) -c release -Xswiftc -gline-tables-only --disable-local-rpath $(STATIC)
GAMUT_BUILT = "$$($(RELEASE) --show-bin-path)/gamut"
# Scratch paths of their own keep the release build warm. Without a backtrace of every error that is thrown, which Swift
# Testing records: a tenth of the processor time of all tests.
RUN_TESTS = SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0 $(SWIFT) test -Xswiftc -gline-tables-only
TEST = $(RUN_TESTS) $(if $(FILTER),--filter '$(FILTER)') -c release -Xswiftc -enable-testing --scratch-path .build/tests
# Linked by lld, too, which takes half as long as the system's linker.
QUICK = $(RUN_TESTS) $(if $(filter Linux,$(shell uname -s)),-Xswiftc -use-ld=lld) $(if $(FILTER),--filter '$(FILTER)') \
  --scratch-path .build/quick
# For the scripts that build.
export SWIFT RELEASE TEST QUICK DOCS

.PHONY: .list report deps build quick test check bench fuzz docs install dist clean
.DEFAULT_GOAL := .list
.list:
	@sed -n 's/^## \{0,1\}//p' Makefile

report: build
	@$(GAMUT_BUILT) report Samples

deps:
	@command -v $(SWIFT) >/dev/null 2>&1 || { \
	  echo 'Swift 6.2 or newer is missing. Install it from https://www.swift.org/install and try again.' >&2; exit 1; }
	@if pkg-config --exists lcms2 libpng zlib libisal libdeflate yaml-0.1 libsodium 2>/dev/null; then exit 0; fi; \
	if [ "$$(uname -s)" = Darwin ]; then \
	  command -v brew >/dev/null 2>&1 || { \
	    echo 'Little CMS 2, libpng, ISA-L, libdeflate, libyaml or libsodium is missing. Install Homebrew (https://brew.sh) and try again.' >&2; exit 1; }; \
	  brew install pkgconf little-cms2 libpng isa-l libdeflate libyaml libsodium; \
	elif command -v apt-get >/dev/null 2>&1; then \
	  as_root=; \
	  if [ "$$(id -u)" != 0 ]; then \
	    command -v sudo >/dev/null 2>&1 || { \
	      echo 'Run this as root, or install: pkg-config liblcms2-dev libpng-dev zlib1g-dev libisal-dev libdeflate-dev libyaml-dev libsodium-dev' >&2; exit 1; }; \
	    as_root=sudo; \
	  fi; \
	  $$as_root apt-get update -qq && \
	  $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	    pkg-config liblcms2-dev libpng-dev zlib1g-dev libisal-dev libdeflate-dev libyaml-dev libsodium-dev; \
	else \
	  echo 'This system has neither apt-get nor Homebrew. Install pkg-config and the development files of' >&2; \
	  echo 'Little CMS 2 (lcms2), libpng, zlib, ISA-L (libisal), libdeflate, libyaml (yaml-0.1) and libsodium with its package manager, and try again.' >&2; exit 1; \
	fi

build: deps .build/static
	$(RELEASE) --product gamut

# The C++ library and the unwinder as archives, where there are such: the linker takes them for the shared ones.
.build/static:
	@mkdir -p $@; for pair in libstdc++.a:libstdc++.a libgcc_eh.a:libgcc_s.a; do \
	  archive=$$(clang -print-file-name="$${pair%:*}" 2>/dev/null) && [ -e "$$archive" ] && ln -sf "$$archive" "$@/$${pair#*:}"; \
	done; true

# Without FILTER, tests stay out that take long without optimisation: those with `Thoroughness.hasTime`.
quick: deps
	$(if $(FILTER),,GAMUT_QUICK=1) $(QUICK)

test: deps
	$(TEST)

check: deps .build/static
	@Tests/check.sh $(WHAT)

bench: build
	@$(MAKE) -C Benchmarks $(or $(WHAT),all) GAMUT=$(GAMUT_BUILT)

fuzz: deps
	@Fuzz/build.sh $(FUZZ_FLAGS)
	@Fuzz/run.sh $(SECONDS) $(TARGETS)

docs: deps .build/static
	@Packaging/docs.sh $(WHAT)

install: build
	@Packaging/docs.sh manual completions
	install -d '$(INSTALLED)/bin' '$(SHARE)/man/man1' '$(SHARE)/bash-completion/completions' \
	  '$(SHARE)/zsh/site-functions' '$(SHARE)/fish/vendor_completions.d' '$(SHARE)/gamut/schemas'
	install -m 755 $(GAMUT_BUILT) '$(INSTALLED)/bin/gamut'
	install -m 644 $(DOCS)/man/man1/*.1 '$(SHARE)/man/man1'
	install -m 644 $(DOCS)/completions/gamut '$(SHARE)/bash-completion/completions'
	install -m 644 $(DOCS)/completions/_gamut '$(SHARE)/zsh/site-functions'
	install -m 644 $(DOCS)/completions/gamut.fish '$(SHARE)/fish/vendor_completions.d'
	install -m 644 Schemas/*.json '$(SHARE)/gamut/schemas'

# For this machine's kind of Linux.
dist: deps
	@Packaging/dist.sh

clean:
	rm -rf .build Benchmarks/.build Benchmarks/.inputs Fuzz/.build
