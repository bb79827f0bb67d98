package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"quadrille/internal/store/datadir"
)

// database reports the result of the diagnosis `d`, or the error `trouble` that prevented
// the diagnosis.
func (c *Checkup) database(d *datadir.Diagnosis, trouble error) []Finding {
	const what = "database"
	var refusal *datadir.Refusal
	switch {
	case errors.As(trouble, &refusal) && refusal.Reason == datadir.NoData:
		return []Finding{fine(what, "does not exist yet; the first start creates it")}
	case trouble != nil:
		return []Finding{split(what, trouble.Error())}
	case len(d.Damaged) > 0:
		return []Finding{
			wrong(
				what,
				"damaged: "+strings.Join(d.Damaged, ", "),
				"an older backup may have this data undamaged; all other data is sound",
			),
		}
	case d.Schema < d.Newest:
		return []Finding{
			fine(
				what,
				fmt.Sprintf(
					"sound, %s, schema version %d; the next server start upgrades it to %d",
					size(uint64(d.Bytes)),
					d.Schema,
					d.Newest,
				),
			),
		}
	}
	use := "not in use"
	if d.Running {
		use = "in use by a server"
	}
	return []Finding{fine(what, fmt.Sprintf("sound, %s, schema version %d; %s", size(uint64(d.Bytes)), d.Schema, use))}
}

// postgres reports whether the PostgreSQL database can be used.
func (c *Checkup) postgres(ctx context.Context) Finding {
	const what = "database"
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	result, err := c.Database(ctx, c.Config.Server.Database)
	if err != nil {
		return split(what, err.Error())
	}
	return fine(what, result)
}

// split turns an error message into a finding. A semicolon in the message separates the
// problem from the advice.
func split(what, sentence string) Finding {
	says, do, _ := strings.Cut(sentence, "; ")
	return wrong(what, says, do)
}
