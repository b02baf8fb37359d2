package rival

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"wisdom/internal/lang"
	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
)

var (
	reHeading = regexp.MustCompile(`^(#{1,6})\s+(.*)`)
	reLesson  = regexp.MustCompile(`(?i)learn|gotcha|insight|takeaway|` +
		lang.Pattern(func(l *lang.Language) string { return l.Files.Lessons }))
	reBullet = regexp.MustCompile(`^\s*(?:[-*+]|\d+[.)])\s+(.*)`)
)

// Bullets collects every bullet below a heading with a lesson word in it, from every Markdown file of a workspace.
func Bullets(fsys fs.FS) ([]lesson.Lesson, error) {
	var found []lesson.Lesson
	err := fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(strings.ToLower(path), ".md") {
			return err
		}
		b, err := fs.ReadFile(fsys, path)
		found = append(found, bulletsOf(path, string(b))...)
		return err
	})
	return found, err
}

func bulletsOf(path, content string) []lesson.Lesson {
	var found []lesson.Lesson
	level := 0 // of the lesson heading above, 0 for none
	number := 0
	for line := range strings.Lines(content) {
		number++
		if m := reHeading.FindStringSubmatch(line); m != nil {
			switch {
			case reLesson.MatchString(m[2]):
				level = len(m[1])
			case len(m[1]) <= level:
				level = 0
			}
			continue
		}
		if m := reBullet.FindStringSubmatch(line); m != nil && level > 0 {
			text := strings.TrimSpace(m[1])
			place := lesson.Place{Path: path, StartLine: number, EndLine: number}
			id := workspace.ShortHash(fmt.Sprintf("%s:%d", path, number), 12)
			found = append(found, lesson.Lesson{
				ID: id, Kind: lesson.KindLesson, Text: text, Headline: text,
				Place: place, Places: []lesson.Place{place},
			})
		}
	}
	return found
}
