// Package metrics tells the machines that look after a server how it fares:
// /metrics for Prometheus and /healthz for whoever restarts or routes, on a
// listener of their own that is not for the world.
//
// Numbers are read where they are kept when somebody asks; no table is asked, nor
// anything locked that a table needs. What has a duration is told by the store's
// writer as it happens ([Disk]).
//
// Names of metrics and the values of their labels are never renamed.
package metrics
