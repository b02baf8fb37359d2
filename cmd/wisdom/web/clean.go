package web

import "reflect"

// clean puts every text of a value through show: one that no template can forget.
// The value is a pointer to what a template is given; keys of maps stay.
func clean(value any, show func(string) string) { cleanIn(reflect.ValueOf(value), show) }

func cleanIn(v reflect.Value, show func(string) string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			cleanIn(v.Elem(), show)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			cleanIn(v.Field(i), show)
		}
	case reflect.Slice:
		for i := range v.Len() {
			cleanIn(v.Index(i), show)
		}
	case reflect.String:
		if v.CanSet() {
			v.SetString(show(v.String()))
		}
	default: // numbers and flags
	}
}
