# The two commands a newcomer needs are `make run` and `make test`.
.PHONY: build run test

build:
	@test -d build || meson setup build
	@ninja -C build

run: build
	build/zermelo play tictactoe

test: build
	meson test -C build
