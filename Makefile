# The verbs of this repository. `make` alone lists them.

SWIFT ?= swift
PREFIX ?= /usr/local
INSTALLED = $(DESTDIR)$(PREFIX)
SHARE = $(INSTALLED)/share
# `make faults`, `make hostile` and `make readers` do one of so many things, `make faults` those whose names begin like this.
EVERY ?= 1
OPERATIONS ?=
# Which parts `make limits` measures; all if none is given.
PARTS ?=
# How long `make fuzz` tries each target, and which targets; all if none is given; and flags for its build.
SECONDS ?= 60
TARGETS ?=
FUZZ_FLAGS ?=
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
# Optimised, because some tests walk all 16,777,216 colours; a scratch path of its own keeps the release build warm.
# Without a backtrace of every error that is thrown, which Swift Testing records: a tenth of the processor time of all tests.
TEST = SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0 $(SWIFT) test -c release -Xswiftc -enable-testing -Xswiftc -gline-tables-only --scratch-path .build/tests

.PHONY: help deps build test dist dist-check fresh-root ship-check release-check examples tools arrows check-format faults hostile limits sanitize threads readers report profiles samples rules mappings gallery install manual completions reference site docs format clean bench bench-build bench-engine bench-gigapixel bench-guard bench-guard-record bench-peers bench-processor bench-scaling fuzz

help:
	@echo 'make report     installs what is missing, builds, and shows what the images in Samples/ lose in sRGB'
	@echo 'make test       installs what is missing and runs every test'
	@echo 'make arrows     checks that the folders of a library use each other in one direction only, and the imports (Python)'
	@echo 'make faults     kills each command that writes, lets the system fail it at every system call, and disturbs it by'
	@echo '                signals, full disks and closed outputs (strace, Python, Linux)'
	@echo 'make limits     measures memory and time for hostile and large files, and compares them with Documentation/limits.md'
	@echo '                (Python, Linux); PARTS="small leaks" only these, and GAMUT_CORPUS may name a folder of files'
	@echo 'make readers    compares files and colours with Pillow, libvips, Chromium, transicc and coloraide, where installed;'
	@echo '                faults, hostile and readers are shorter with EVERY=10: one run, or one image, of ten'
	@echo 'make hostile    gives every output for names and texts that are commands elsewhere to the parsers of its readers, and'
	@echo '                runs the commands that it prints in real shells (Python)'
	@echo 'make threads    runs all commands with 1 to 64 jobs by a program with the thread sanitizer (clang, Python, Linux)'
	@echo 'make sanitize   runs every test, and the commands that tests start, with the address sanitizer: 20 minutes'
	@echo 'make fuzz       tries each property of Fuzz/README.md for SECONDS=$(SECONDS); TARGETS="chunks json" only these (Linux)'
	@echo 'make integrations  runs Spark, Dask and job arrays over images, where installed; PYTHON may be of a virtualenv'
	@echo 'make build      the command, optimised: .build/release/gamut'
	@echo 'make install    the command, its manual and its completions for bash, zsh and fish (PREFIX=/usr/local)'
	@echo 'make dist       a release for Linux in .build/dist: archive, bundle for SwiftPM, SBOM, formula, checksums;'
	@echo '                make dist-check compares two builds, and make fresh-root tries the archive in a fresh Debian'
	@echo 'make ship-check  tries plugins, hooks, actions, snippets and examples with the programs that read them, where installed;'
	@echo '                make tools installs those of PyPI below .build; make examples only runs Examples/'
	@echo 'make release-check  whether version, changelog, manual and schemas agree; TAG=v1.2.3 before a release'
	@echo 'make docs       manual, completions, and the site with guide, rules, figures and reference into $(DOCS); and the gallery'
	@echo '                (make manual, completions, reference, site or gallery: one of them)'
	@echo 'make rules      writes Documentation/rules.md and the recorded help texts again'
	@echo 'make deps       the system libraries (Little CMS 2, libpng, zlib, ISA-L, libdeflate, libyaml), without asking:'
	@echo '                apt-get on Debian and Ubuntu, Homebrew on macOS; does nothing where all are there'
	@echo 'make profiles   writes Profiles/ again, byte for byte'
	@echo 'make samples    writes Samples/ again, byte for byte'
	@echo 'make bench      measures, in some minutes, and writes the tables in Benchmarks/README.md'
	@echo 'make bench-processor  only the processor time of one thread, against libpng'
	@echo 'make bench-peers  the same tasks by numpy with OpenCV, Pillow, libvips and exiftool, as far as they are installed'
	@echo 'make bench-scaling  1,000 to 100,000 files, 6 to 200 megapixels and 1 to 8 jobs: half an hour, and 3 GB of disk'
	@echo 'make bench-build  builds all that measures'
	@echo 'make bench-gigapixel  2^30 pixels made on the fly, twice, within the default memory'
	@echo 'make bench-guard  fails where a fixed case needs over 3 % more instructions than recorded'
	@echo 'make gallery    $(GALLERY): a picture of the page for each sample (Chromium); part of make docs'
	@echo 'make mappings   writes the table of the gamut mappings in Documentation/mappings.md again'
	@echo 'make format     formats all Swift code; make check-format only says which files would change'
	@echo 'make clean      removes what was built'

deps:
	@command -v $(SWIFT) >/dev/null 2>&1 || { \
	  echo 'Swift 6.2 or newer is missing. Install it from https://www.swift.org/install and try again.' >&2; exit 1; }
	@if pkg-config --exists lcms2 libpng zlib libisal libdeflate yaml-0.1 2>/dev/null; then exit 0; fi; \
	if [ "$$(uname -s)" = Darwin ]; then \
	  command -v brew >/dev/null 2>&1 || { \
	    echo 'Little CMS 2, libpng, ISA-L, libdeflate or libyaml is missing. Install Homebrew (https://brew.sh) and try again.' >&2; exit 1; }; \
	  brew install pkgconf little-cms2 libpng isa-l libdeflate libyaml; \
	elif command -v apt-get >/dev/null 2>&1; then \
	  as_root=; \
	  if [ "$$(id -u)" != 0 ]; then \
	    command -v sudo >/dev/null 2>&1 || { \
	      echo 'Run this as root, or install: pkg-config liblcms2-dev libpng-dev zlib1g-dev libisal-dev libdeflate-dev libyaml-dev' >&2; exit 1; }; \
	    as_root=sudo; \
	  fi; \
	  $$as_root apt-get update -qq && \
	  $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	    pkg-config liblcms2-dev libpng-dev zlib1g-dev libisal-dev libdeflate-dev libyaml-dev; \
	else \
	  echo 'This system has neither apt-get nor Homebrew. Install pkg-config and the development files of' >&2; \
	  echo 'Little CMS 2 (lcms2), libpng, zlib, ISA-L (libisal), libdeflate and libyaml (yaml-0.1) with its package manager, and try again.' >&2; exit 1; \
	fi

build: deps .build/static
	$(RELEASE) --product gamut

# The C++ library and the unwinder as archives, where there are such: the linker takes them for the shared ones.
.build/static:
	@mkdir -p $@; for pair in libstdc++.a:libstdc++.a libgcc_eh.a:libgcc_s.a; do \
	  archive=$$(clang -print-file-name="$${pair%:*}" 2>/dev/null) && [ -e "$$archive" ] && ln -sf "$$archive" "$@/$${pair#*:}"; \
	done; true

test: deps
	$(TEST)

arrows:
	@command -v python3 >/dev/null || { echo 'The check of the arrows needs python3.'; exit 1; }
	@python3 Tests/Arrows/arrows.py Sources/GamutAudit Sources/GamutCatalogs Sources/GamutPalettes Sources/GamutKit Sources/GamutBasics Sources/Gamut Sources/PNGCodec

# A release for this machine's kind of Linux, in .build/dist. `make dist-check` builds the commit in two folders and compares
# the bytes; `make fresh-root` tries the archive in a fresh Debian (debootstrap, root). Both are for releases, by hand.
dist: deps
	@Packaging/dist.sh

dist-check:
	@Packaging/dist-check.sh

fresh-root:
	@Packaging/fresh-root.sh

# What ships, with the consumers that are installed: plugins, hooks, actions, snippets, examples, SBOM. In a minute. `make tools`
# installs those of PyPI in a virtual environment below .build.
TOOLS = .build/tools/bin
ship-check: build
	@export GAMUT="$$($(RELEASE) --show-bin-path)/gamut"; python=$(TOOLS)/python3; [ -x $$python ] || python=python3; \
	for test in Tests/Ship/test_*.py; do echo "$$test"; $$python $$test || exit 1; done

examples: build
	@GAMUT="$$($(RELEASE) --show-bin-path)/gamut" python3 Tests/Ship/test_examples.py

tools:
	@python3 -m venv .build/tools && $(TOOLS)/pip install -q --disable-pip-version-check -r Packaging/tools.txt && \
	$(TOOLS)/pip install -q --disable-pip-version-check --no-deps -r Packaging/tools-without-dependencies.txt

# Whether version, changelog, manual and schemas agree; with TAG=v1.2.3, also whether that version is ready for release.
TAG ?=
release-check: manual
	@python3 Packaging/release_check.py . "$$($(RELEASE) --show-bin-path)/gamut" $(DOCS)/man/man1 $(TAG)

faults: build
	@command -v python3 >/dev/null || { echo 'The faults need python3.'; exit 1; }
	@python3 Tests/Faults/faults.py "$$($(RELEASE) --show-bin-path)/gamut" $(EVERY) $(OPERATIONS)

limits: build
	@command -v python3 >/dev/null || { echo 'The limits need python3.'; exit 1; }
	@python3 Tests/Limits/limits.py "$$($(RELEASE) --show-bin-path)/gamut" $(PARTS)

readers: build
	@command -v python3 >/dev/null || { echo 'The readers need python3, with numpy and Pillow.'; exit 1; }
	@gamut="$$($(RELEASE) --show-bin-path)/gamut"; \
	python3 Tests/Readers/tables.py "$$gamut" && \
	if python3 -c 'import coloraide' 2>/dev/null; then python3 Tests/Readers/colors.py "$$gamut" $(EVERY); \
	else echo 'coloraide is not installed: the check of colours is skipped'; fi && python3 Tests/Readers/readers.py "$$gamut" $(EVERY)

# The mutex of Swift is seen by the sanitizer only with the library dynamic.
threads: deps
	$(SWIFT) build -c release --sanitize=thread --scratch-path .build/threads --product gamut
	@python3 Tests/Threads/threads.py .build/threads/release/gamut

# Without the check for leaks: it does not find what Swift refers to by pointers with a tag in their high bits. What takes most of
# the time, loops over bytes, takes ten times as long.
sanitize: deps
	ASAN_OPTIONS=detect_leaks=0 GAMUT_FUZZ_SECONDS=1 GAMUT_SLOWDOWN=10 $(TEST:.build/tests=.build/sanitized) --sanitize=address

hostile: build
	@command -v python3 >/dev/null || { echo 'The check of hostile texts needs python3.'; exit 1; }
	@python3 Tests/Hostile/hostile.py "$$($(RELEASE) --show-bin-path)/gamut" $(EVERY)

fuzz: deps
	@Fuzz/build.sh $(FUZZ_FLAGS)
	@Fuzz/run.sh $(SECONDS) $(TARGETS)

report: build
	@$$($(RELEASE) --show-bin-path)/gamut report Samples

profiles: deps
	$(SWIFT) run -c release MakeAssets profiles Profiles

samples: deps
	$(SWIFT) run -c release MakeAssets samples Samples

# The lists of the rules in the schemas and in the documentation, and the help texts that the tests compare.
rules: deps
	GAMUT_RECORD_RULES=1 GAMUT_RECORD_HELP=1 $(TEST) --filter 'RuleListTests|versionAndHelp'

mappings: deps
	GAMUT_RECORD_MAPPINGS=1 $(TEST) --filter MappingTableTests

install: manual completions
	install -d '$(INSTALLED)/bin' '$(SHARE)/man/man1' '$(SHARE)/bash-completion/completions' \
	  '$(SHARE)/zsh/site-functions' '$(SHARE)/fish/vendor_completions.d' '$(SHARE)/gamut/schemas'
	install -m 755 "$$($(RELEASE) --show-bin-path)/gamut" '$(INSTALLED)/bin/gamut'
	install -m 644 $(DOCS)/man/man1/*.1 '$(SHARE)/man/man1'
	install -m 644 $(DOCS)/completions/gamut '$(SHARE)/bash-completion/completions'
	install -m 644 $(DOCS)/completions/_gamut '$(SHARE)/zsh/site-functions'
	install -m 644 $(DOCS)/completions/gamut.fish '$(SHARE)/fish/vendor_completions.d'
	install -m 644 Schemas/*.json '$(SHARE)/gamut/schemas'

# What the command says of itself, as pages for man(1), of the day of the last change.
manual: build
	$(RELEASE) --product MakeAssets
	@rm -rf $(DOCS)/man && mkdir -p $(DOCS)/man/man1
	@bin="$$($(RELEASE) --show-bin-path)" && "$$bin/gamut" --experimental-dump-help | \
	  "$$bin/MakeAssets" manual $(DOCS)/man/man1 "$$(git log -1 --format=%cs 2>/dev/null)"

completions: build
	@rm -rf $(DOCS)/completions && mkdir -p $(DOCS)/completions
	@gamut="$$($(RELEASE) --show-bin-path)/gamut" && \
	  "$$gamut" --generate-completion-script bash >$(DOCS)/completions/gamut && \
	  "$$gamut" --generate-completion-script zsh >$(DOCS)/completions/_gamut && \
	  "$$gamut" --generate-completion-script fish >$(DOCS)/completions/gamut.fish

# Pictures of what the page says of each sample; by Chromium, where there is one.
GALLERY = Documentation/Gallery
gallery: build
	@if ! command -v python3 >/dev/null || ! command -v chromium >/dev/null; then \
	  echo 'The gallery needs python3 and Chromium (apt-get install chromium); it stays as it is.'; exit 0; fi; \
	gamut="$$($(RELEASE) --show-bin-path)/gamut"; pages=.build/gallery; rm -rf $$pages; mkdir -p $$pages/cards && \
	export SOURCE_DATE_EPOCH="$$(git log -1 --format=%ct 2>/dev/null || echo 0)" && \
	for sample in Samples/*.png; do \
	  "$$gamut" report "$$sample" --quiet --report html="$$pages/cards/$$(basename "$$sample" .png).html" >/dev/null || exit; \
	done && cp $$pages/cards/two-reds.html $$pages/image.html && \
	"$$gamut" report Samples --quiet --report html=$$pages/samples.html >/dev/null && \
	count=0 && while [ $$count -lt 300 ]; do for image in Samples/*.png Tests/GamutKitTests/Golden/*.png; do \
	  [ $$count -lt 300 ] || break; folder=$$pages/tree/App/Assets-$$((count / 25)); mkdir -p $$folder; \
	  cp "$$image" "$$folder/$$count-$$(basename "$$image")"; count=$$((count + 1)); done; done && \
	(cd $$pages/tree && "$$gamut" audit --no-policy --root . --fail-on never --report html=../audit-of-300.html >/dev/null) && \
	python3 Tests/Browser/gallery.py $(GALLERY) cards $$pages/cards/*.html && \
	python3 Tests/Browser/gallery.py $(GALLERY) screens $$pages/*.html

# DocC of the libraries, as the part reference/ of the site. From the modules that `make build` has made, in seconds: a plugin
# would be a dependency of every build, and would build all of it once more. BASE is the path of the site on its server.
SITE = $(DOCS)/site
BASE ?=
LIBRARIES = GamutKit GamutAudit GamutCatalogs GamutBasics Gamut PNGCodec LittleCMS
DARWIN = $(filter Darwin,$(shell uname -s))
DOCC = $(if $(DARWIN),xcrun docc,docc)
MODULES = $(patsubst %/module.modulemap,-I %,$(wildcard Sources/*/module.modulemap)) \
  $(addprefix -Xcc ,$(shell pkg-config --cflags-only-I lcms2 libpng zlib libisal libdeflate yaml-0.1))
reference: build
	@rm -rf $(SITE)/reference .build/reference && mkdir -p $(SITE)
	@bin="$$($(RELEASE) --show-bin-path)" && \
	target="$$($(SWIFT) -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -n 1)" && \
	for library in $(LIBRARIES); do \
	  graph=.build/reference/$$library && mkdir -p $$graph && \
	  $(SWIFT) symbolgraph-extract -module-name $$library -minimum-access-level public -skip-synthesized-members \
	    -emit-extension-block-symbols \
	    -target $$target $(if $(DARWIN),-sdk "$$(xcrun --show-sdk-path)") -I "$$bin/Modules" $(MODULES) \
	    $$(for map in "$$bin"/*.build/module.modulemap; do echo -Xcc "-fmodule-map-file=$$map"; done) \
	    -output-dir $$graph && \
	  python3 Tests/Reference/topics.py $$library Sources/$$library/$$library.docc $$graph && \
	  $(DOCC) convert Sources/$$library/$$library.docc --fallback-display-name $$library \
	    --fallback-bundle-identifier $$library \
	    --additional-symbol-graph-dir $$graph --output-path $$graph.doccarchive --transform-for-static-hosting \
	    --hosting-base-path $(BASE)reference || exit; \
	done
	$(DOCC) merge --synthesized-landing-page-name gamut --synthesized-landing-page-kind Package \
	  --output-path $(SITE)/reference $(LIBRARIES:%=.build/reference/%.doccarchive)

# The pages, readable without script, and the check of all links.
site: build
	@[ -x $(TOOLS)/python3 ] || $(MAKE) tools
	@$(TOOLS)/python3 Tests/Reference/pages.py "$$($(RELEASE) --show-bin-path)/gamut" $(SITE) .build/reference && \
	python3 Tests/Reference/links.py $(SITE)

docs: manual completions gallery reference site

FORMATTED = Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Engine Fuzz/Package.swift Fuzz/Sources

format:
	$(SWIFT) format -i -r $(FORMATTED)

# On a copy.
check-format:
	@rm -rf .build/formatted && mkdir -p .build/formatted && \
	git ls-files -z .swift-format $(FORMATTED) | xargs -0 cp --parents -t .build/formatted && \
	cd .build/formatted && $(SWIFT) format -i -r . && \
	diff -rq . "$(CURDIR)" 2>&1 | grep '^Files' | sed 's/ and .*/ is not formatted: run make format/; s/^Files \.\///' | { ! grep .; }

clean:
	rm -rf .build Benchmarks/.build Benchmarks/.inputs Fuzz/.build

# It passes PAIRS and ONLY on.
bench bench-build bench-engine bench-gigapixel bench-guard bench-guard-record bench-peers bench-processor bench-scaling: build
	@$(MAKE) -C Benchmarks $@ GAMUT="$$($(RELEASE) --show-bin-path)/gamut"

# Runs the integrations that are installed (PySpark 4 with Java 17, Dask, moto with s3fs); PYTHON may be of a virtualenv.
PYTHON ?= python3
.PHONY: integrations
integrations:
	for test in integrations/*/test_*.py; do $(PYTHON) $$test || exit 1; done
