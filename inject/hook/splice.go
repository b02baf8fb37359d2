package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wisdom/internal/text"
)

// What follows changes a valid JSON text as a person would: everything but the change stays, byte for byte.

// part is a member of an object, or an item of a list. Its value is from start to end.
type part struct {
	key        string
	start, end int
}

// partsOf are the parts of the object or the list that begins at a place, and the place of its closing bracket.
func partsOf(doc []byte, at int) (parts []part, closing int) {
	dec := json.NewDecoder(bytes.NewReader(doc[at:]))
	open, _ := dec.Token()
	if _, is := open.(json.Delim); !is {
		return nil, at
	}
	for dec.More() {
		var p part
		if open == json.Delim('{') {
			key, _ := dec.Token()
			p.key, _ = key.(string)
		}
		var value json.RawMessage
		_ = dec.Decode(&value) // it is valid
		p.end = at + int(dec.InputOffset())
		p.start = p.end - len(value)
		parts = append(parts, p)
	}
	_, _ = dec.Token()
	return parts, at + int(dec.InputOffset()) - 1
}

// find is the place of the value at a path of keys, as far as there is one, and the rest of the path; -1 where the text
// has no object.
func find(doc []byte, path ...string) (at int, rest []string) {
	at = bytes.IndexByte(doc, '{')
	for at >= 0 && len(path) > 0 {
		parts, _ := partsOf(doc, at)
		i := slices.IndexFunc(parts, func(p part) bool { return p.key == path[0] })
		if i < 0 {
			break
		}
		at, path = parts[i].start, path[1:]
	}
	return at, path
}

// insert adds a value at the end of the list at a path of keys, and makes what is missing on the way. What it inserts
// is one piece, in the style of the rest. Without a text it makes one.
func insert(doc []byte, path []string, value any) (changed []byte, inserted string, err error) {
	isNew := len(doc) == 0
	if isNew {
		doc = []byte("{}\n")
	}
	at, rest := find(doc, path...)
	if opens := map[bool]byte{true: '[', false: '{'}[len(rest) == 0]; at < 0 || doc[at] != opens {
		return nil, "", fmt.Errorf("%q is not what begins with %c", strings.Join(path[:len(path)-len(rest)], "."), opens)
	}
	name := ""
	if len(rest) > 0 {
		name, value = strconv.Quote(rest[0])+": ", []any{value}
		for _, key := range slices.Backward(rest[1:]) {
			value = map[string]any{key: value}
		}
	}
	unit, depth := "  ", len(path)-len(rest)+1
	if m := reIndent().FindSubmatch(doc); m != nil {
		unit = string(m[1])
	}
	lead := func(depth int) string { return "\n" + strings.Repeat(unit, depth) }
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent(lead(depth)[1:], unit)
	err = enc.Encode(value)
	added := lead(depth) + name + strings.TrimSpace(b.String())
	parts, closing := partsOf(doc, at)
	place := at + 1
	switch {
	case len(parts) > 0:
		place, added = parts[len(parts)-1].end, ","+added
	case closing == place:
		added += lead(depth - 1)
	}
	changed = slices.Concat(doc[:place], []byte(added), doc[place:])
	if isNew {
		added = string(changed)
	}
	return changed, added, err
}

// reIndent matches how the first member of the outermost object is indented, on a line of its own.
var reIndent = text.Lazily(`^\s*\{\s*\n([ \t]+)"`)

// takeOut removes what was inserted. Where somebody changed it since, the commands with our mark go, and nothing else.
func takeOut(doc []byte, inserted []insertion) []byte {
	for _, in := range slices.Backward(inserted) {
		without := bytes.Replace(doc, []byte(in.Text), nil, 1)
		if len(without) == 0 || json.Valid(without) {
			doc = without
		}
	}
	for _, event := range []string{OnMessage, OnCall} {
		if list, rest := find(doc, "hooks", event); list >= 0 && len(rest) == 0 {
			doc = takeOutMarked(doc, list)
		}
	}
	return doc
}

// takeOutMarked removes our commands from a list of groups of commands, or of commands.
func takeOutMarked(doc []byte, list int) []byte {
	items, _ := partsOf(doc, list)
	for i, item := range slices.Backward(items) {
		value := doc[item.start:item.end]
		if !bytes.Contains(value, []byte(ourMark+`"`)) {
			continue
		}
		inner, rest := find(value, "hooks")
		if commands, _ := partsOf(value, max(0, inner)); len(rest) == 0 && len(commands) > 1 {
			doc = takeOutMarked(doc, item.start+inner)
		} else {
			doc = cut(doc, list, i)
		}
	}
	return doc
}

// cut removes an item of the list that begins at a place.
func cut(doc []byte, at, i int) []byte {
	parts, closing := partsOf(doc, at)
	from, to := at+1, closing
	switch {
	case i > 0:
		from, to = parts[i-1].end, parts[i].end
	case len(parts) > 1:
		from, to = parts[0].start, parts[1].start
	}
	return slices.Concat(doc[:from], doc[to:])
}
