// Package simulation runs whole servers without sockets in virtual time, disturbs them, and
// checks what they promise. It consists of tests; docs/reliability.md describes them.
package simulation
