#!/usr/bin/env bash
# Puts axe-core, with which the page's accessibility is tested, beside the virtual environment; it is no dependency of the product.
set -euo pipefail

[ -f .venv/node_modules/axe-core/axe.min.js ] && exit 0
command -v npm >/dev/null || bash tools/system_packages.sh npm
npm install --silent --no-save --no-audit --no-fund --prefix .venv axe-core@4.14.1 >/dev/null \
    || echo "npm could not install axe-core. The tests that need it are SKIPPED, under CI they fail." >&2
