// Package view holds the values that services publish and that front ends show.
//
// [Lobby] is what the lobby looks like, and [Summary] one table in it. [Waiting] and
// [Invitation] ask something of a player. [Analysis] is the analysis of a finished game. The
// package computes nothing that needs a service.
package view
