// Package limit decides how much clients may ask for: it counts connections,
// commands and wrong codes by address and by account, and makes addresses pay for
// violations. Nothing in it waits, and it has no clock: callers say what time it is.
//
// All rates are token buckets (golang.org/x/time/rate). What is counted is named in
// config.Limits; the limits may change while the server runs.
package limit
