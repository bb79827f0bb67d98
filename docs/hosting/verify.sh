#!/usr/bin/env bash
# What systemd says of the units: nothing is wrong with them, and how much a
# server could do that somebody has got hold of (0.0 nothing, 10.0 everything).
#
#   docs/hosting/verify.sh BINARY
set -euo pipefail
binary=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)

# Where the program is not installed, verify misses it: it looks at copies.
units=$(mktemp -d)
trap 'rm -rf "$units"' EXIT
for unit in quadrille.service quadrille.socket; do
	sed -e "s|/usr/bin/quadrille|$binary|" -e '/^Documentation=/d' "$here/$unit" >"$units/$unit"
done
systemd-analyze verify "$units/quadrille.service" "$units/quadrille.socket"
# Whoever lets it be worse than this takes something back.
systemd-analyze security --no-pager --offline=yes --threshold=15 "$units/quadrille.service" | tail -n 1
