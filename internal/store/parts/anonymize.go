package parts

import (
	"context"
	"encoding/json"

	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// eventLog identifies the events of a table or an evening.
type eventLog struct {
	evening bool
	number  int64
}

// naming returns the tables and evenings with events that contain an account's ID.
func (s *Accounts) naming(ctx context.Context, id player.ID) ([]eventLog, error) {
	return all(s.query(ctx, `SELECT DISTINCT 0, table_id FROM event_log WHERE instr(data, $1) > 0
		UNION ALL SELECT DISTINCT 1, evening FROM evening_events WHERE instr(data, $1) > 0`, idInJSON(id)),
		func(one *eventLog) []any { return []any{&one.evening, &one.number} })
}

// idInJSON returns an ID as it appears in stored events.
func idInJSON(id player.ID) string {
	return `"id":` + quoted(id)
}

// rename replaces an account with its anonymous ID in the events of one table or evening.
func (s *Accounts) rename(tx *Tx, in eventLog, id, anonymous player.ID) error {
	from, parts, key := "event_log", s.EventTables, "table_id"
	if in.evening {
		from, parts, key = "evening_events", []string{"evening_events"}, "evening"
	}
	texts, err := tx.renamed(`SELECT seq, data FROM `+from+` WHERE `+key+` = $1 AND instr(data, $2) > 0`, in, id, anonymous)
	if err != nil {
		return err
	}
	for seq, text := range texts {
		for _, part := range parts {
			if err := tx.Exec(`UPDATE `+part+` SET data = $1, checksum = $2 WHERE `+key+` = $3 AND seq = $4`,
				text, datadir.EventChecksum(table.ID(in.number), seq, text), in.number, seq); err != nil {
				return err
			}
		}
	}
	if s.Rewritten == "" || in.evening || len(texts) == 0 {
		return nil
	}
	return tx.Exec(s.Rewritten, in.number)
}

// renamed returns the events of one table or evening that name an account, with the anonymous
// ID in place of the account. The keys of the map are the events' sequence numbers.
func (tx *Tx) renamed(query string, in eventLog, id, anonymous player.ID) (map[int]string, error) {
	var seq int
	var data []byte
	texts := map[int]string{}
	err := tx.query(query, in.number, idInJSON(id)).each([]any{&seq, &data}, func() (err error) {
		texts[seq], err = in.replaced(data, id, anonymous)
		return err
	})
	return texts, err
}

// replaced returns a stored event with the anonymous ID in place of the account.
func (n eventLog) replaced(data []byte, id, anonymous player.ID) (string, error) {
	if n.evening {
		e, err := decodeEvening(data)
		if err != nil {
			return "", err
		}
		e.ReplacePlayer(id, player.Player{ID: anonymous, Name: player.AnonymousName(anonymous)})
		text, err := json.Marshal(&e)
		return string(text), err
	}
	e, err := Decode(data)
	if err != nil {
		return "", err
	}
	return Encode(anonymized(&e, id, anonymous))
}

// anonymized replaces an account with its anonymous ID in an event, and deletes the text if
// the account wrote it in chat.
func anonymized(e *table.Event, id, anonymous player.ID) *table.Event {
	neutral := &player.Player{ID: anonymous, Name: player.AnonymousName(anonymous)}
	if e.Player != nil && e.Player.ID == id {
		e.Player = neutral
		if e.Kind.IsChat() {
			e.Text = table.DeletedText
		}
	}
	if e.Target != nil && e.Target.ID == id {
		e.Target = neutral
	}
	return e
}
