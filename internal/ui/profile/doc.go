// Package profile is the screens about players: a player's profile, the ladder,
// and one's own settings.
package profile
