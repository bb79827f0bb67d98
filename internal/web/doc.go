// Package web serves pages of the games that any stranger may watch: the tables that are
// being played, finished games, ladders and the boards of an evening. Pages are read-only
// and have no cookies. They work without JavaScript.
//
// The main types are [Server] and [Config].
package web
