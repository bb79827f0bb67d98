// Package config reads the configuration of a server from a TOML file, environment variables
// and command-line flags. A flag overrides the environment, the environment overrides the
// file, and the file overrides the default.
//
// [Config] holds the values. Its struct tags contain the bounds of each key, and keys.toml
// describes it. A [Source] names the file, the environment and the flags to read. [Settings]
// is a Config that also records where each value was set. The package never writes files.
package config
