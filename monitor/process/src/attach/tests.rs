use super::choose::choose;
use super::error::AttachError;
use super::unless_given_up;
use crate::tree::{ApiProcess, Tree};
use std::process::{Child, Command};
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use zetop_inject::{InjectError, check_unless};
use zetop_system::handle::Handle;
use zetop_system::proc;

/// One that could be attached to.
fn sleeper() -> Child {
    let child = Command::new("sleep").arg("1000").spawn().unwrap();
    let begun = Instant::now();
    while let Err(error) = check_unless(child.id(), || false) {
        assert!(begun.elapsed() < Duration::from_secs(60), "{error}");
        std::thread::yield_now();
    }
    child
}

fn end(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

fn chosen(process: Handle, user: Option<u32>) -> Result<u32, AttachError> {
    let found = ApiProcess { process, user, command: String::new(), stack: 0 };
    choose(&found, &|| false).map(|(_, facts)| facts.pid)
}

/// It had been found, and waited in the queue.
#[test]
fn another_process_with_the_same_pid_is_not_attached_to() {
    for _ in 0..100 {
        let found = sleeper();
        let (pid, process) = (found.id(), Handle::open(found.id()));
        assert_eq!(chosen(process.clone(), None).unwrap(), pid);
        end(found);
        if std::fs::write("/proc/sys/kernel/ns_last_pid", (pid - 1).to_string()).is_err() {
            return zetop_testing::skip!("numbers are chosen by root alone");
        }
        let next = sleeper();
        let refused = chosen(process, None);
        let same = next.id() == pid;
        end(next);
        let is_gone = matches!(
            refused,
            Err(AttachError::Inject(InjectError::Gone { .. } | InjectError::NoSuchProcess(_)))
        );
        assert!(is_gone, "{refused:?}");
        if same {
            return;
        }
    }
    zetop_testing::skip!("other processes have taken the number each time");
}

/// `sudo` in a user's shell: root's zetop was to watch the user's programs.
#[test]
fn what_another_user_runs_below_is_not_attached_to() {
    if !rustix::process::geteuid().is_root() {
        return zetop_testing::skip!("processes of two users need root");
    }
    let script = "sleep 1000 & exec setpriv --reuid=65534 --regid=65534 --clear-groups sleep 1000";
    let shell = Command::new("sh").args(["-c", script]).spawn().unwrap();
    let root = Handle::open(shell.id());
    let begun = Instant::now();
    let child = loop {
        let sleeps = |one: &Handle| proc::command(one.pid()).is_some_and(|all| all.starts_with("sleep"));
        if let [child] = &root.children(|_| true)[..]
            && sleeps(child)
            && sleeps(&root)
        {
            break child.clone();
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "the programs start");
        std::thread::sleep(Duration::from_millis(1));
    };
    assert_eq!((root.user(), child.user()), (Some(65_534), Some(0)));
    let expected = |tree: &Tree| tree.users_below().get(&child.pid()).copied();
    let mut tree = Tree::new(std::slice::from_ref(&root), false);
    let _ = tree.find();
    let below = expected(&tree);
    let mut named = Tree::new(&[root.clone(), child.clone()], false);
    let _ = named.find();
    let of_root = Handle::open(std::process::id());
    let mut roots = Tree::new(&[of_root], false);
    let _ = roots.find();
    let users = [below, expected(&named), expected(&roots)];
    let refused = chosen(child.clone(), Some(65_534));
    let permitted = [chosen(root.clone(), Some(65_534)), chosen(child.clone(), None)];
    let _ = Command::new("kill").args(["-KILL", &child.pid().to_string()]).status();
    end(shell);
    assert_eq!(users, [Some(Some(65_534)), Some(None), Some(None)]);
    let is_refused = matches!(refused, Err(AttachError::OtherUser { uid: 0, named: 65_534, .. }));
    assert!(is_refused, "{refused:?}");
    assert!(permitted.iter().all(Result::is_ok), "{permitted:?}");
}

/// A signal that came when the probe had answered, and zetop was not back from the program yet, used to end zetop with nothing
/// written.
#[test]
fn an_attach_whose_probe_has_answered_is_not_given_up() {
    // No process's: one that does not answer is not looked at by other tests, either.
    let pid = u32::MAX;
    let (signal, signals) = channel();
    let (looked, looks) = channel();
    let signals = std::cell::RefCell::new(signals);
    // It comes once the probe has answered, and is seen before the work is done.
    let given_up = || {
        let has_come = signals.borrow().try_recv().is_ok();
        if has_come {
            looked.send(()).unwrap();
        }
        has_come
    };
    let work = move |has_answered: &std::sync::atomic::AtomicBool| {
        has_answered.store(true, Ordering::Release);
        signal.send(()).unwrap();
        looks.recv().unwrap();
        7
    };
    assert_eq!(unless_given_up(pid, &given_up, work), Some(7));
    let (over, wait) = channel::<()>();
    assert_eq!(unless_given_up(pid, &|| true, move |_| wait.recv().is_ok()), None);
    drop(over);
}
