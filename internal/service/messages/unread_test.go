package messages_test

import (
	"testing"

	"quadrille/internal/service/messages"
)

// TestMessagesOfABlockedAccountAreNotUnread checks that no count of unread messages stays for
// messages that no list shows.
func TestMessagesOfABlockedAccountAreNotUnread(t *testing.T) {
	f := start(t)
	f.send(ann, bea, "spam")
	f.must(f.Block(t.Context(), bea, ann, true))
	for range 2 {
		if n, _ := f.Unread(bea.ID); n != 0 {
			t.Errorf("%d messages are unread", n)
		}
		f.open()
	}
}

// TestCommandsWithoutANameSayWhatIsMissing checks the advice for commands about a person.
func TestCommandsWithoutANameSayWhatIsMissing(t *testing.T) {
	f := start(t)
	for name, want := range map[string]string{
		"tell": "write a name and a text, for example: tell Inky hello", "unfollow": "write only the name of a person",
		"unblock": "write only the name of a person",
	} {
		if _, err := (messages.Commands{Service: f.Service}).Run(t.Context(), ann, name, ""); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}
