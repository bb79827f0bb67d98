package api

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/internal/table"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/api.schema.json anew")

const schemaFile = "../../docs/api.schema.json"

type object map[string]any

// fieldWords are the words that fields of requests can hold.
var fieldWords = map[string]map[string][]string{
	"offer": {"what": slices.Sorted(maps.Keys(offers)), "say": {"accept", "decline", "offer"}},
	"vote":  {"choice": choices()},
}

func choices() (list []string) {
	for _, c := range table.Choices {
		list = append(list, string(c))
	}
	return list
}

// schema is the lines as the types have them, in the words of JSON Schema.
func schema() object {
	defs := object{}
	requests, results := []any{}, []any{}
	for i := range verbs {
		v := &verbs[i]
		name := v.name
		request := objectOf(v.in, defs)
		properties := request["properties"].(object)
		for field, words := range fieldWords[name] {
			properties[field] = object{"enum": words}
		}
		properties["v"], properties["do"] = object{"const": Version}, object{"const": name}
		properties["id"] = object{"type": "string", "maxLength": maxID}
		request["required"] = append([]string{"v", "do"}, request["required"].([]string)...)
		defs[name+"-request"] = request
		requests = append(requests, ref(name+"-request"))
		result := of(reflect.TypeOf(v.result), defs)
		defs[name+"-result"] = result
		results = append(results, ref(name+"-result"))
	}
	fault := of(reflect.TypeFor[Fault](), defs)
	defs["answer"] = object{
		"type": "object", "required": []string{"v"},
		"properties": object{
			"v": object{"const": Version}, "id": object{"type": "string"},
			"result": object{"anyOf": results}, "error": fault,
		},
		"oneOf": []any{object{"required": []string{"result"}}, object{"required": []string{"error"}}},
	}
	events := []any{}
	for _, e := range []any{Event{}, TurnEvent{}, CallEvent{}, NoticeEvent{}, leftEvent{}} {
		events = append(events, of(reflect.TypeOf(e), defs))
	}
	defs["request"], defs["told"] = object{"oneOf": requests}, object{"anyOf": events}
	return object{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"title":       "quadrille api, version 1",
		"description": "A line from a program is a request; a line from the server is an answer, which has the id of its request, or an event. docs/api.md tells what they mean.",
		"oneOf":       []any{ref("request"), ref("answer"), ref("told")},
		"$defs":       defs,
	}
}

func ref(name string) object { return object{"$ref": "#/$defs/" + name} }

// of is a type's schema; a struct with a name of its own becomes a definition.
func of(t reflect.Type, defs object) object {
	switch {
	case t.Kind() == reflect.Pointer:
		return of(t.Elem(), defs)
	case t == reflect.TypeFor[time.Time]():
		return object{"type": "string", "format": "date-time"}
	}
	switch t.Kind() {
	case reflect.Struct:
		if name := strings.ToLower(t.Name()); defs[name] == nil {
			defs[name] = object{} // it may hold itself
			defs[name] = objectOf(t, defs)
		}
		return ref(strings.ToLower(t.Name()))
	case reflect.Slice:
		return object{"type": "array", "items": of(t.Elem(), defs)}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": of(t.Elem(), defs)}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	}
	return object{"type": "integer"}
}

func objectOf(t reflect.Type, defs object) object {
	properties, required := object{}, []string{}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			inner := objectOf(f.Type, defs)
			for name, p := range inner["properties"].(object) {
				properties[name] = p
			}
			required = append(required, inner["required"].([]string)...)
			continue
		}
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		properties[name] = of(f.Type, defs)
		if option == "" {
			required = append(required, name)
		}
	}
	return object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// What programs are promised is what the types have: change both, with -update,
// and never so that an old program breaks.
func TestTheSchemaIsThatOfTheTypes(t *testing.T) {
	now, err := json.MarshalIndent(schema(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	now = append(now, '\n')
	if *update {
		if err := os.WriteFile(schemaFile, now, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(now, file) {
		t.Errorf("docs/api.schema.json is another: go test ./internal/api -run Schema -update\n%s", cmp.Diff(string(file), string(now)))
	}
}

// Programs are told of every event that there is, so docs/api.md has to name it;
// and of every request.
func TestTheDocsNameAllThatIsSaid(t *testing.T) {
	docs, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("../table/event.go")
	if err != nil {
		t.Fatal(err)
	}
	words := verbNames()
	for _, kind := range regexp.MustCompile(`Kind = "([a-z-]+)"`).FindAllSubmatch(source, -1) {
		words = append(words, string(kind[1]))
	}
	reasons, err := os.ReadFile("../table/refusal.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, code := range regexp.MustCompile(`Code: "([^"]*)"`).FindAllSubmatch(reasons, -1) {
		word := string(code[1])
		if seen[word] || !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(word) {
			t.Errorf("the code %q of a table's refusal is no code, or stands twice", word)
		}
		seen[word] = true
		words = append(words, word)
	}
	if len(words) < 120 {
		t.Fatalf("only %d words were found", len(words))
	}
	for _, word := range words {
		if !bytes.Contains(docs, []byte("`"+word+"`")) {
			t.Errorf("docs/api.md does not tell of %q", word)
		}
	}
}

const docsFile = "../../docs/api.md"

// TestTheDocsAreGenerated compares the tables of docs/api.md with the verbs and the
// table's commands.
func TestTheDocsAreGenerated(t *testing.T) {
	text, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	now := string(text)
	for name, table := range map[string]string{"requests": verbTable(), "commands": commandTable()} {
		begin, end := "<!-- generated: "+name+" -->\n", "<!-- end -->\n"
		before, rest, found := strings.Cut(now, begin)
		_, after, ended := strings.Cut(rest, end)
		if !found || !ended {
			t.Fatalf("docs/api.md has no place for %s", name)
		}
		now = before + begin + table + end + after
	}
	if *update {
		if err := os.WriteFile(docsFile, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if now != string(text) {
		t.Errorf("docs/api.md is out of date: go generate ./internal/api\n%s", cmp.Diff(string(text), now))
	}
}

func verbTable() string {
	var b strings.Builder
	b.WriteString("| do | fields | what |\n| --- | --- | --- |\n")
	for i := range verbs {
		v := &verbs[i]
		var fields []string
		for _, f := range v.fields[3:] {
			if field := "`" + f + "`"; slices.Contains(v.needs, f) {
				fields = append(fields, field)
			} else {
				fields = append(fields, field+"?")
			}
		}
		help := v.help
		for _, row := range table.Commands {
			if help == "" && row.JSON.Do == v.name {
				help = row.Help
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", v.name, strings.Join(fields, ", "), help)
	}
	return b.String()
}

func commandTable() string {
	var b strings.Builder
	b.WriteString("| command | request | when | who | what |\n| --- | --- | --- | --- | --- |\n")
	for _, row := range table.Commands {
		request := "none"
		if row.JSON.Do != "" {
			request = "`" + row.JSON.Do + "`"
		}
		if row.JSON.What != "" {
			request += fmt.Sprintf(", `what` `%s`, `say` `%s`", row.JSON.What, row.JSON.Say)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %v | %v | %s |\n", row.Names[0], request, row.In, row.By, row.Help)
	}
	return b.String()
}
