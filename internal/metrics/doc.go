// Package metrics serves metrics for Prometheus at /metrics and a health check for process
// managers at /healthz, on a listener of its own.
//
// [Serve] starts the HTTP server. It reads most numbers from [Sources] on each request and
// never blocks a table. [Disk] counts the store's writes as they happen. Renaming a metric
// or a label value is a breaking change.
package metrics
