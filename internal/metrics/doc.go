// Package metrics serves /metrics for Prometheus and /healthz for process managers, on a
// listener of its own.
//
// [Serve] answers requests. It reads most numbers from [Sources] on each request and
// never blocks a table. [Disk] counts what the store writes as it happens. The package
// changes nothing. Renaming a metric or a label value is a breaking change.
package metrics
