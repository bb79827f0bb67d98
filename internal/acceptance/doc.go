// Package acceptance tests Quadrille as it is installed: the Debian package in a
// clean Debian whose first process is systemd, and every command of
// docs/hosting.md, in its order. It has tests only: `make
// acceptance` runs them as root, and they are skipped if a program is missing.
package acceptance
