package main

import (
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkStartUp starts the program and, in turn, /bin/true, so that the ratio
// holds on a machine whose speed drifts.
func BenchmarkStartUp(b *testing.B) {
	idle, err := exec.LookPath("true")
	if err != nil {
		b.Skip("needs true")
	}
	program := filepath.Join(b.TempDir(), "wisdom")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	for name, args := range map[string][]string{
		"help": {"--help"},
		"lint": {"-C", "../../testdata/sample", "lint"},
	} {
		b.Run(name, func(b *testing.B) {
			var ours, theirs time.Duration
			for b.Loop() {
				ours += timed(program, args...)
				b.StopTimer()
				theirs += timed(idle)
				b.StartTimer()
			}
			b.ReportMetric(float64(ours)/float64(theirs), "x-true")
		})
	}
}

// timed runs a program to its end; lint ends with 1 where it finds something.
func timed(program string, args ...string) time.Duration {
	start := time.Now()
	_ = exec.Command(program, args...).Run()
	return time.Since(start)
}
