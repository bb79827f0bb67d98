// Package conventions tests the module's own conventions: which packages may import
// which (docs/ARCHITECTURE.md), how large packages and types may be, and how comments,
// strings and names are written. It contains no other code.
package conventions
