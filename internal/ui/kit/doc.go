// Package kit contains what all screens share.
//
// A [Screen] is one screen of the terminal interface. A [Stack] holds the open screens of a
// session. A [Step] is a change of the stack after a message, such as opening a screen. [Env]
// is the session's environment, with its styles and settings. A [Binding] assigns keys to an
// [Action]; every key is defined here, once. The package also provides parts of screens: text
// input, forms, lists, dialogs, and a reader for long texts.
package kit
