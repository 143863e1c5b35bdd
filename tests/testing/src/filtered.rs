//! Code under a seccomp filter.

use std::ffi::c_long;

/// Runs `f` in a forked child whose filter kills it for these system calls. Returns the child's exit status: 0, or `None` if it
/// was killed.
///
/// # Panics
/// No child can be made, or none that filters.
pub fn status_under_filter(calls: &[c_long], f: impl FnOnce()) -> Option<i32> {
    // Offset of the number in `struct seccomp_data`; the instructions are as in linux/filter.h.
    const NUMBER: u32 = 0;
    let statement = |code: u32, k: u32| libc::sock_filter { code: code as u16, jt: 0, jf: 0, k };
    let mut filter = vec![statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, NUMBER)];
    for call in calls {
        let code = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
        filter.push(libc::sock_filter { code, jt: 0, jf: 1, k: *call as u32 });
        filter.push(statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_KILL_PROCESS));
    }
    filter.push(statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ALLOW));
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: the child, which has one thread, runs `f` and ends without handlers; the filter lives until the kernel has
    // copied it.
    unsafe {
        let child = libc::fork();
        assert!(child >= 0, "fork: {}", std::io::Error::last_os_error());
        if child == 0 {
            let filters = libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
                && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program) == 0;
            if !filters {
                libc::_exit(99);
            }
            f();
            libc::_exit(0);
        }
        let mut status = 0;
        assert_eq!(libc::waitpid(child, &raw mut status, 0), child);
        let status = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
        assert_ne!(status, Some(99), "no filter can be set");
        status
    }
}
