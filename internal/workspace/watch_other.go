//go:build !linux

package workspace

// reportsAll reports whether the system reports all changes in a folder, and in their order. macOS and the BSDs take an
// open file for each note; Windows orders the changes of one folder only.
func reportsAll(string) bool { return false }
