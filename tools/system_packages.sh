#!/usr/bin/env bash
# Installs the Debian packages named, where they are missing and this user may.
# Otherwise it says which tests will skip; under CI or LIPAI_REQUIRE_SYSTEM=1 that is a failure.
set -euo pipefail

installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed' || command -v "$1" >/dev/null; }

missing=()
for package in "$@"; do
    installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    echo "Installing ${missing[*]} with apt-get."
    export DEBIAN_FRONTEND=noninteractive
    if apt-get -qq update >/dev/null && apt-get -qq install --no-install-recommends -y "${missing[@]}" >/dev/null; then
        exit 0
    fi
    echo "apt-get could not install ${missing[*]}." >&2
fi

echo "MISSING: ${missing[*]}. The tests that need them are SKIPPED; to run them: apt-get install ${missing[*]}" >&2
if [ -n "${CI:-}" ] || [ "${LIPAI_REQUIRE_SYSTEM:-0}" = 1 ]; then
    exit 1
fi
