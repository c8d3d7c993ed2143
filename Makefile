# Shortcuts for scripts/. Every target can be repeated at any time and redoes
# only what changed. SANITIZE=1 builds into build-asan/ with address and
# undefined-behaviour sanitizers, SANITIZE=thread into build-tsan/.
.PHONY: build check fuzz demo demo-train capture bench suite pack wheel tsan clean

build check fuzz demo demo-train capture bench suite pack wheel tsan:
	@SANITIZE=$(SANITIZE) scripts/$@.sh

clean:
	rm -rf build build-asan build-tsan build-wheel
