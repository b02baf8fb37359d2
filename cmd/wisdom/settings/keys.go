package settings

import "reflect"

// Keys lists the settings, as they are written in full, and their tables.
func Keys() []string { return keysOf(reflect.TypeFor[Settings](), "") }

// keysOf lists the fields of a struct by their names in TOML.
func keysOf(t reflect.Type, prefix string) []string {
	var keys []string
	for i := range t.NumField() {
		key, of := prefix+t.Field(i).Tag.Get("toml"), t.Field(i).Type
		keys = append(keys, key)
		if of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() == reflect.Struct {
			keys = append(keys, keysOf(of, key+".")...)
		}
	}
	return keys
}
