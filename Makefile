# The two commands a newcomer needs are `make run` and `make test`; meson and ninja do the
# work. Each target sees by itself that what it needs is installed.
PREFIX ?= /usr/local

.PHONY: build run test test-long bench install format lint coverage docs api clean

build:
	@tools/packages.sh build
	@test -f build/build.ninja || meson setup build --prefix=$(PREFIX) -Dtests=false >/dev/null
	@ninja -C build --quiet

run: build
	@build/zermelo serve

test:
	@tools/packages.sh test
	@tools/test.sh

# Deep counts, whole oracle sets, long fuzzing: an hour, not minutes.
test-long:
	@tools/packages.sh test
	@test -f build-release/build.ninja || meson setup build-release -Dwerror=true >/dev/null
	@ninja -C build-release --quiet
	@meson test -C build-release --suite long
	@tools/fuzz.sh

# What was not installed when the build was set up is not looked for again.
bench:
	@tools/packages.sh bench
	@test ! -f build/build.ninja || grep -q HAVE_ONEDNN build/build.ninja || rm -rf build
	@$(MAKE) --no-print-directory build
	@build/zermelo bench
	@bench/instructions.sh
	@ninja -C build --quiet bench/solve_connect4
	@build/bench/solve_connect4
	@ninja -C build --quiet bench/net_bench
	@build/bench/net_bench
	@bench/serve.sh

install: build
	@meson configure build --prefix=$(PREFIX)
	@meson install -C build

format:
	@tools/packages.sh lint
	@clang-format -i $$(tools/sources.sh)

lint:
	@tools/packages.sh build
	@tools/packages.sh lint
	@tools/lint.sh

coverage:
	@tools/packages.sh test
	@tools/packages.sh docs
	@tools/coverage.sh

docs:
	@tools/packages.sh docs
	@doxygen docs/Doxyfile
	@echo "build/api/html/index.html"

# The types of the page's TypeScript, from the one description of what it says to the server.
api:
	@web/api/types.sh >web/src/api.ts

clean:
	rm -rf build build-*
