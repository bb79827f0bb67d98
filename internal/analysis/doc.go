// Package analysis lets the strongest bot judge the moves of finished games, and opens
// boards on which somebody tries moves.
package analysis
