// Package profile provides the screens about players: the [Profile] of a player, the
// [Ladder], and the player's own [Settings].
package profile
