package config

import (
	"strings"
	"testing"
)

// TestPasswordsInURLsAreNotPrinted checks each way to write a password in the URL of a database.
func TestPasswordsInURLsAreNotPrinted(t *testing.T) {
	for _, url := range []string{
		"postgres://q:hunter2@db/q", "postgres://q@db/q?password=hunter2",
		"postgres://q@db/q?sslmode=verify-full&sslkey=/k&sslpassword=hunter2",
	} {
		if text := withoutPassword(url); strings.Contains(text, "hunter2") || !strings.HasPrefix(text, "postgres://q") {
			t.Errorf("%s", text)
		}
	}
}
