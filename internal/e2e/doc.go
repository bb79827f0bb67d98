// Package e2e tests the whole program: it builds quadrille, starts servers on
// 127.0.0.1 and uses them over ssh as people and programs do, with a terminal
// emulator, line by line, by single commands and as JSON. What people do at a table
// is tested under several types of terminal (onEachTerminal). What takes minutes or
// days has its tests in virtual time, beside the code.
//
// Environment variables make some tests longer; `make soak` and `make latency` set
// them.
package e2e
