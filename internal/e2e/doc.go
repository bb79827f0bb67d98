// Package e2e tests the whole program. It builds quadrille, starts servers on 127.0.0.1 and
// uses them over ssh as people and programs do: with a terminal emulator, in plain mode,
// with single commands and with the JSON API. Tests of drawing run with several terminal
// types (onEachTerminal), and others with one of them (onOneTerminal). Behaviour that takes minutes or days is tested with a fake clock
// in the packages that implement it.
//
// Environment variables make some tests longer; `make soak` and `make latency` set them.
package e2e
