# Starts systemd as the first process of the Debian in WORK/root.
#   boot.sh boot WORK     in a mount namespace of its own; WORK/groups is an empty directory
#   boot.sh clean WORK    removes the control groups of a machine that has ended
set -eu
work=$2
group=$work/groups/${work##*/}
case $1 in
boot)
	mount -t cgroup2 none "$work/groups"
	mkdir "$group"
	echo $$ >"$group/cgroup.procs"
	exec unshare --cgroup --pid --net --uts --ipc --fork --kill-child sh "$0" first "$work"
	;;
first)
	root=$work/root
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
	;;
clean)
	mount -t cgroup2 none "$work/groups"
	for _ in $(seq 100); do # the kernel takes its time with processes that ended
		find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || true
		[ -d "$group" ] || break
		sleep 0.05
	done
	umount "$work/groups"
	;;
esac
