#!/usr/bin/env bash
# Tries the package under a real systemd, which is the first process of a Debian
# of its own (in namespaces of process, mount, network and control groups): the
# unit with all that it forbids, the socket, reload, a server that dies or hangs,
# an upgrade, removal.
#
#   docs/hosting/try-systemd.sh        as root, with control groups v2; needs mmdebstrap, Go and a Debian mirror
set -euo pipefail
cd "$(dirname "$0")/../.."
SUITE=${SUITE:-bookworm}

if [ "${1:-}" = boot ]; then # in namespaces of mounts alone: the way to the first process
	work=$2 root=$2/root
	mount -t cgroup2 none "$work/groups"
	mkdir "$work/groups/${work##*/}"
	echo $$ >"$work/groups/${work##*/}/cgroup.procs"
	exec unshare --cgroup --pid --net --uts --ipc --fork --kill-child "$0" first "$root"
elif [ "${1:-}" = first ]; then
	root=$2
	mount --bind "$root" "$root"
	mount -t proc proc "$root/proc"
	mount -o bind,ro "$root/proc/sys" "$root/proc/sys"
	mount -t sysfs -o ro sysfs "$root/sys"
	mount -t cgroup2 none "$root/sys/fs/cgroup"
	mount -t tmpfs -o mode=755 tmpfs "$root/run"
	hostname club
	ip link set lo up
	mkdir -p "$root/outside"
	cd "$root"
	pivot_root . outside
	umount -l /outside
	exec env -i container=quadrille PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
fi

work=$(mktemp -d /tmp/quadrille-systemd.XXXXXX)
root=$work/root
booted=
first=
finish() {
	[ -z "$first" ] || kill -9 "$first" 2>/dev/null || true # with all that it has started
	[ -z "$booted" ] || wait "$booted" 2>/dev/null || true
	mount -t cgroup2 none "$work/groups" 2>/dev/null || true
	for _ in $(seq 50); do # the kernel takes its time with the dead
		find "$work/groups/${work##*/}" -depth -type d -exec rmdir {} + 2>/dev/null || true
		[ -d "$work/groups/${work##*/}" ] || break
		sleep 0.1
	done
	umount "$work/groups" 2>/dev/null || true
	rm -rf "$work"
}
trap finish EXIT

say() { printf '\n== %s\n' "$*"; }
fail() {
	echo "FAILED: $*" >&2
	inside journalctl -u quadrille -n 40 -o cat --no-pager >&2 || true
	exit 1
}
inside() { nsenter -t "$first" -m -p -n -u -i -C -- "$@"; }
want() {
	local text=$1 said
	shift
	said=$("$@" </dev/null 2>&1) || fail "$* ($said)"
	grep -qF -- "$text" <<<"$said" || fail "$*: said '$said', without '$text'"
	echo "ok: $*: $text"
}
# eventually TEXT COMMAND...: within half a minute.
eventually() {
	local text=$1
	shift
	for _ in $(seq 300); do
		if "$@" </dev/null 2>&1 | grep -qF -- "$text"; then
			echo "ok: $*: $text"
			return
		fi
		sleep 0.1
	done
	fail "$*: never said '$text'"
}
ada() { inside ssh -n -p 2222 -i /root/ada -o BatchMode=yes -o LogLevel=ERROR -o StrictHostKeyChecking=accept-new 127.0.0.1 "$@"; }
property() { inside systemctl show -P "$1" quadrille.service; }

say "a Debian $SUITE with systemd, and two packages"
arch=$(dpkg --print-architecture)
mmdebstrap --quiet --variant=minbase --include=systemd,dbus,openssh-client,curl "$SUITE" "$root"
for version in 0.1 0.2; do
	make --no-print-directory deb VERSION=$version >/dev/null
	mv "bin/quadrille_$version.0_$arch.deb" "$root/root/"
done
mkdir "$work/groups"
unshare --mount --propagation private "$0" boot "$work" >"$work/log" 2>&1 &
booted=$!
for _ in $(seq 100); do
	first=$(pgrep -P "$booted" -x systemd) && break
	sleep 0.1
done
[ -n "$first" ] || { cat "$work/log"; exit 1; }
eventually "running" inside systemctl is-system-running

say "installed and begun as docs/hosting.md says"
want "does not run yet" inside dpkg -i "/root/quadrille_0.1.0_$arch.deb"
want "inactive" inside sh -c 'systemctl is-active quadrille.service || true'
sed -i 's/^#listen/listen/' "$root/etc/quadrille/quadrille.toml"
inside systemctl enable --quiet --now quadrille.socket quadrille.service
want "active" inside systemctl is-active quadrille.service
want "people come in at" property StatusText
code=$(inside journalctl -u quadrille -o cat --no-pager | sed -n 's/.* join //p')
inside ssh-keygen -q -t ed25519 -N '' -f /root/ada
want "you are owner" ada join "$code"
want "Ada" ada name Ada
want "1" ada new chess4
want "well" inside curl -sS http://127.0.0.1:9618/healthz
want "process_open_fds" inside curl -sS http://127.0.0.1:9618/metrics

want "a server uses it" inside runuser -u quadrille -- quadrille doctor --config /etc/quadrille/quadrille.toml

say "what it may not"
pid() { property MainPID; }
want "NoNewPrivs:	1" inside cat "/proc/$(pid)/status"
want "Seccomp:	2" inside cat "/proc/$(pid)/status"
want "CapBnd:	0000000000000000" inside cat "/proc/$(pid)/status"
want "quadrille" inside stat -c %U "/proc/$(pid)"
want "exposure level" inside systemd-analyze security --no-pager quadrille.service
inside systemd-analyze security --no-pager quadrille.service | tail -n 1

say "reload: the same process, and a configuration that is wrong changes nothing"
before=$(pid)
inside systemctl reload quadrille || fail "reload"
eventually "the configuration was read again" inside journalctl -u quadrille -o cat --no-pager
echo 'nonsense = 1' >>"$root/etc/quadrille/quadrille.toml"
inside systemctl reload quadrille || fail "reload"
eventually "the configuration is wrong" inside journalctl -u quadrille -o cat --no-pager
sed -i '/nonsense/d' "$root/etc/quadrille/quadrille.toml"
[ "$before" = "$(pid)" ] || fail "a reload made another process"
want "active" inside systemctl is-active quadrille.service

say "stopped, the socket stays: who comes starts the server"
inside systemctl stop quadrille.service
want "Ada" ada whoami
want "active" inside systemctl is-active quadrille.service

say "killed: the next one is there at once, and who comes meanwhile waits"
inside sh -c "kill -9 $(pid)"
want "1  waiting" ada tables
want "1" property NRestarts

say "stuck: systemd notices"
mkdir -p "$root/etc/systemd/system/quadrille.service.d"
printf '[Service]\nWatchdogSec=2\n' >"$root/etc/systemd/system/quadrille.service.d/soon.conf"
inside systemctl daemon-reload
inside systemctl restart quadrille.service
inside sh -c "kill -STOP $(pid)"
eventually "Watchdog timeout" inside journalctl -u quadrille -o cat --no-pager
want "1  waiting" ada tables

say "upgraded while it runs"
want "Setting up quadrille (0.2.0)" inside dpkg -i "/root/quadrille_0.2.0_$arch.deb"
want "1  waiting" ada tables
want "quadrille 0.2" ada version
want "Result=success" inside systemctl show quadrille.service -p Result

say "removed while it runs"
want "Removing quadrille" inside dpkg -r quadrille
want "inactive" inside sh -c 'systemctl is-active quadrille.socket quadrille.service || true'
[ -s "$root/var/lib/quadrille/quadrille.db" ] || fail "the games are gone"
want "0 loaded units listed" inside systemctl list-units --failed --no-pager

say "all of it went well"
