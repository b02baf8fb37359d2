package session

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed keys.json
var embeddedKeys []byte

// Key is a key with the type that it must have.
type Key struct {
	Key   string `json:"key"`
	Type  Type   `json:"type"`
	Topic string `json:"topic,omitempty"`
}

// Examples are keys of all forms, legacy and hostile ones among them, and the owners that they presume. They are for
// comparing what reads the table.
type Examples struct {
	Owners []any `json:"owners"`
	Keys   []Key `json:"keys"`
}

// ReadExamples reads the examples and adds keys of 10 kB, on which a pattern that backtracks would take long.
func ReadExamples() (*Examples, error) {
	var e Examples
	if err := json.Unmarshal(embeddedKeys, &e); err != nil {
		return nil, fmt.Errorf("read the examples of keys: %w", err)
	}
	const long = 10_000
	e.Keys = append(e.Keys, []Key{
		{Key: "agent:main:telegram:direct:" + strings.Repeat("9", long), Type: "EXTERNAL_DM"},
		{Key: "agent:main:telegram:group:" + strings.Repeat("1:topic:", long/8), Type: "GROUP_CHAT"},
		{Key: "agent:main:main" + strings.Repeat(":heartbeat", long/10), Type: "HEARTBEAT"},
		{Key: "agent:main:telegram:group:" + strings.Repeat("x:heartbeat:thread", long/18), Type: "GROUP_CHAT"},
		{Key: strings.Repeat("agent:main:", long/11), Type: Fallback},
		{Key: strings.Repeat(":", long), Type: Fallback},
		{Key: strings.Repeat("a:", long/2), Type: Fallback},
		{Key: "agent:main:" + strings.Repeat("🦞", long/4), Type: Fallback},
	}...)
	return &e, nil
}

// Config is the host's settings that name the owners of the examples.
func (e *Examples) Config() any {
	return map[string]any{"commands": map[string]any{"ownerAllowFrom": e.Owners}}
}
