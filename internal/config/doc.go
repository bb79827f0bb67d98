// Package config reads the configuration of a server: a TOML file, environment variables
// and command-line flags. A flag overrides the environment, the environment overrides the
// file, and the file overrides the default.
//
// [Config] holds the values, [Source] names the places to read, and [Settings] adds where
// each value came from. Each key is a field of Config; its struct tags hold description
// and bounds. The package never writes files.
package config
