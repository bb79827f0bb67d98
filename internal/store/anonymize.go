package store

import (
	"context"
	"encoding/json"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// eventLog identifies the events of a table or an evening.
type eventLog struct {
	evening bool
	number  int64
}

// naming returns the tables and evenings with events that name an account.
func (s *Accounts) naming(ctx context.Context, id player.ID) (list []eventLog, err error) {
	rows, err := s.read.QueryContext(ctx, `SELECT DISTINCT 0, table_id FROM event_log WHERE instr(data, ?1) > 0
		UNION ALL SELECT DISTINCT 1, evening FROM evening_events WHERE instr(data, ?1) > 0`, idInJSON(id))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var one eventLog
		if err := rows.Scan(&one.evening, &one.number); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, rows.Err()
}

// idInJSON returns an ID as it appears in stored events.
func idInJSON(id player.ID) string {
	return `"id":` + quoted(id)
}

// rename replaces an account by its anonymous ID in the events of one table or evening.
func (p *writeConn) rename(in eventLog, id, anonymous player.ID) error {
	ctx := context.Background()
	from, parts, key := "event_log", []string{"events", "recent_events"}, "table_id"
	if in.evening {
		from, parts, key = "evening_events", []string{"evening_events"}, "evening"
	}
	texts, err := p.renamed(`SELECT seq, data FROM `+from+` WHERE `+key+` = ? AND instr(data, ?) > 0`, in, id, anonymous)
	if err != nil {
		return err
	}
	for seq, text := range texts {
		for _, part := range parts {
			if _, err := p.conn.ExecContext(ctx, `UPDATE `+part+` SET data = ?3, checksum = event_checksum(?1, ?2, ?3) WHERE `+key+` = ?1 AND seq = ?2`,
				in.number, seq, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// renamed finds the events of one table or evening that name an account. It returns their
// new texts, by sequence number.
func (p *writeConn) renamed(query string, in eventLog, id, anonymous player.ID) (map[int]string, error) {
	rows, err := p.conn.QueryContext(context.Background(), query, in.number, idInJSON(id))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	texts := map[int]string{}
	for rows.Next() {
		var seq int
		var data []byte
		if err := rows.Scan(&seq, &data); err != nil {
			return nil, err
		}
		if texts[seq], err = in.replaced(data, id, anonymous); err != nil {
			return nil, err
		}
	}
	return texts, rows.Err()
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
	e, err := decode(data)
	if err != nil {
		return "", err
	}
	return encode(anonymized(&e, id, anonymous))
}

// anonymized replaces an account by its anonymous ID in an event, and deletes the text of
// its chat.
func anonymized(e *table.Event, id, anonymous player.ID) *table.Event {
	neutral := &player.Player{ID: anonymous, Name: player.AnonymousName(anonymous)}
	if e.Player != nil && e.Player.ID == id {
		e.Player = neutral
		if e.Kind == table.Chatted || e.Kind == table.SpectatorChatted {
			e.Text = table.DeletedText
		}
	}
	if e.Target != nil && e.Target.ID == id {
		e.Target = neutral
	}
	return e
}
