//! The way in, the calls that are made there, and the way out.

use super::argument::Arg;
use super::error::InjectError;
use super::facts::check;
use super::identity::Identity;
use super::library::Library;
use super::limits::Limits;
use super::memory::Memory;
use super::target::Target;
use super::threads::{STACK, TRACER, Threads};
use super::trace::{Stop, Tracee};
use super::{helper, pick, target};
use std::ffi::CStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::{Duration, Instant};
use zetop_system::clean::clean;

/// A helper thread of zetop's in a program. It leaves on `detach`, on drop, or when zetop is gone.
#[derive(Debug)]
pub struct Injector {
    identity: Identity,
    functions: target::Functions,
    limits: Limits,
    region: u64,
    helper: u32,
    /// No call is under way and the helper has not been told to leave.
    ready: bool,
}

impl Injector {
    /// Starts the helper in process `pid`, after all checks.
    pub fn attach(pid: u32, limits: Limits) -> Result<Self, InjectError> {
        Self::start(&check(pid)?.identity, limits, Threads::default())
    }

    /// Starts the helper in the program that was chosen, after all checks; in no other that the process may run by now.
    pub fn attach_to(identity: &Identity, limits: Limits) -> Result<Self, InjectError> {
        Self::attach_as(identity, limits, Threads::default())
    }

    /// Like [`attach_to`](Self::attach_to), with names for threads.
    pub fn attach_as(identity: &Identity, limits: Limits, threads: Threads) -> Result<Self, InjectError> {
        // What is said of its PID would be of another program, were that reused.
        identity.check()?;
        check(identity.pid())?;
        Self::start(identity, limits, threads)
    }

    fn start(identity: &Identity, limits: Limits, threads: Threads) -> Result<Self, InjectError> {
        let pid = identity.pid();
        identity.check()?;
        let mut target = Target::read(identity, threads)?;
        let helper = std::thread::scope(|scope| {
            let hijacker = std::thread::Builder::new()
                .name(TRACER.to_owned())
                .stack_size(STACK)
                .spawn_scoped(scope, || {
                    // A look at the program's mappings needs no thread of its own while one of the program's stands still.
                    zetop_system::limit::is_waited_for();
                    pick::start_helper(&mut target, limits)
                })
                .map_err(|source| InjectError::Os { pid, what: "start a thread for the tracing", source })?;
            hijacker.join().unwrap_or(Err(InjectError::Gone { pid }))
        })?;
        let (functions, region) = (target.functions, helper.region);
        let mut injector =
            Self { identity: identity.clone(), functions, limits, region, helper: helper.tid, ready: true };
        injector.wait_for("the start of the helper thread", helper::TID, |tid| tid != 0)?;
        Ok(injector)
    }

    /// The program that it is in.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// From now on the helper has a table of descriptors of its own, and sees none of the program's: whatever it opens has no
    /// number that the program might close or reuse meanwhile. Does nothing where that can't be had.
    pub fn keep_files_apart(&mut self) -> Result<(), InjectError> {
        let Some(close_range) = self.functions.close_range else { return Ok(()) };
        let all = [0, u64::from(u32::MAX), u64::from(libc::CLOSE_RANGE_UNSHARE)].map(Arg::Word);
        self.run("close_range", close_range, &all, 0).map(drop)
    }

    /// Loads a library; `path` is as the target sees it. Loading it again yields the same library.
    pub fn dlopen(&mut self, path: &Path) -> Result<Library, InjectError> {
        let mut text = path.as_os_str().as_bytes().to_vec();
        text.retain(|byte| *byte != 0);
        text.push(0);
        let text = CStr::from_bytes_until_nul(&text).unwrap_or_default();
        let mode = Arg::Word((libc::RTLD_NOW | libc::RTLD_LOCAL) as u64 | self.functions.dlopen_mode);
        let what = format!("loading {}", path.display());
        let handle =
            self.run(&what, self.functions.dlopen, &[Arg::Text(text), mode], self.functions.dlclose)?;
        if handle == 0 {
            return Err(InjectError::Load {
                pid: self.identity.pid(),
                library: path.to_owned(),
                reason: self.dlerror()?,
            });
        }
        Ok(Library { path: path.to_owned(), handle })
    }

    /// The address of a symbol that `library` exports.
    pub fn symbol(&mut self, library: &Library, name: &str) -> Result<u64, InjectError> {
        let text = [name.as_bytes(), b"\0"].concat();
        let text = CStr::from_bytes_until_nul(&text).unwrap_or_default();
        let arguments = [Arg::Word(library.handle), Arg::Text(text)];
        match self.run("dlsym", self.functions.dlsym, &arguments, 0)? {
            0 => Err(InjectError::NoExport {
                pid: self.identity.pid(),
                library: library.path.clone(),
                symbol: name.to_owned(),
            }),
            address => Ok(address),
        }
    }

    /// Calls the function at `address` with at most three integers, pointers or texts.
    /// A result shorter than 64 bits has undefined upper bits.
    pub fn call(&mut self, address: u64, arguments: &[Arg<'_>]) -> Result<u64, InjectError> {
        self.run("a call of the loaded library", address, arguments, 0)
    }

    /// Gives back one `dlopen` of `library`.
    pub fn dlclose(&mut self, library: Library) -> Result<(), InjectError> {
        self.run("dlclose", self.functions.dlclose, &[Arg::Word(library.handle)], 0).map(drop)
    }

    /// Tells the helper to leave and waits until it has.
    pub fn detach(mut self) -> Result<(), InjectError> {
        self.leave()
    }

    fn leave(&mut self) -> Result<(), InjectError> {
        if !self.ready {
            return Ok(());
        }
        self.ready = false;
        match self.hold(|memory, mailbox| memory.write(mailbox + helper::STATE, &helper::LEAVE.to_ne_bytes()))
        {
            Ok(()) => {}
            // It has left.
            Err(InjectError::HelperLeft { .. } | InjectError::Gone { .. }) => return Ok(()),
            Err(error) => return Err(error),
        }
        let pid = self.identity.pid();
        let task = format!("/proc/{pid}/task/{}", self.helper);
        let limit = self.limits.hold;
        let started = Instant::now();
        while Path::new(&task).exists() {
            if started.elapsed() > limit {
                let what = "the end of the helper thread".to_owned();
                return Err(InjectError::CallTooLong { pid, what, limit });
            }
            std::thread::sleep(Duration::from_micros(50));
        }
        Ok(())
    }

    fn dlerror(&mut self) -> Result<String, InjectError> {
        let Some(dlerror) = self.functions.dlerror else {
            return Ok(
                "its C library does not say why (is the file there, readable, for its system?)".to_owned()
            );
        };
        let text = self.run("dlerror", dlerror, &[], 0)?;
        let text = self.identity.memory().text(text, 1024).unwrap_or_default();
        Ok(clean(text.lines().next().unwrap_or("dlopen gave no reason")))
    }

    /// Makes the helper call `function`. If nobody fetches the result, `undo` (0: none) gets it.
    fn run(
        &mut self,
        what: &str,
        function: u64,
        arguments: &[Arg<'_>],
        undo: u64,
    ) -> Result<u64, InjectError> {
        let mut texts = Vec::new();
        let mut words = Vec::new();
        for argument in arguments {
            words.push(match argument {
                Arg::Word(word) => *word,
                Arg::Text(text) => {
                    let at = self.region + helper::CODE_BYTES + helper::TEXT + texts.len() as u64;
                    texts.extend_from_slice(text.to_bytes_with_nul());
                    at
                }
            });
        }
        if texts.len() > helper::TEXT_ROOM {
            return Err(InjectError::TooLong(texts.len()));
        }
        let looks = self.limits.looks();
        self.hold(|memory, mailbox| {
            if !texts.is_empty() {
                memory.write(mailbox + helper::TEXT, &texts)?;
            }
            memory.write(mailbox + helper::STATE, &helper::call(function, &words, undo, looks))
        })?;
        // If that takes too long, the helper finishes it, and leaves when nobody fetches the result.
        self.wait_for(what, helper::STATE, |state| state == helper::DONE)?;
        let (state, result) = self.hold(|memory, mailbox| {
            Ok((memory.u32(mailbox + helper::STATE)?, memory.u64(mailbox + helper::RESULT)?))
        })?;
        if state == helper::DONE { Ok(result) } else { Err(self.left()) }
    }

    fn left(&mut self) -> InjectError {
        self.ready = false;
        InjectError::HelperLeft { pid: self.identity.pid() }
    }

    /// Does something with the mailbox while the helper stands still where it looks for orders. It goes on even if
    /// this thread ends meanwhile, in whatever way.
    fn hold<T>(&mut self, work: impl FnOnce(&Memory, u64) -> std::io::Result<T>) -> Result<T, InjectError> {
        let pid = self.identity.pid();
        let os = |error| InjectError::os(pid, "talk to the helper thread", error);
        if !self.identity.memory().is_there() {
            self.ready = false;
            return Err(InjectError::Gone { pid });
        }
        // It sleeps or looks.
        let deadline = Instant::now() + self.limits.hold;
        let mut thread = loop {
            match Tracee::seize(pid, self.helper) {
                Ok(thread) => break thread,
                Err(_) if !Path::new(&format!("/proc/{pid}/task/{}", self.helper)).exists() => {
                    return Err(self.left());
                }
                Err(error) if error.raw_os_error() == Some(libc::ESRCH) => return Err(self.left()),
                // The thread is about to end, or another zetop traces it.
                Err(_) if Instant::now() < deadline => std::thread::sleep(Duration::from_micros(50)),
                Err(error) => {
                    self.ready = false;
                    return Err(os(error));
                }
            }
        };
        // A thread that has ended meanwhile says so below.
        let _ = thread.interrupt();
        loop {
            match thread.wait(deadline).map_err(os)? {
                // With SIGSTOP for the whole process, it stands still as well.
                Some(Stop::Interrupted | Stop::Group) => break,
                // glibc signals all threads when one of them changes its user.
                Some(Stop::Signal(signal)) => thread.resume(signal).map_err(os)?,
                Some(Stop::Syscall | Stop::Clone) => thread.resume(0).map_err(os)?,
                Some(Stop::Exec | Stop::Gone) | None => return Err(self.left()),
            }
        }
        // Its number may be another process's by now.
        if !thread.is_of_its_process() {
            return Err(self.left());
        }
        self.identity.check_thread(self.helper).inspect_err(|_| self.ready = false)?;
        let mut registers = thread.registers().map_err(os)?;
        let looks = helper::looks();
        if !registers.ip().checked_sub(self.region).is_some_and(helper::is_looking) {
            return Err(self.left());
        }
        let done = work(self.identity.memory(), self.region + helper::CODE_BYTES);
        // It looks at once, and makes no system call to go on with its sleep.
        registers.jump(self.region + looks.start);
        thread.set_registers(&registers).map_err(os)?;
        done.map_err(|error| self.lost(error))
    }

    fn lost(&self, error: std::io::Error) -> InjectError {
        let pid = self.identity.pid();
        match error.raw_os_error() {
            // another program was executed, or the mailbox is gone: either way, it is no longer there
            Some(libc::EFAULT) => InjectError::Gone { pid },
            _ => InjectError::os(pid, "talk to the helper thread", error),
        }
    }

    /// Waits until the number at `at` in the mailbox is `wanted`. If it is, that has to be found true while the helper is held.
    fn wait_for(&mut self, what: &str, at: u64, wanted: impl Fn(u32) -> bool) -> Result<(), InjectError> {
        let started = Instant::now();
        loop {
            match self.identity.memory().u32(self.region + helper::CODE_BYTES + at) {
                Ok(value) if wanted(value) => return Ok(()),
                Ok(_) => {}
                Err(error) => {
                    self.ready = false;
                    let left = error.raw_os_error() == Some(libc::EFAULT);
                    return Err(if left { self.left() } else { self.lost(error) });
                }
            }
            if started.elapsed() > self.limits.call {
                self.ready = false;
                let (pid, limit) = (self.identity.pid(), self.limits.call);
                return Err(InjectError::CallTooLong { pid, what: what.to_owned(), limit });
            }
            std::thread::sleep(Duration::from_micros(50));
        }
    }
}

impl Drop for Injector {
    fn drop(&mut self) {
        let _ = self.leave();
    }
}
