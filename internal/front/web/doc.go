// Package web serves web pages on which anybody can watch games without logging in. They
// show the tables where games are played, finished games, ladders, and the rounds of a
// club evening. The pages are read-only, set no cookies and work without JavaScript.
//
// [Serve] starts a [Server] with a [Config].
package web
