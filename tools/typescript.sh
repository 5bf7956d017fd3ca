#!/usr/bin/env bash
# Puts what the TypeScript client is built with (compiler, type generator) beside the virtual environment, as its lock file pins it.
set -euo pipefail

here=clients/typescript
there=.venv/typescript
mkdir -p "$there"
exec 9>"$there/.lock"
flock 9 # test processes ask side by side
[ -d "$there/node_modules" ] && cmp -s "$here/package-lock.json" "$there/package-lock.json" && exit 0
command -v npm >/dev/null || bash tools/system_packages.sh npm
work=$(mktemp -d "$there/new.XXXXXX")
trap 'rm -rf "$work"' EXIT
cp "$here/package.json" "$here/package-lock.json" "$work"
npm ci --silent --no-audit --no-fund --ignore-scripts --prefix "$work" >/dev/null \
    || { echo "npm could not install the TypeScript client's tools. The tests that need them are SKIPPED, under CI they fail." >&2; exit 1; }
rm -rf "$there/node_modules"
mv "$work/node_modules" "$there/"
cp "$here/package-lock.json" "$there/"
