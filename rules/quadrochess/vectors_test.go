package quadrochess

import (
	"testing"

	"quadrille/rules/rulestest"
)

func TestT2_TracesAreEqualInEveryKey(t *testing.T) {
	rulestest.Traces(t, open, "quadrochess", 3)
}
