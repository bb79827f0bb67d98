// Package e2e tests the whole program. It builds quadrille, starts servers on 127.0.0.1 and
// uses them over ssh as people and programs do: with a terminal emulator, in plain mode,
// with single commands and with the JSON API. It tests what needs a real client: journeys of people,
// terminals, and failures. Everything else is tested in the packages that implement it; behaviour that takes
// minutes or days, with a fake clock.
//
// Environment variables make some tests longer; `make soak` and `make latency` set them.
package e2e
