// Package acceptance tests Quadrille as it is installed. It installs the Debian package in a
// clean Debian, with systemd as its first process, and runs every command of docs/hosting.md
// in order. `make acceptance` runs the tests as root; they are skipped if a program is
// missing.
package acceptance
