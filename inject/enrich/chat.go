package enrich

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"wisdom/internal/workspace"
)

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
	r := request(body)
	if !json.Valid(body) || !r.begins(span{0, len(r)}, '{') {
		return body, Changed{}, errors.New("the request is no JSON object")
	}
	texts := r.texts()
	if len(texts) == 0 {
		return body, Changed{}, nil
	}
	last := texts[len(texts)-1]
	was := r.decode(last)
	message := Strip(was)
	block, err := add(message)
	if err != nil {
		return body, Changed{}, err
	}
	changed := Changed{len([]rune(message)), len([]rune(block)), Strip(r.decode(texts[0]))}
	switch { // from the end on, so that the places before it stay
	case message+block == was:
	case message == was: // the message stays as the client wrote it, escapes and all
		r = r.replace(span{last.end - 1, last.end}, encode(block)[1:])
	default:
		r = r.replace(last, encode(message+block))
	}
	for _, text := range slices.Backward(texts[:len(texts)-1]) {
		was := r.decode(text)
		if message := Strip(was); message != was {
			r = r.replace(text, encode(message))
		}
	}
	return r, changed, nil
}

// request is a request in valid JSON.
type request []byte

// span is a part of a request, in bytes.
type span struct{ start, end int }

// texts are the places of the texts of the user's messages, or of the prompt.
func (r request) texts() (all []span) {
	whole := r.members(span{0, len(r)})
	if r.says(whole["memory"], "false") {
		return nil
	}
	messages, isChat := whole["messages"]
	if !isChat && !r.says(whole["raw"], "true") && r.begins(whole["prompt"], '"') { // raw has a template in it
		return []span{whole["prompt"]}
	}
	for _, message := range r.elements(messages) {
		fields := r.members(message)
		if r.says(fields["role"], `"user"`) {
			all = append(all, r.textOf(fields["content"])...)
		}
	}
	return all
}

// textOf is the text of a message: its content, or the last part of it that is a text.
func (r request) textOf(content span) (text []span) {
	if r.begins(content, '"') {
		return []span{content}
	}
	for _, part := range r.elements(content) {
		fields := r.members(part)
		if r.says(fields["type"], `"text"`) && r.begins(fields["text"], '"') {
			text = []span{fields["text"]}
		}
	}
	return text
}

func (r request) says(s span, text string) bool { return string(r[s.start:s.end]) == text }

func (r request) begins(s span, with byte) bool {
	text := bytes.TrimLeft(r[s.start:s.end], " \t\r\n")
	return len(text) > 0 && text[0] == with
}

func (r request) decode(s span) (text string) {
	_ = json.Unmarshal(r[s.start:s.end], &text) // it is a string
	return text
}

func encode(text string) []byte {
	b, _ := workspace.PlainJSON(text, "") // a string can always be encoded
	return bytes.TrimSuffix(b, []byte("\n"))
}

// replace returns a request with another text at a place.
func (r request) replace(s span, text []byte) request {
	return slices.Concat(r[:s.start], text, r[s.end:])
}

// members are the places of the values of an object, none for another value. Of two members of one name the last one
// counts.
func (r request) members(in span) map[string]span {
	all := map[string]span{}
	r.walk(in, '{', func(name string, value span) { all[name] = value })
	return all
}

// elements are the places of the elements of a list, none for another value.
func (r request) elements(in span) (all []span) {
	r.walk(in, '[', func(_ string, value span) { all = append(all, value) })
	return all
}

// walk visits the values of an object or a list.
func (r request) walk(in span, kind json.Delim, visit func(name string, value span)) {
	decoder := json.NewDecoder(bytes.NewReader(r[in.start:in.end]))
	if token, _ := decoder.Token(); token != kind {
		return
	}
	for decoder.More() {
		var name string
		var value json.RawMessage
		if kind == '{' {
			token, _ := decoder.Token() // the request is valid
			name, _ = token.(string)
		}
		if decoder.Decode(&value) != nil {
			return
		}
		end := in.start + int(decoder.InputOffset())
		visit(name, span{end - len(value), end})
	}
}
