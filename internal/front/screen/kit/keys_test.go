package kit

import (
	"testing"
)

// No key has two actions on any screen.
func TestKeysHaveOneAction(t *testing.T) {
	for name, lists := range map[string][][]Binding{
		"table": {CommonKeys, TableKeys}, "after the end": {CommonKeys, FinishedKeys},
		"lobby":            {CommonKeys, LobbyKeys},
		"before the start": {CommonKeys, WaitingKeys},
	} {
		seen := map[string]bool{}
		for _, list := range lists {
			for _, b := range list {
				for _, key := range b.Keys() {
					if seen[key] {
						t.Errorf("%s: %s has two actions", name, key)
					}
					seen[key] = true
				}
			}
		}
	}
	for _, b := range TableKeys {
		for _, key := range b.Keys() {
			if key >= "a" && key <= "z" && len(key) == 1 {
				t.Errorf("%s belongs to the move line", key)
			}
		}
	}
}
