package main

import (
	_ "embed" // the skill
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"wisdom/cmd/wisdom/terminal"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

//go:embed skill/SKILL.md
var skillText string

// skillName is the folder of the skill, and its name in the host; skillFile is its text.
const (
	skillName                = "wisdom-review"
	skillFile workspace.Path = skillName + "/SKILL.md"
)

func newSkill(a *deps) *cobra.Command {
	var agent, into string
	cmd := &cobra.Command{
		Use:   "skill [print]",
		Short: "Print a skill that tells the host's agent how a draft is reviewed",
		Long: `Print a skill in OpenClaw's format. It tells the agent how to show the pending draft
to its owner. It gives the agent no right to decide: the owner does. With --agent it
tells the agent also how to record what the owner decided, under that name, which
[review] reviewers in wisdom.toml must hold. With --output it is written as a folder
there, such as the skills folder of the workspace; one that differs is left alone.`,
		Example:     "  wisdom host skill\n  wisdom host skill --output ~/.openclaw/workspace/skills",
		Annotations: inWorkspace(),
		ValidArgs:   []string{"print"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && args[0] != "print" {
				return knownCommand(cmd, args)
			}
			return printSkill(a, agent, into)
		},
	}
	cmd.Flags().StringVar(&agent, "agent", "", "the `NAME` under which it decides; wisdom.toml must name it as a reviewer")
	cmd.Flags().StringVar(&into, "output", "", "write the folder "+skillName+" into `DIR`")
	cmd.Annotations[plainOnly] = "yes"
	return cmd
}

// reAgent is a name that means the same in every shell, and in Markdown.
var reAgent = text.Lazily(`^[\pL\pN][\pL\pN._-]*$`)

func printSkill(a *deps, agent, into string) error {
	may := a.settings.Review.Reviewers
	switch {
	case agent != "" && !reAgent().MatchString(agent):
		return fmt.Errorf("--agent %q is no name: letters, digits, dots and dashes", agent)
	case agent != "" && !slices.Contains(may, agent):
		return hinted(fmt.Sprintf("if the agent is to record decisions, add it: [review] reviewers = [..., %q]", agent),
			"wisdom.toml does not name %s as a reviewer, so it may not decide", agent)
	}
	var text strings.Builder
	skill := template.Must(template.New("skill").Parse(skillText))
	err := skill.Execute(&text, struct{ Agent, Queue, Command string }{
		agent, string(a.paths.Queue),
		"wisdom -C " + quoted(a.dir),
	})
	if err != nil {
		return err
	}
	if into == "" {
		fmt.Fprint(a.out, terminal.Printable(text.String()))
		return nil
	}
	return writeOnce(a, into, skillFile, []byte(text.String()))
}
