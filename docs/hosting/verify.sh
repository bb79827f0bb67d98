#!/usr/bin/env bash
# Check the units with systemd, and print the exposure of the system to a compromised
# server (0.0 none, 10.0 full).
#
#   docs/hosting/verify.sh BINARY
set -euo pipefail
binary=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)

# Check copies that name the binary, because it may not be installed.
units=$(mktemp -d)
trap 'rm -rf "$units"' EXIT
for unit in "$here"/quadrille*.service "$here"/quadrille*.socket "$here"/quadrille*.timer; do
	sed -e "s|/usr/bin/quadrille|$binary|" -e '/^Documentation=/d' "$unit" >"$units/$(basename "$unit")"
done
systemd-analyze verify "$units"/*
# Fail if the exposure of a service is above 1.5.
for unit in "$units"/*.service; do
	systemd-analyze security --no-pager --offline=yes --threshold=15 "$unit" | tail -n 1
done
