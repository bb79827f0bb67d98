// Package protocol declares the lines of the JSON API: answers, events, errors, and how a request line is read. Package
// front/api serves the API, and package match plays with programs that speak it. docs/api.md describes it.
package protocol
