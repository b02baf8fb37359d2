// Package settings reads wisdom.toml, the settings of a workspace.
//
// Every setting has a default, and a file is optional. What comes out of Read is
// checked: the layers below take every value as it is. What is wrong is an *Error
// that names the file, the line and the nearest known key.
package settings
