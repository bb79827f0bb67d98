package share

import (
	"errors"
	"io"
	"strings"
	"testing"

	"quadrille/internal/player"
)

// TestSlowClientsDoNotBlockFiles has more clients that do not read than there are slots.
func TestSlowClientsDoNotBlockFiles(t *testing.T) {
	s := New("")
	ended := make(chan error)
	for _, who := range []player.ID{"a", "b", "c"} {
		reader, writer := io.Pipe()
		go func() {
			ended <- s.Do(t.Context(), who, writer, func(w io.Writer) error {
				_, err := w.Write(make([]byte, 1<<20))
				return err
			})
		}()
		if _, err := reader.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		defer func() {
			_ = reader.CloseWithError(errors.New("gone"))
			if err := <-ended; err == nil {
				t.Error("a file was complete although its client had not read it")
			}
		}()
	}
	var file strings.Builder
	err := s.Do(t.Context(), "d", &file, func(w io.Writer) error {
		_, err := io.WriteString(w, "file")
		return err
	})
	if err != nil || file.String() != "file" {
		t.Errorf("%q, %v", file.String(), err)
	}
	if err := s.Do(t.Context(), "a", &file, func(io.Writer) error { return nil }); err == nil {
		t.Error("a second file was made for an account")
	}
}
