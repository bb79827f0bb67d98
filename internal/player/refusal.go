package player

import (
	"fmt"

	"quadrille/internal/refusal"
)

// Reason is a reason to refuse a name, a line of text, a code, a key or a setting.
type Reason = refusal.Reason

// Refusal reports why input was refused. Its text is safe to show.
type Refusal = refusal.Error

// Reasons to refuse a name, a line of text or a code. A comment after a reason explains the
// arguments of its text.
var (
	Empty     = &Reason{Code: "empty-text", Text: "the text is empty; write at least one letter"}
	NotUTF8   = &Reason{Code: "bad-encoding", Text: "that is not valid UTF-8; set your terminal to UTF-8"}
	ManyLines = &Reason{Code: "many-lines", Text: "that is more than one line; write one line"}
	// %[1]s is the character in a safe form, %[2]s lists the permitted characters
	NotAllowed = &Reason{Code: "bad-character", Text: "%[1]s cannot be used here; use %[2]s"}
	// %[1]s is the combining mark
	LooseMark = &Reason{Code: "loose-accent", Text: "%[1]s is an accent without a letter; put at most one accent on each letter"}
	// %[1]s is the maximum width in terminal cells
	TooLong = &Reason{Code: "too-long", Text: "that is too long; it can be at most %[1]s characters wide"}
	// %[1]s lists the scripts
	TwoScripts = &Reason{Code: "mixed-scripts", Text: "a name can use letters of only one script, but that name mixes %[1]s"}
	// %[1]s is the letter with its accents
	TwoWidths      = &Reason{Code: "unclear-width", Text: "terminals draw %[1]s in different widths; use other letters"}
	RightToLeft    = &Reason{Code: "right-to-left", Text: "a name must be written from left to right; use letters of another script"}
	BadStart       = &Reason{Code: "bad-name-start", Text: "a name must begin with a letter or a digit"}
	NoLetter       = &Reason{Code: "no-letter", Text: "a name must have at least one letter"}
	Reserved       = &Reason{Code: "reserved-name", Text: "the name %[1]s is reserved; choose another"}
	Taken          = &Reason{Code: "name-taken", Text: "the name %[1]s is taken, or looks like one that is; choose another"}
	FixedGuestName = &Reason{Code: "guest-name", Text: "guests cannot choose a name; connect with a key to choose one"}
	UnknownCode    = &Reason{Code: "no-return-code", Text: "that is not a return code; a return code looks like k7f3-9mpw-x2qd-h8ta"}
)

// Reasons to refuse a change of keys.
var (
	KeylessGuest = &Reason{Code: "guest-keys", Text: "a guest has no keys; connect with a key to get an account"}
	Nameless     = &Reason{Code: "account-nameless", Text: "this account has no name yet; run \"name NAME\" first, then add keys"}
	CodeNotOpen  = &Reason{Code: "code-not-open", Text: "that code is used, expired or mistyped; run \"keys add\" to create a new one"}
	// %[1]s is the name of the account
	HasAccount = &Reason{Code: "key-has-account", Text: "this key belongs to the account of %[1]s; remove it there first"}
	KeyKnown   = &Reason{Code: "key-known", Text: "the account already has this key"}
	LastKey    = &Reason{Code: "last-key", Text: "that is the last key of this account; add another key before you remove it"}
	NoSuchKey  = &Reason{Code: "no-such-key", Text: "this account has no such key; run \"keys\" to see its keys"}
	// %[1]s is the maximum number of keys
	ManyKeys  = &Reason{Code: "many-keys", Text: "this account has %[1]s keys already; remove one first"}
	ManyCodes = &Reason{Code: "many-codes", Text: "too many unused key codes exist on this server; try again in ten minutes"}
	KeyMoved  = &Reason{Code: "key-moved", Text: "your key belongs to another account now; connect again"}
)

// Reasons to refuse a setting.
var (
	// %[1]s is the unknown name, %[2]s lists all settings
	NoSuchSetting = &Reason{Code: "no-such-setting", Text: "there is no setting %[1]s; the settings are: %[2]s"}
	// %[1]s describes the wrong value, %[2]s lists the valid values
	NoSuchValue   = &Reason{Code: "no-such-value", Text: "%[1]s; choose one of: %[2]s"}
	GuestSettings = &Reason{Code: "guest-settings", Text: "to store settings, connect with a key; ctrl+s changes them for this session"}
)

// visible returns a refused character in a form that is safe to show: the character itself
// if lines of text may contain it, otherwise its code point.
func visible(r rune) string {
	if letter(r) || textSign(r) {
		return string(r)
	}
	return fmt.Sprintf("the character U+%04X", r)
}
