package command

import (
	"testing"

	"github.com/spf13/cobra"
)

// TestUsageNamesAllWordsOfACommand checks the usage of a command with two words before its name.
func TestUsageNamesAllWordsOfACommand(t *testing.T) {
	root, admin, key, code := &cobra.Command{}, &cobra.Command{Use: "admin"}, &cobra.Command{Use: "key"}, &cobra.Command{Use: "code NAME"}
	root.AddCommand(admin)
	admin.AddCommand(key)
	key.AddCommand(code)
	if got := usage(code); got != "admin key code NAME" {
		t.Errorf("%q", got)
	}
}
