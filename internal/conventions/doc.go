// Package conventions tests whether this module follows its conventions: which packages may
// import which (docs/ARCHITECTURE.md), how wide lines may be, and how comments,
// strings and names are written. It contains only tests.
package conventions
