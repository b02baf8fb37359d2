package llm

import (
	"cmp"
	_ "embed" // for the tables
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// Preset is a program that gives out the model it is set up for, as a command: presets.toml has its flags.
type Preset struct {
	// Name is the one of Options.API, and Program is looked for in PATH.
	Name, Program string
	// Where says in a sentence where lessons go.
	Where string
	// Args are its arguments; Model, Agent and Prompt the flags before a model's name, an agent's and the prompt. Without
	// the last it reads standard input.
	Args                 []string
	Model, Agent, Prompt string
	// At stands for "@" in prompts and answers, where the program would read the file that is named behind it.
	At string
	// Env is added to the environment, and Files, by their paths, to the folder that it runs in.
	Env   []string
	Files map[string]string
	// JSON is whether the answer is a field of a JSON object.
	JSON bool
}

//go:embed presets.toml
var presetFile string

//go:embed prefixes.toml
var prefixFile string

// table is what stands in those two files.
type table struct {
	Preset []Preset
	Family []family
}

// tables reads them once; a test reads them too.
var tables = sync.OnceValue(func() (t table) {
	_, _ = toml.Decode(presetFile+prefixFile, &t)
	return t
})

// Presets are the programs that give out a model.
func Presets() []Preset { return tables().Preset }

// PresetOf is the preset of a name, without a program where there is none. For servers it reads no tables: most starts
// of the program ask for one.
func PresetOf(name string) Preset {
	if isServer := name == "" || name == Ollama || name == OpenAI; isServer {
		return Preset{}
	}
	for _, p := range Presets() {
		if p.Name == name {
			return p
		}
	}
	return Preset{}
}

// Command is the program with its arguments, but for the prompt. Without a name, it chooses the model or agent itself.
func (p Preset) Command(model, agent string) []string {
	args := append([]string{p.Program}, p.Args...)
	for _, named := range [][]string{{p.Model, model}, {p.Agent, agent}} {
		if named[1] != "" {
			args = append(args, named...)
		}
	}
	return args
}

// wrap is a prompt as the program gets it.
func (p Preset) wrap(prompt string) string { return strings.ReplaceAll(prompt, "@", cmp.Or(p.At, "@")) }

// unwrap is the answer in what a program wrote. OpenClaw, Claude Code and Gemini CLI write a JSON object around it, which
// may report an error instead.
func (p Preset) unwrap(said string) (string, error) {
	if !p.JSON {
		return said, nil
	}
	var reply struct {
		OK               *bool `json:"ok"`
		Failed           bool  `json:"is_error"`
		Error            any
		Result, Response string
		Outputs          []struct{ Text string }
	}
	err := json.Unmarshal([]byte(object(said)), &reply)
	if err != nil || reply.OK != nil && !*reply.OK || reply.Failed || reply.Error != nil {
		return "", &passingError{errors.New("it gave no answer: " + cmp.Or(told(said), "it said nothing"))}
	}
	for _, o := range reply.Outputs {
		reply.Result += o.Text
	}
	return strings.ReplaceAll(reply.Result+reply.Response, cmp.Or(p.At, "@"), "@"), nil
}

// object is the last JSON object that begins a line of a text, to the end of the text.
func object(text string) string { return text[max(0, strings.LastIndex("\n"+text, "\n{")):] }
