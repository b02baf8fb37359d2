package enrich

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// span is a part of a request, in bytes.
type span struct{ start, end int }

func (s span) of(b []byte) []byte { return b[s.start:s.end] }

// edit replaces a part of a request.
type edit struct {
	span
	text []byte
}

// Changed is what became of a request.
type Changed struct {
	// Chars is the length of the last message of the user, Added that of its block, both in characters.
	Chars, Added int
	// Conversation is the first message of the user, which names the conversation.
	Conversation string
}

// Append says what is to be appended to a message, "" for nothing.
type Append func(message string) (block string, err error)

// Chat enriches a request in the form of OpenAI's chat, of Ollama's chat, or of Ollama's generate. A request that
// forbids it with "memory": false, or that has no message of a user, comes back as it is.
func Chat(body []byte, add Append) ([]byte, Changed, error) {
	if !json.Valid(body) {
		return body, Changed{}, errors.New("the request is no JSON")
	}
	whole, err := members(body, span{0, len(body)})
	if err != nil {
		return body, Changed{}, err
	}
	if string(whole["memory"].of(body)) == "false" {
		return body, Changed{}, nil
	}
	var edits []edit
	var changed Changed
	if _, has := whole["messages"]; has {
		edits, changed, err = chat(body, whole["messages"], add)
	} else if prompt, has := whole["prompt"]; has && string(whole["raw"].of(body)) != "true" { // raw has a template in it
		edits, changed, err = last(body, prompt, add)
	}
	if err != nil || len(edits) == 0 {
		return body, Changed{}, err
	}
	return splice(body, edits), changed, nil
}

// chat enriches the last message of the user and strips the ones before it.
func chat(body []byte, messages span, add Append) (edits []edit, changed Changed, err error) {
	all, err := elements(body, messages)
	if err != nil {
		return nil, Changed{}, err
	}
	var texts []span // of the user's messages
	for _, m := range all {
		fields, err := members(body, m)
		if err != nil {
			return nil, Changed{}, err
		}
		if string(fields["role"].of(body)) != `"user"` {
			continue
		}
		if text, found := textOf(body, fields["content"]); found {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		return nil, Changed{}, nil
	}
	for _, text := range texts[:len(texts)-1] {
		plain, err := decode(body, text)
		if err != nil {
			return nil, Changed{}, err
		}
		if stripped := Strip(plain); stripped != plain {
			edits = append(edits, edit{text, encode(stripped)})
		}
	}
	final, changed, err := last(body, texts[len(texts)-1], add)
	if first, err := decode(body, texts[0]); err == nil {
		changed.Conversation = first
	}
	return append(edits, final...), changed, err
}

// textOf is the text of a message: its content, or the last part of it that is a text.
func textOf(body []byte, content span) (text span, found bool) {
	switch raw := content.of(body); {
	case len(raw) == 0:
		return span{}, false
	case raw[0] == '"':
		return content, true
	case raw[0] != '[':
		return span{}, false
	}
	parts, err := elements(body, content)
	if err != nil {
		return span{}, false
	}
	for _, part := range parts {
		fields, err := members(body, part)
		if err == nil && string(fields["type"].of(body)) == `"text"` &&
			bytes.HasPrefix(fields["text"].of(body), []byte{'"'}) {
			text, found = fields["text"], true
		}
	}
	return text, found
}

// last enriches one text. What was appended to it before is replaced.
func last(body []byte, text span, add Append) ([]edit, Changed, error) {
	if raw := text.of(body); len(raw) < 2 || raw[0] != '"' {
		return nil, Changed{}, nil
	}
	was, err := decode(body, text)
	if err != nil {
		return nil, Changed{}, err
	}
	message := Strip(was)
	block, err := add(message)
	changed := Changed{Chars: len([]rune(message)), Added: len([]rune(block)), Conversation: message}
	switch {
	case err != nil:
		return nil, Changed{}, err
	case message+block == was:
		return nil, changed, nil
	case message == was: // the message stays as the client wrote it, escapes and all
		raw := text.of(body)
		block := encode(block)
		grown := append(append([]byte{}, raw[:len(raw)-1]...), block[1:]...)
		return []edit{{text, grown}}, changed, nil
	}
	return []edit{{text, encode(message + block)}}, changed, nil
}

func decode(body []byte, text span) (string, error) {
	var s string
	if err := json.Unmarshal(text.of(body), &s); err != nil {
		return "", fmt.Errorf("read a message: %w", err)
	}
	return s, nil
}

func encode(text string) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string can always be encoded
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// splice applies edits, which are in order.
func splice(body []byte, edits []edit) []byte {
	var b bytes.Buffer
	at := 0
	for _, e := range edits {
		b.Write(body[at:e.start])
		b.Write(e.text)
		at = e.end
	}
	b.Write(body[at:])
	return b.Bytes()
}

// members are the places of the values of an object. Of two members of one name the last one counts.
func members(body []byte, in span) (map[string]span, error) {
	all := map[string]span{}
	err := walk(body, in, '{', func(name string, value span) { all[name] = value })
	return all, err
}

// elements are the places of the elements of a list.
func elements(body []byte, in span) (all []span, err error) {
	err = walk(body, in, '[', func(_ string, value span) { all = append(all, value) })
	return all, err
}

// walk visits the values of an object or a list.
func walk(body []byte, in span, kind json.Delim, visit func(name string, value span)) error {
	decoder := json.NewDecoder(bytes.NewReader(in.of(body)))
	if token, err := decoder.Token(); err != nil || token != kind {
		name := map[json.Delim]string{'{': "object", '[': "list"}[kind]
		return fmt.Errorf("the request has no %s where one is expected", name)
	}
	for decoder.More() {
		name := ""
		if kind == '{' {
			token, err := decoder.Token()
			if err != nil {
				return err
			}
			name, _ = token.(string)
		}
		var raw json.RawMessage
		if err := decoder.Decode(&raw); err != nil {
			return err
		}
		end := in.start + int(decoder.InputOffset())
		visit(name, span{end - len(raw), end})
	}
	return nil
}
