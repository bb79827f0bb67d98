package parts

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// Encode returns the stored form of an event. It refuses invalid UTF-8, which JSON would
// change silently.
func Encode(e *table.Event) (string, error) {
	if field := notText(e); field != "" {
		return "", &datadir.Refusal{Reason: datadir.Unwritable, Detail: "its " + field + " must be valid UTF-8"}
	}
	utc := *e
	utc.At = e.At.UTC()
	data, err := json.Marshal(&utc)
	if err != nil {
		return "", &datadir.Refusal{Reason: datadir.Unwritable, Detail: "its time must have a year of four digits", Err: err}
	}
	return string(data), nil
}

// Decode decodes a stored event. It refuses unknown fields, because they were written by a
// newer program.
func Decode(data []byte) (table.Event, error) {
	var e table.Event
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(&e)
	return e, err
}

// notText returns the name of the first field that is not valid UTF-8, or "".
func notText(e *table.Event) string {
	switch {
	case !utf8.ValidString(string(e.Kind)):
		return "kind"
	case !utf8.ValidString(e.Action):
		return "action"
	case !utf8.ValidString(e.CommandID):
		return "client's id"
	case !utf8.ValidString(e.Text):
		return "text"
	case !playerIsText(e.Player):
		return "player"
	case !playerIsText(e.Target):
		return "target"
	case !utf8.ValidString(e.PasswordHash):
		return "password hash"
	case e.Terms != nil && !termsAreText(e.Terms):
		return "terms"
	}
	return ""
}

func playerIsText(p *player.Player) bool {
	return p == nil || utf8.ValidString(string(p.ID)) && utf8.ValidString(p.Name)
}

func termsAreText(t *table.Terms) bool {
	for name, value := range t.Options {
		if !utf8.ValidString(name) || !utf8.ValidString(value) {
			return false
		}
	}
	return utf8.ValidString(t.Game)
}
