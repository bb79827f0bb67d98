package api

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// published is the schema as programs read it.
func published(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	s, err := c.Compile("../../docs/api.schema.json")
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

// Every line of the session in docs/api.md is one that the schema knows.
func TestTheExampleFitsTheSchema(t *testing.T) {
	s := published(t)
	text, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, session, _ := strings.Cut(string(text), "```session\n")
	session, _, _ = strings.Cut(session, "```")
	lines := strings.Split(session, "\n")
	checked := 0
	for i, line := range lines {
		json := strings.ReplaceAll(strings.TrimLeft(line, "<> "), `["…"]`, `[]`) // left out there
		if !strings.HasPrefix(json, "{") {
			continue
		}
		checked++
		mistake := strings.HasPrefix(line, ">") && strings.Contains(lines[i+1], UnknownField)
		if err := valid(t, s, json); (err != nil) != mistake {
			t.Errorf("%s\n%v", json, err)
		}
	}
	if checked < 10 {
		t.Errorf("only %d lines are a session", checked)
	}
}

// An event fits it with everything that it can have, and with nothing else.
func TestEventsFitTheSchema(t *testing.T) {
	s := published(t)
	e := Event{
		V: Version, Event: "acted", Table: 7, Seq: 9, At: time.Now(), Who: &Person{Name: "Robo", Machine: true},
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
		`{"v":1,"id":"1","do":"act","table":3,"ply":0,"key":"k"}`,
	} {
		if valid(t, s, wrong) == nil {
			t.Errorf("that fits too: %s", wrong)
		}
	}
}
