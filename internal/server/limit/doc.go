// Package limit decides which connections and commands the server accepts. It counts
// connections, commands and wrong codes of each address ([Addresses]), and the commands of each
// account ([Accounts]). After too many violations it refuses an address for a while.
//
// Rates are limited by token buckets ([Bucket]). The limits come from config.Limits and may
// change while the server runs. The package never blocks and reads no clock: callers pass
// the time.
package limit
