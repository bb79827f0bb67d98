// Package limit decides which connections and commands the server accepts. It counts
// connections, commands and wrong codes by address ([Addresses]) and by account
// ([Accounts]), and refuses an address for a while after too many violations.
//
// All rates are token buckets ([Bucket]). The limits are those of config.Limits and
// may change while the server runs. The package never waits and reads no clock:
// callers pass the time.
package limit
