// Package acceptance tests Quadrille as it is installed: the Debian package in a
// clean Debian whose first process is systemd, and every command of
// docs/hosting.md, in its order. It has tests only. They are run by `make
// acceptance`, need root, and skip what a missing program does not allow.
package acceptance
