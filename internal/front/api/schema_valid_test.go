package api

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"quadrille/internal/protocol"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func readSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	s, err := c.Compile("../../../docs/api.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func valid(t *testing.T, s *jsonschema.Schema, line string) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
	if err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return s.Validate(value)
}

// TestExampleSessionIsValid checks that the lines of the example session in docs/api.md
// match the schema.
func TestExampleSessionIsValid(t *testing.T) {
	s := readSchema(t)
	text, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, session, _ := strings.Cut(string(text), "```session\n")
	session, _, _ = strings.Cut(session, "```")
	lines := strings.Split(session, "\n")
	checked := 0
	for i, line := range lines {
		// docs/api.md shortens some lists to ["…"], which the schema does not allow
		json := strings.ReplaceAll(strings.TrimLeft(line, "<> "), `["…"]`, `[]`)
		if !strings.HasPrefix(json, "{") {
			continue
		}
		checked++
		invalid := strings.HasPrefix(line, ">") &&
			(strings.Contains(lines[i+1], protocol.UnknownField) || strings.Contains(lines[i+1], protocol.WrongVersion))
		if err := valid(t, s, json); (err != nil) != invalid {
			t.Errorf("%s\n%v", json, err)
		}
	}
	if checked < 10 {
		t.Errorf("the session has only %d lines", checked)
	}
}

// TestEventsAreValid checks that the schema accepts an event with many fields, and rejects
// an event with wrong fields.
func TestEventsAreValid(t *testing.T) {
	s := readSchema(t)
	e := protocol.TableEvent{
		V: protocol.Version, Event: "acted", Table: 7, Seq: 9, At: time.Now(), Player: &protocol.Player{Name: "Robo", Bot: true},
		Seat: "white", Ply: 3, Action: "m7-k7", Notation: "k7", Key: "k1",
	}
	line, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	if err := valid(t, s, string(line)); err != nil {
		t.Errorf("%s: %v", line, err)
	}
	for _, wrong := range []string{
		strings.Replace(string(line), `"key"`, `"kee"`, 1),
		strings.Replace(string(line), `"ply":3`, `"ply":"3"`, 1),
		`{"v":2,"id":"1","command":"move","table":3,"ply":0,"key":"k"}`,
	} {
		if valid(t, s, wrong) == nil {
			t.Errorf("valid: %s", wrong)
		}
	}
}
