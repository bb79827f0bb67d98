package doctor

import (
	"errors"
	"fmt"
	"strings"

	"quadrille/internal/store/datadir"
)

// database is what the store says of it.
func (p *Patient) database(d *datadir.Diagnosis, trouble error) []Finding {
	const what = "database"
	var refusal *datadir.Refusal
	switch {
	case errors.As(trouble, &refusal) && refusal.Reason == datadir.NoData:
		return []Finding{fine(what, "there is none yet; the first start makes it")}
	case trouble != nil:
		return []Finding{split(what, trouble.Error())}
	case len(d.Damaged) > 0:
		return []Finding{wrong(what, "damaged: "+strings.Join(d.Damaged, ", "), "restore an older backup beside it, which may have these whole; all else is sound")}
	case d.Schema < d.Newest:
		return []Finding{fine(what, fmt.Sprintf("sound, %s, schema %d; the next start brings it to %d", size(uint64(d.Bytes)), d.Schema, d.Newest))}
	}
	use := "no server uses it"
	if d.Running {
		use = "a server uses it"
	}
	return []Finding{fine(what, fmt.Sprintf("sound, %s, schema %d; %s", size(uint64(d.Bytes)), d.Schema, use))}
}

// split makes a finding of a sentence that says what to do behind a semicolon.
func split(what, sentence string) Finding {
	says, do, _ := strings.Cut(sentence, "; ")
	return wrong(what, says, do)
}
