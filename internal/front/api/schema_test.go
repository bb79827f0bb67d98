package api

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/internal/protocol"
	"quadrille/internal/table"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/api.schema.json and the tables of docs/api.md")

const schemaFile = "../../../docs/api.schema.json"

type object map[string]any

// fieldValues holds the allowed values of each field that accepts only certain values, by
// command and field.
var fieldValues = map[string]map[string][]string{
	"offer":   {"offer": slices.Sorted(maps.Keys(offers("offer")))},
	"accept":  {"offer": slices.Sorted(maps.Keys(offers("accept")))},
	"decline": {"offer": slices.Sorted(maps.Keys(offers("decline")))},
	"vote":    {"choice": choices()},
}

func choices() (list []string) {
	for _, c := range table.Choices {
		list = append(list, string(c))
	}
	return list
}

// schema returns a JSON Schema for the lines of the API.
func schema() object {
	defs := object{}
	requests, results := []any{}, []any{}
	for i := range commands {
		c := &commands[i]
		name := c.name
		request := objectOf(c.in, defs)
		properties := request["properties"].(object)
		for field, values := range fieldValues[name] {
			properties[field] = object{"enum": values}
		}
		properties["v"], properties["command"] = object{"const": protocol.Version}, object{"const": name}
		properties["id"] = object{"type": "string", "maxLength": maxID}
		request["required"] = append([]string{"v", "command"}, request["required"].([]string)...)
		defs[name+"-request"] = request
		requests = append(requests, ref(name+"-request"))
		if result := of(reflect.TypeOf(c.result), defs); !slices.ContainsFunc(
			results,
			func(r any) bool { return reflect.DeepEqual(r, result) },
		) {
			results = append(results, result)
		}
	}
	failure := of(reflect.TypeFor[protocol.Error](), defs)
	defs["answer"] = object{
		"type": "object", "required": []string{"v"},
		"properties": object{
			"v": object{"const": protocol.Version}, "id": object{"type": "string"},
			"result": object{"anyOf": results}, "error": failure,
		},
		"oneOf": []any{object{"required": []string{"result"}}, object{"required": []string{"error"}}},
	}
	events := []any{}
	for _, e := range []any{
		protocol.TableEvent{},
		protocol.TurnEvent{},
		protocol.RatedEvent{},
		protocol.InvitationEvent{},
		protocol.NoticeEvent{},
		protocol.MessageEvent{},
		protocol.FollowedEvent{},
		protocol.UnfollowedEvent{},
	} {
		events = append(events, of(reflect.TypeOf(e), defs))
	}
	defs["request"], defs["event"] = object{"oneOf": requests}, object{"anyOf": events}
	return object{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   fmt.Sprintf("Quadrille JSON API, version %d", protocol.Version),
		"description": "A line from the client is a request. A line from the server is an answer, with the id of its request, or an " +
			"event. docs/api.md describes them.",
		"oneOf": []any{ref("request"), ref("answer"), ref("event")},
		"$defs": defs,
	}
}

func ref(name string) object { return object{"$ref": "#/$defs/" + name} }

// definition returns the name of a type in the schema, such as "table-event" for TableEvent.
func definition(t reflect.Type) string {
	name := regexp.MustCompile("[A-Z]").ReplaceAllString(t.Name(), "-$0")
	return strings.ToLower(strings.TrimPrefix(name, "-"))
}

// of returns the schema of a type. For a struct, it adds the schema to defs and returns a
// reference to the schema.
func of(t reflect.Type, defs object) object {
	switch {
	case t.Kind() == reflect.Pointer:
		return of(t.Elem(), defs)
	case t == reflect.TypeFor[time.Time]():
		return object{"type": "string", "format": "date-time"}
	}
	switch t.Kind() {
	case reflect.Struct:
		if name := definition(t); defs[name] == nil {
			defs[name] = object{} // reserve the name, because the type may contain itself
			defs[name] = objectOf(t, defs)
		}
		return ref(definition(t))
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

// TestSchemaIsUpToDate checks that the published schema agrees with the Go types of the JSON
// API. With the flag -update it writes the schema. If you rename or remove a field, increase
// the constant Version.
func TestSchemaIsUpToDate(t *testing.T) {
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
		t.Errorf("docs/api.schema.json is out of date: go generate ./internal/front/api\n%s", cmp.Diff(string(file), string(now)))
	}
}

// TestDocsNameAllEvents checks that docs/api.md mentions every kind of event.
func TestDocsNameAllEvents(t *testing.T) {
	docs := read(t, docsFile)
	kinds := regexp.MustCompile(`Kind = "([a-z-]+)"`).FindAllStringSubmatch(read(t, "../../table/event.go"), -1)
	if len(kinds) < 40 {
		t.Fatalf("only %d kinds of events were found", len(kinds))
	}
	for _, kind := range kinds {
		if !strings.Contains(docs, "`"+kind[1]+"`") {
			t.Errorf("docs/api.md does not name %q", kind[1])
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const docsFile = "../../../docs/api.md"

// TestDocsAreGenerated compares the tables in docs/api.md with the commands in the code.
// With the flag -update it writes the tables.
func TestDocsAreGenerated(t *testing.T) {
	text := read(t, docsFile)
	now := text
	for name, table := range map[string]string{"requests": requestTable(), "commands": commandTable(), "codes": codeTable(t)} {
		begin, end := "<!-- generated: "+name+" -->\n", "<!-- end -->\n"
		before, rest, found := strings.Cut(now, begin)
		_, after, ended := strings.Cut(rest, end)
		if !found || !ended {
			t.Fatalf("docs/api.md has no place for the table of %s", name)
		}
		now = before + begin + table + end + after
	}
	if *update {
		if err := os.WriteFile(docsFile, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if now != text {
		t.Errorf("docs/api.md is out of date: go generate ./internal/front/api\n%s", cmp.Diff(text, now))
	}
}

// TestHelpComesFromTheTable checks that the help of a command at a table is that of its rows, so
// that it does not contradict them.
func TestHelpComesFromTheTable(t *testing.T) {
	ownHelp := []string{"offer", "accept", "decline"} // they stand for several rows; the second table of docs/api.md explains each
	for i := range table.Commands {
		row := &table.Commands[i]
		if c := find(row.JSON); c != nil && !slices.Contains(ownHelp, c.name) && !strings.Contains(c.help, row.Help) {
			t.Errorf("%s: %q; %s: %q", c.name, c.help, row.Names[0], row.Help)
		}
	}
}

func requestTable() string {
	var b strings.Builder
	b.WriteString("| `command` | fields | what it does |\n| --- | --- | --- |\n")
	for i := range commands {
		c := &commands[i]
		var fields []string
		for _, f := range c.fields[3:] {
			if field := "`" + f + "`"; slices.Contains(c.required, f) {
				fields = append(fields, field)
			} else {
				fields = append(fields, field+"?")
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.name, strings.Join(fields, ", "), c.help)
	}
	return b.String()
}

func commandTable() string {
	var b strings.Builder
	b.WriteString("| `command` | `offer` | when | who | what it does |\n| --- | --- | --- | --- | --- |\n")
	for _, row := range table.Commands {
		command, offer, _ := strings.Cut(row.JSON, " ")
		if offer != "" {
			offer = "`" + offer + "`"
		}
		if command != "" {
			fmt.Fprintf(&b, "| `%s` | %s | %v | %v | %s |\n", command, offer, row.In, row.By, row.Help)
		}
	}
	return b.String()
}

// codeSources lists the source files that declare error codes.
var codeSources = []struct {
	about string
	files string // file name patterns, separated by spaces
}{
	{"the request", "../../protocol/error.go"},
	{
		"opening and entering a table",
		"../../setup/refusal.go ../../service/lobby/refusal.go ../../service/lobby/password/password.go ../../records/refusal.go " +
			"../../service/seek/refusal.go ../../service/quota/refusal.go",
	},
	{"the table", "../../table/refusal.go ../../table/play/play.go"},
	{"the rules", "../../../rules/refusal.go ../../../rules/*/reasons.go"},
	{"names and texts", "../../player/refusal.go"},
	{"reports", "../../service/notify/services.go"},
	{"messages", "../../service/messages/refusal.go"},
	{"vacations", "../../service/vacation/vacation.go"},
}

// codeTable returns a table of the error codes that the source files declare. A code that is
// declared twice is listed once.
func codeTable(t *testing.T) string {
	t.Helper()
	code := regexp.MustCompile(`(?:Code: *|Reason\{|^\t[A-Z]\w+ += )"([^"]*)"`)
	seen := map[string]bool{}
	var b strings.Builder
	b.WriteString("| about | codes |\n| --- | --- |\n")
	for _, source := range codeSources {
		var codes []string
		for pattern := range strings.FieldsSeq(source.files) {
			files, err := filepath.Glob(pattern)
			if err != nil || len(files) == 0 {
				t.Fatalf("no file %s: %v", pattern, err)
			}
			for _, file := range files {
				for line := range strings.Lines(read(t, file)) {
					found := code.FindStringSubmatch(line)
					if found == nil || seen[found[1]] {
						continue
					}
					if !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(found[1]) {
						t.Errorf("%s: the code %q is malformed", file, found[1])
					}
					seen[found[1]] = true
					codes = append(codes, "`"+found[1]+"`")
				}
			}
		}
		fmt.Fprintf(&b, "| %s | %s |\n", source.about, strings.Join(codes, ", "))
	}
	return b.String()
}
