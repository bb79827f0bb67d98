// Package conventions tests the conventions of this module: which packages may import which
// (docs/ARCHITECTURE.md), how large packages and types may be, and how comments, strings and
// names are written. It contains only tests.
package conventions
