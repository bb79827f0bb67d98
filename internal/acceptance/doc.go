// Package acceptance tests an installed Quadrille server. It installs the Debian package in a
// fresh Debian system that runs systemd, and runs every command of docs/hosting.md in order.
// Run the tests as root with `make acceptance`; they are skipped if a program is missing.
package acceptance
