// Package profile provides the screens about players: [Profile] shows one player, [Ladder]
// lists players by rating, and [Settings] shows the player's own settings.
package profile
