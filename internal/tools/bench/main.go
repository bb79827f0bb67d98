package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"

	"quadrille/internal/tools/bench/child"
	"quadrille/internal/tools/must"
)

// limit is the maximum duration of a run. It is about twice the usual duration.
const limit = 15 * time.Minute

func main() {
	if len(os.Args) > 1 && os.Args[1] == child.Command {
		fail(must.Catch(func() { child.Run(os.Args[2:]) }))
		return
	}
	only := flag.String("only", "", "measure one part only: "+partNames)
	profile := flag.String("profile", "", "write the server's CPU profile to this file; needs -only")
	flag.Parse()
	fail(os.Setenv(child.ProfileVariable, *profile))
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	fail(run(ctx, *only))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

const partNames = "engine, bots, store, server, load, spectators, modern, restart, attacks, floods, viewers, files, scale or cluster"

// clusterPart is measured only with "-only cluster", because a run of all other parts
// already takes nine minutes.
const clusterPart = "cluster"

// measurements lists the parts of the benchmark in the order of the report.
var measurements = []struct {
	name    string
	measure func(ctx context.Context, dir string) []row
}{
	{"engine", measureEngine},
	{"bots", measureBots},
	{"store", measureStore},
	{"server", measureServer},
	{"load", measureLoad},
	{"spectators", measureSpectators},
	{"modern", measureModern},
	{"restart", measureRestart},
	{"attacks", measureAttacks},
	{"floods", measureFloods},
	{"viewers", measureViewers},
	{"files", measureFiles},
	{"scale", measureScale},
	{clusterPart, measureCluster},
}

func run(ctx context.Context, only string) error {
	begun := time.Now()
	dir, err := os.MkdirTemp("", "quadrille-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var rows []row
	for _, p := range measurements {
		if only == "" && p.name == clusterPart || only != "" && only != p.name {
			continue
		}
		fmt.Fprintf(os.Stderr, "%s ...\n", p.name)
		if err := must.Catch(func() { rows = append(rows, p.measure(ctx, dir)...) }); err != nil {
			fmt.Print(format(rows))
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	if rows == nil {
		return fmt.Errorf("the benchmark has no part %q; use %s", only, partNames)
	}
	fmt.Print(format(rows))
	fmt.Printf("\n%s; %d cores, %s, %s; %.0f s.\n",
		child.Processor(), runtime.GOMAXPROCS(0), runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH, time.Since(begun).Seconds())
	return nil
}
