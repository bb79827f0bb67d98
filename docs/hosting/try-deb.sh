#!/usr/bin/env bash
# Tries the Debian package in a clean Debian: installed, started by hand, used by
# ssh, upgraded while four armies stand on the board, removed, purged. The package
# that is upgraded from holds the program as it was at the commit OLD, so that its
# database is an old one.
#
#   docs/hosting/try-deb.sh        as root; needs mmdebstrap, ssh, Go and a Debian mirror
#
# Nothing of systemd runs in that root: verify.sh and try-systemd.sh are for that.
set -euo pipefail
cd "$(dirname "$0")/../.."

OLD=${OLD:-3f36481}
PORT=${PORT:-22822}
SUITE=${SUITE:-bookworm}

work=$(mktemp -d /tmp/quadrille-deb.XXXXXX)
root=$work/root
server=
finish() {
	[ -z "$server" ] || kill -9 "$server" 2>/dev/null || true
	wait 2>/dev/null || true
	rm -rf "$work"
}
trap finish EXIT

say() { printf '\n== %s\n' "$*"; }
fail() {
	echo "FAILED: $*" >&2
	exit 1
}
# want TEXT COMMAND...: what the command says has to hold that text.
want() {
	local text=$1 said
	shift
	said=$("$@" </dev/null 2>&1) || fail "$* ($said)"
	grep -qF -- "$text" <<<"$said" || fail "$*: said '$said', without '$text'"
	echo "ok: $*: $text"
}

# as WHO COMMAND...: over ssh, with a key of his own.
as() {
	local who=$1
	shift
	ssh -p "$PORT" -i "$work/$who" -o IdentitiesOnly=yes -o BatchMode=yes -o LogLevel=ERROR \
		-o StrictHostKeyChecking=accept-new -o UserKnownHostsFile="$work/known" 127.0.0.1 "$@"
}
in_root() { chroot "$root" "$@"; }

start() {
	chroot --userspec=quadrille:quadrille "$root" /usr/bin/quadrille serve "$@" >"$work/said" 2>"$work/log" &
	server=$!
	for _ in $(seq 100); do
		if grep -q '^ssh ' "$work/said"; then return; fi
		kill -0 "$server" 2>/dev/null || break
		sleep 0.1
	done
	cat "$work/said" "$work/log" >&2
	fail "the server does not start"
}
stop() {
	kill "$server"
	wait "$server" || fail "the server ended with status $?"
	server=
}

say "two packages: the program of $OLD as 0.0.9, and what is here as 0.2"
mkdir "$work/old"
git archive "$OLD" | tar -x -C "$work/old"
(cd "$work/old" && CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$work/quadrille-old" ./cmd/quadrille)
arch=$(dpkg --print-architecture)
make --no-print-directory deb VERSION=0.2 >/dev/null
mv "bin/quadrille-$arch" "$work/quadrille-new"
cp "$work/quadrille-old" "bin/quadrille-$arch"
ARCH=$arch VERSION=0.0.9 go run github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.0 package -f docs/hosting/nfpm.yaml -p deb -t "$work" >/dev/null
mv "$work/quadrille-new" "bin/quadrille-$arch"
mv "bin/quadrille_0.2.0_$arch.deb" "$work"

say "a clean Debian $SUITE"
mmdebstrap --quiet --variant=minbase "$SUITE" "$root"

say "installed"
cp "$work"/*.deb "$root/tmp/"
want "does not run yet" in_root dpkg -i "/tmp/quadrille_0.0.9_$arch.deb"
want "install ok installed 0.0.9" in_root dpkg-query -W -f '${Status} ${Version}' quadrille
want "/usr/sbin/nologin" in_root getent passwd quadrille
want "700 quadrille quadrille" in_root stat -c '%a %U %G' /var/lib/quadrille
want "644 root root" in_root stat -c '%a %U %G' /etc/quadrille/quadrille.toml

say "started by hand, used by ssh"
start --data /var/lib/quadrille --listen "127.0.0.1:$PORT"
for who in ada bea; do ssh-keygen -q -t ed25519 -N '' -f "$work/$who"; done
want "Ada" as ada name Ada
want "Bea" as bea name Bea
want "1" as ada new chess4
as ada plain <<<$'sit 1 white\nsit 1 black\nready white\nready black\nquit' >/dev/null
as bea plain <<<$'sit 1 silver\nsit 1 gold\nready silver\nready gold\nquit' >/dev/null
as ada move 1 m7-k7 </dev/null >/dev/null
want "m7-k7" as ada record 1
want "600 quadrille quadrille" in_root stat -c '%a %U %G' /var/lib/quadrille/quadrille.db
hostkey=$(in_root sha256sum /var/lib/quadrille/host_ed25519)

say "upgraded while the server runs"
echo '# a line of the host' >>"$root/etc/quadrille/quadrille.toml"
want "Setting up quadrille (0.2.0)" in_root dpkg -i "/tmp/quadrille_0.2.0_$arch.deb"
want "# a line of the host" in_root cat /etc/quadrille/quadrille.toml
want "m7-k7" as ada record 1 # the old server, which plays on
stop
start --config /etc/quadrille/quadrille.toml --listen "127.0.0.1:$PORT"
want "quadrille 0.2" in_root quadrille version
want "m7-k7" as ada record 1 # the new one; ssh knows its host key
[ "$hostkey" = "$(in_root sha256sum /var/lib/quadrille/host_ed25519)" ] || fail "another host key"
want "Ada" as ada whoami
as bea move 1 j1-k3 </dev/null >/dev/null
want "j1-k3" as ada record 1
in_root find /var/lib/quadrille -type f -printf '%f %m %u\n' | sort

say "a backup while it runs, restored and served elsewhere"
in_root runuser -u quadrille -- quadrille backup /var/lib/quadrille/backup.tar --data /var/lib/quadrille --config /etc/quadrille/quadrille.toml
stop
in_root quadrille restore /var/lib/quadrille/backup.tar --data /srv/quadrille
in_root chown -R quadrille:quadrille /srv/quadrille
start --config /etc/quadrille/quadrille.toml --data /srv/quadrille --listen "127.0.0.1:$PORT"
want "j1-k3" as ada record 1

say "removed while it runs, then purged: the club's data stay"
want "Removing quadrille" in_root dpkg -r quadrille
want "j1-k3" as ada record 1
stop
[ ! -e "$root/usr/bin/quadrille" ] || fail "the program is still there"
[ ! -e "$root/usr/lib/systemd/system/quadrille.service" ] || fail "the unit is still there"
[ -e "$root/etc/quadrille/quadrille.toml" ] || fail "removing took the configuration, which purging does"
want "still in /var/lib/quadrille" in_root dpkg -P quadrille
[ ! -e "$root/etc/quadrille" ] || fail "the configuration is still there"
[ -s "$root/var/lib/quadrille/quadrille.db" ] || fail "the games are gone"

say "all of it went well"
