package main

import (
	"testing"
	"time"
)

func TestPercentile(t *testing.T) {
	hundred := make([]int, 100)
	for i := range hundred {
		hundred[i] = 100 - i // samples in descending order
	}
	for _, c := range []struct {
		samples []int
		p       float64
		want    int
	}{
		{nil, 50, 0},
		{[]int{7}, 50, 7},
		{[]int{7}, 99, 7},
		{[]int{3, 1}, 50, 1},
		{[]int{3, 1, 2}, 50, 2},
		{[]int{3, 1, 2}, 99, 3},
		{hundred, 50, 50},
		{hundred, 99, 99},
		{hundred, 100, 100},
	} {
		if got := percentile(c.samples, c.p); got != c.want {
			t.Errorf("percentile %g of %v is %d, not %d", c.p, c.samples, got, c.want)
		}
	}
	if hundred[0] != 100 {
		t.Error("percentile sorted its argument")
	}
}

func TestMeanOfNoSamplesIsZero(t *testing.T) {
	if got := mean(nil); got != 0 {
		t.Errorf("got %g", got)
	}
	if got := mean([]int{1, 2, 6}); got != 3 {
		t.Errorf("got %g", got)
	}
}

func TestShortChoosesUnit(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ns", 999: "999 ns", 1500: "1.5 us", 12_340_000: "12.3 ms", 2 * time.Second: "2.00 s",
	} {
		if got := short(d); got != want {
			t.Errorf("%d is %q, not %q", d, got, want)
		}
	}
}

func TestFormatAlignsCharactersWithoutTrailingSpaces(t *testing.T) {
	got := format([]row{
		{what: "größe", measured: "1", baseline: "2, bare board", ratio: "0.50 x", target: "1.1 x", status: met},
		{what: "a longer measurement", measured: "12 ms"},
	})
	want := `measurement           result  baseline in this run  ratio or count  target  met
--------------------  ------  --------------------  --------------  ------  ---
größe                 1       2, bare board         0.50 x          1.1 x   yes
a longer measurement  12 ms
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRecordHasEnoughPlies(t *testing.T) {
	t.Chdir("../../..")
	r := readRecord()
	if len(r.plies) < movesPlayed || len(r.movers) != len(r.plies) {
		t.Errorf("%d plies by %d movers; want %d", len(r.plies), len(r.movers), movesPlayed)
	}
}
