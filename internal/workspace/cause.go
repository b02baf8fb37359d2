package workspace

import (
	"errors"
	"io/fs"
	"strings"
)

// Cause is an error without the path, which stands beside it already.
func Cause(err error) string {
	var pathError *fs.PathError
	var large *TooLargeError
	var irregular *NotRegularError
	switch {
	case errors.As(err, &large):
		_, text, _ := strings.Cut(large.Error(), ": ")
		return text
	case errors.As(err, &irregular):
		return "is " + irregular.Kind
	case errors.As(err, &pathError):
		return pathError.Err.Error()
	}
	return err.Error()
}
