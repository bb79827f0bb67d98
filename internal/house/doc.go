// Package house has no code. Its tests keep the walls between the rooms that
// docs/ARCHITECTURE.md draws: who may import whom, and that no game is named
// outside its own room.
package house
