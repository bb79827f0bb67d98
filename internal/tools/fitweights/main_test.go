package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/bot/placement"
)

// TestFitOfStrengthsKeepsThePolicy checks that a fit of the strengths of seats does not delete the
// fitted policy.
func TestFitOfStrengthsKeepsThePolicy(t *testing.T) {
	weights, err := os.ReadFile("../../bot/placement/weights.json")
	if err != nil {
		t.Fatal(err)
	}
	s := settings{games: 72, nodes: 4, plies: 400, workers: 2, form: "forchess", out: filepath.Join(t.TempDir(), "weights.json")}
	if err := os.WriteFile(s.out, weights, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.run(); err != nil {
		t.Fatal(err)
	}
	var before, after placement.Table
	if err := json.Unmarshal(weights, &before); err != nil {
		t.Fatal(err)
	}
	if weights, err = os.ReadFile(s.out); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(weights, &after); err != nil {
		t.Fatal(err)
	}
	form := "forchess cutthroat=on"
	if cmp.Equal(before[form].Strength, after[form].Strength) {
		t.Error("the strengths were not fitted")
	}
	after[form].Strength = before[form].Strength
	if diff := cmp.Diff(before, after); diff != "" {
		t.Error(diff)
	}
}
