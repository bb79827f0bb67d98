// Package config reads what the host of a server says about it: one TOML file,
// the environment, and flags. There are few types: [Config] is what holds,
// [Source] where it is looked for, [Settings] what was found and where.
//
// Every key is a field of Config, and its tags say what may be in it; nothing
// else knows the list. A flag counts more than the environment, that more than
// the file, and that more than the default.
package config
