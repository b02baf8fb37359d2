//go:build faults && linux && amd64

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// fileCall is a system call of the traced program on a file of the workspace.
type fileCall struct {
	number int // from 1, over all threads
	name   string
	path   string
	writes bool
}

func (c fileCall) String() string { return fmt.Sprintf("call %d, %s %s", c.number, c.name, c.path) }

// verdict is what is to become of a call: it is made, fails with an error, or is
// not made because the program is killed before.
type verdict struct {
	errno syscall.Errno
	kill  bool
}

// traced is a program that ran to its end.
type traced struct {
	exit     int // -1 where it was killed
	out, err string
}

// tracer runs a program and asks at each system call on a file below dir what is
// to become of it. The calls of all threads are counted as they come.
//
// strace can inject faults too, but counts them for each thread of its own, and a
// Go program's threads take turns as they like.
type tracer struct {
	dir    string
	decide func(fileCall) verdict

	inside map[int]bool // threads in a call
	fails  map[int]syscall.Errno
	calls  int
}

// run runs a program under the tracer. It is only called from one goroutine at a
// time, since the kernel knows the tracer by its thread.
func (tr *tracer) run(args ...string) (traced, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	tr.inside, tr.fails, tr.calls = map[int]bool{}, map[int]syscall.Errno{}, 0
	stdout, stderr, err := temporaries()
	if err != nil {
		return traced{}, err
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env, cmd.Stdout, cmd.Stderr = faultEnvironment(), stdout, stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true, Setpgid: true}
	if err := cmd.Start(); err != nil {
		return traced{}, err
	}
	pid := cmd.Process.Pid
	var status unix.WaitStatus
	if _, err := unix.Wait4(pid, &status, 0, nil); err != nil {
		return traced{}, err
	}
	if err := unix.PtraceSetOptions(
		pid, unix.PTRACE_O_TRACESYSGOOD|unix.PTRACE_O_TRACECLONE|unix.PTRACE_O_EXITKILL,
	); err != nil {
		return traced{}, err
	}
	if err := unix.PtraceSyscall(pid, 0); err != nil {
		return traced{}, err
	}
	code, err := tr.follow(pid)
	_ = cmd.Process.Release() // it was waited for
	return traced{code, contentOf(stdout), contentOf(stderr)}, err
}

func temporaries() (stdout, stderr *os.File, err error) {
	for _, f := range []**os.File{&stdout, &stderr} {
		if *f, err = os.CreateTemp("", "wisdom-fault-"); err != nil {
			return nil, nil, err
		}
		if err = os.Remove((*f).Name()); err != nil {
			return nil, nil, err
		}
	}
	return stdout, stderr, nil
}

func contentOf(f *os.File) string {
	defer f.Close()
	b, _ := io.ReadAll(io.NewSectionReader(f, 0, 1<<20)) // for messages
	return string(b)
}

// follow goes from stop to stop until the program is gone.
func (tr *tracer) follow(pid int) (code int, err error) {
	code = -1
	for {
		var status unix.WaitStatus
		tid, err := unix.Wait4(-pid, &status, unix.WALL, nil)
		switch {
		case errors.Is(err, unix.ECHILD):
			return code, nil
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return code, err
		case status.Exited() && tid == pid:
			code = status.ExitStatus()
			continue
		case !status.Stopped():
			continue
		}
		signal := 0
		switch stop := status.StopSignal(); stop {
		case unix.SIGTRAP | 0x80:
			if tr.atCall(pid, tid).kill {
				if err := unix.Kill(pid, unix.SIGKILL); err != nil {
					return code, err
				}
				continue
			}
		case unix.SIGTRAP, unix.SIGSTOP: // a new thread
		default:
			signal = int(stop)
		}
		if err := unix.PtraceSyscall(tid, signal); err != nil && !errors.Is(err, unix.ESRCH) {
			return code, err
		}
	}
}

// callInfo is struct ptrace_syscall_info.
type callInfo struct {
	op   uint8
	_    [3]byte
	_    uint32
	_, _ uint64
	nr   uint64 // or what it returned
	args [6]uint64
	_    [2]uint64
}

// atCall is a stop before or after a call.
func (tr *tracer) atCall(pid, tid int) verdict {
	var info callInfo
	_, _, errno := unix.Syscall6(
		unix.SYS_PTRACE, unix.PTRACE_GET_SYSCALL_INFO, uintptr(tid), unsafe.Sizeof(info),
		uintptr(unsafe.Pointer(&info)), 0, 0,
	)
	if errno != 0 {
		return verdict{}
	}
	if info.op == unix.PTRACE_SYSCALL_INFO_EXIT {
		if fails, ok := tr.fails[tid]; ok {
			delete(tr.fails, tid)
			setRegister(tid, func(r *unix.PtraceRegs) { r.Rax = uint64(-int64(fails)) })
		}
		return verdict{}
	}
	call, ok := tr.callAt(pid, tid, info)
	if !ok {
		return verdict{}
	}
	tr.calls++
	call.number = tr.calls
	v := tr.decide(call)
	if v.errno != 0 {
		tr.fails[tid] = v.errno
		setRegister(tid, func(r *unix.PtraceRegs) { r.Orig_rax = ^uint64(0) })
	}
	return v
}

func setRegister(tid int, set func(*unix.PtraceRegs)) {
	var regs unix.PtraceRegs
	if unix.PtraceGetRegs(tid, &regs) == nil {
		set(&regs)
		_ = unix.PtraceSetRegs(tid, &regs) // the thread is gone otherwise
	}
}

// kind says how a call names its file: by a descriptor, or by a folder and a
// name. at is the first of these arguments.
type kind struct {
	name    string
	at      int
	named   bool
	changes bool
}

var fileCalls = map[uint64]kind{
	unix.SYS_READ:       {name: "read"},
	unix.SYS_PREAD64:    {name: "pread64"},
	unix.SYS_GETDENTS64: {name: "getdents64"},
	unix.SYS_FSTAT:      {name: "fstat"},
	unix.SYS_FLISTXATTR: {name: "flistxattr"},
	unix.SYS_FGETXATTR:  {name: "fgetxattr"},
	unix.SYS_FLOCK:      {name: "flock"},
	unix.SYS_WRITE:      {name: "write", changes: true},
	unix.SYS_PWRITE64:   {name: "pwrite64", changes: true},
	unix.SYS_FSYNC:      {name: "fsync", changes: true},
	unix.SYS_FTRUNCATE:  {name: "ftruncate", changes: true},
	unix.SYS_FCHMOD:     {name: "fchmod", changes: true},
	unix.SYS_FCHOWN:     {name: "fchown", changes: true},
	unix.SYS_FSETXATTR:  {name: "fsetxattr", changes: true},
	unix.SYS_OPENAT:     {name: "openat", named: true},
	unix.SYS_NEWFSTATAT: {name: "newfstatat", named: true},
	unix.SYS_READLINKAT: {name: "readlinkat", named: true},
	unix.SYS_MKDIRAT: {
		name:    "mkdirat",
		named:   true,
		changes: true,
	},
	unix.SYS_UNLINKAT: {name: "unlinkat", named: true, changes: true},
	unix.SYS_RENAMEAT: {
		name:    "renameat",
		named:   true,
		at:      2,
		changes: true,
	},
	unix.SYS_RENAMEAT2: {name: "renameat2", named: true, at: 2, changes: true},
}

// callAt says which call a thread is about to make, if it is about a file of the
// workspace.
func (tr *tracer) callAt(pid, tid int, info callInfo) (fileCall, bool) {
	k, known := fileCalls[info.nr]
	if !known {
		return fileCall{}, false
	}
	path, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", pid, int32(info.args[k.at])))
	if k.named {
		name := stringAt(tid, info.args[k.at+1])
		switch {
		case filepath.IsAbs(name):
			path = name
		case int32(info.args[k.at]) == unix.AT_FDCWD:
			return fileCall{}, false // wisdom names no file by the current folder
		case err == nil:
			path = filepath.Join(path, name)
		}
	}
	rel, err := filepath.Rel(tr.dir, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return fileCall{}, false
	}
	if info.nr == unix.SYS_OPENAT && info.args[2]&(unix.O_CREAT|unix.O_WRONLY|unix.O_RDWR|unix.O_TRUNC) != 0 {
		k.name, k.changes = "create", true
	}
	return fileCall{name: k.name, path: rel, writes: k.changes}, true
}

func stringAt(tid int, address uint64) string {
	b := make([]byte, 512)
	n, err := unix.PtracePeekData(tid, uintptr(address), b)
	if err != nil {
		return ""
	}
	if end := bytes.IndexByte(b[:n], 0); end >= 0 {
		n = end
	}
	return string(b[:n])
}

// faultEnvironment is that of every program that the fault tests start.
func faultEnvironment() []string {
	kept := slices.DeleteFunc(
		os.Environ(), func(s string) bool { return strings.HasPrefix(s, "WISDOM_") || strings.HasPrefix(s, "OLLAMA_") },
	)
	return append(kept, "WISDOM_REVIEWER=mara", "OLLAMA_HOST=127.0.0.1:1", "NO_COLOR=1", "GOMAXPROCS=2")
}
