// Package metrics serves metrics for Prometheus at /metrics, and a health check for process
// managers at /healthz. It uses its own listener.
//
// [Serve] starts the HTTP server. It reads most values from [Sources] on each request and
// never blocks a table. [Disk] counts the store's writes as they happen. Renaming a metric
// or a label value is a breaking change.
package metrics
