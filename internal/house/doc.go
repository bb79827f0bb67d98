// Package house contains only tests of the repository's own rules: which packages may
// import which (docs/ARCHITECTURE.md), how large packages and types may be, and how
// comments, strings and names are written.
package house
