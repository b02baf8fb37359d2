package pipeline_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/llm/fake"
	"wisdom/prompts"
)

// installed is a server with models of several sizes, of which some pass the exam. A model that only makes vectors is
// the largest.
func installed(t *testing.T, passes ...string) (*fake.Server, pipeline.Options) {
	t.Helper()
	server := modelServer(t, goodWording)
	model := func(name string, size int64) fake.Model {
		return fake.Model{Name: name, Digest: "sha256:" + name, Size: size}
	}
	vectors := model("vectors:latest", 100)
	vectors.Capabilities = []string{"embedding"}
	far := model("far:latest", 200)
	far.Remote = "https://ollama.com"
	server.Has(
		model("tiny:latest", 1), model("small:latest", 2), vectors, model("middle:latest", 3), model("large:latest", 4), far,
	)
	server.Sits(func(r fake.Request) fake.Reply {
		for _, name := range passes {
			if r.Model == name {
				return fake.Pass(r)
			}
		}
		return fake.Reply{Text: "{}"}
	})
	opts := modelOptions(server)
	opts.Model.Name, opts.Prompts = "", prompts.BuiltIn()
	return server, opts
}

// Without a name, the largest model that passes the exam is asked: of three at most, and no larger ones than this
// machine has the memory for.
func TestTheBestInstalledModelIsAsked(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		passes []string
		memory int64
		want   string // empty for none
	}{
		"the largest":           {[]string{"large:latest", "small:latest"}, 0, "large:latest"},
		"the next one":          {[]string{"middle:latest", "tiny:latest"}, 0, "middle:latest"},
		"the third one":         {[]string{"small:latest"}, 0, "small:latest"},
		"the fourth is too far": {[]string{"tiny:latest"}, 0, ""},
		"little memory":         {[]string{"large:latest", "small:latest"}, 3, "small:latest"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, opts := installed(t, test.passes...)
			opts.Memory = test.memory
			fsys := workspacetest.NewMemory(nil)
			model, report, err := pipeline.Connect(context.Background(), fsys, opts, false)
			if test.want == "" {
				failed, is := errors.AsType[*pipeline.ExamError](err)
				require.True(t, is, "%v", err)
				assert.Len(t, failed.Reports, 3)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, test.want, model.Name())
			assert.True(t, report.Passed)
		})
	}
}

// A model that passed before is taken at once, and three more are tried where three failed.
func TestKeptReportsDecideWhichModelIsAsked(t *testing.T) {
	t.Parallel()
	server, opts := installed(t, "tiny:latest")
	fsys := workspacetest.NewMemory(nil)
	_, _, err := pipeline.Connect(context.Background(), fsys, opts, false)
	require.Error(t, err)
	model, _, err := pipeline.Connect(context.Background(), fsys, opts, false)
	require.NoError(t, err)
	assert.Equal(t, "tiny:latest", model.Name())
	server.Exams()
	model, report, err := pipeline.Connect(context.Background(), fsys, opts, true)
	require.NoError(t, err)
	assert.Equal(t, "tiny:latest", model.Name())
	assert.Equal(t, "tiny:latest", report.Name)
	assert.Zero(t, server.Exams())
}

// A model that is named is not exchanged for another one.
func TestAModelThatIsNamedIsTheOneThatIsExamined(t *testing.T) {
	t.Parallel()
	_, opts := installed(t, "large:latest")
	opts.Model.Name = "small"
	fsys := workspacetest.NewMemory(nil)
	_, _, err := pipeline.Connect(context.Background(), fsys, opts, true)
	failed, is := errors.AsType[*pipeline.ExamError](err)
	require.True(t, is, "%v", err)
	require.Len(t, failed.Reports, 1)
	assert.Equal(t, "small", failed.Reports[0].Name)
	opts.DespiteExam = true
	model, report, err := pipeline.Connect(context.Background(), fsys, opts, true)
	require.NoError(t, err)
	assert.Equal(t, "small", model.Name())
	assert.False(t, report.Passed)
	_, report, err = pipeline.Connect(context.Background(), fsys, opts, false)
	require.NoError(t, err)
	assert.Nil(t, report, "no report is wanted")
}

// A file of reports that somebody broke is like none, and a model that the server refuses to load makes room for a
// smaller one.
func TestConnectGoesOnPastABrokenFileAndARefusedModel(t *testing.T) {
	t.Parallel()
	server, opts := installed(t, "middle:latest")
	server.Sits(func(r fake.Request) fake.Reply {
		if r.Model == "large:latest" {
			return fake.Reply{Status: 500, Error: "model requires more system memory than is available"}
		}
		return fake.Pass(r)
	})
	fsys := workspacetest.NewMemory(map[workspace.Path]string{
		pipeline.ExamsFile: `{"schema_version": 1, "reports": [null]}`,
	})
	model, _, err := pipeline.Connect(context.Background(), fsys, opts, false)
	require.NoError(t, err)
	assert.Equal(t, "middle:latest", model.Name())
}

// On a slow machine the time of every run was over before the exam was, and each one began it anew.
func TestAnExamThatRanOutOfTimeGoesOn(t *testing.T) {
	t.Parallel()
	server, opts := installed(t, "small:latest")
	now := benchDay
	server.Sits(func(r fake.Request) fake.Reply {
		now = now.Add(time.Minute)
		return fake.Pass(r)
	})
	opts.Model.Name, opts.Model.Now = "small", func() time.Time { return now }
	sit := func(fsys workspace.FS, within time.Duration) (requests int, err error) {
		opts.Model.RunTimeout, opts.Model.Timeout = within, within
		_, report, err := pipeline.Connect(t.Context(), fsys, opts, true)
		if err == nil {
			assert.True(t, report.Passed, report.Missed())
		}
		return server.Exams(), err
	}
	whole, err := sit(workspacetest.NewMemory(nil), time.Hour)
	require.NoError(t, err)
	fsys := workspacetest.NewMemory(nil)
	first, err := sit(fsys, 2*time.Minute)
	require.ErrorIs(t, err, distill.ErrOutOfTime)
	rest, err := sit(fsys, time.Hour)
	require.NoError(t, err)
	assert.Equal(t, []int{2, whole - 2}, []int{first, rest})
	again := func() error {
		model, err := llm.Connect(t.Context(), fsys, opts.Model)
		require.NoError(t, err)
		_, err = pipeline.Examine(t.Context(), fsys, model, opts)
		return err
	}
	require.NoError(t, again())
	assert.Equal(t, whole, server.Exams(), "an exam that is over is asked anew")
}
