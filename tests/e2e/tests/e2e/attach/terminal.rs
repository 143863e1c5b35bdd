//! `zetop -p` on a terminal: the dashboard, and the picker before it.

use crate::attach::eventually;
use crate::support::{PROGRAMS, needs_loader, target};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::io::{Read as _, Write};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use zetop_e2e::tables::Tables;

/// zetop on a terminal of its own.
struct Screen {
    bytes: Arc<Mutex<Vec<u8>>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    _master: Box<dyn portable_pty::MasterPty + Send>,
}

impl Screen {
    const ROWS: u16 = 30;
    const COLUMNS: u16 = 160;

    fn start(arguments: &[&str]) -> Self {
        let size = PtySize { rows: Self::ROWS, cols: Self::COLUMNS, pixel_width: 0, pixel_height: 0 };
        let pty = native_pty_system().openpty(size).expect("a pseudo terminal");
        let mut command = CommandBuilder::new(PROGRAMS.zetop);
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        let child = pty.slave.spawn_command(command).expect("zetop");
        let (bytes, mut from) =
            (Arc::new(Mutex::new(Vec::new())), pty.master.try_clone_reader().expect("a reader"));
        let to = Arc::clone(&bytes);
        std::thread::spawn(move || {
            let mut buffer = [0; 65536];
            while let Ok(n @ 1..) = from.read(&mut buffer) {
                to.lock().expect("nobody panics with it").extend_from_slice(&buffer[..n]);
            }
        });
        let keys = pty.master.take_writer().expect("a writer");
        Self { bytes, keys, child, _master: pty.master }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes.lock().expect("nobody panics with it")).into_owned()
    }

    /// The pids in the picker's list, and which of them is chosen: its row has another background.
    fn list(&self) -> (Vec<u32>, Option<usize>) {
        let mut terminal = vt100::Parser::new(Self::ROWS, Self::COLUMNS, 0);
        terminal.process(&self.bytes.lock().expect("nobody panics with it"));
        let screen = terminal.screen();
        let (mut pids, mut chosen) = (Vec::new(), None);
        for (at, row) in (0..).zip(screen.rows(0, Self::COLUMNS)) {
            let Some(pid) = row.split_whitespace().next().and_then(|word| word.parse().ok()) else {
                continue;
            };
            if screen.cell(at, 8).is_some_and(|cell| cell.bgcolor() != vt100::Color::Default) {
                chosen = Some(pids.len());
            }
            pids.push(pid);
        }
        (pids, chosen)
    }

    fn shows(&self, text: &str) {
        eventually(&format!("{text:?} on the screen"), || self.text().contains(text));
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("zetop reads its keys");
        self.keys.flush().expect("zetop reads its keys");
    }

    /// Waits for zetop's end.
    fn end(mut self) -> u32 {
        let status = self.child.wait().expect("our own child").exit_code();
        // the dashboard was there, and the terminal is as before
        let text = self.text();
        let leave = text.rfind("\x1b[?1049l");
        assert!(leave.is_some() && leave > text.rfind("\x1b[?1049h"), "{text:?}");
        status
    }
}

#[test]
fn q_leaves_the_program_as_it_was() {
    needs_loader!();
    let mut target = target("threads=1 busy=1");
    let before = Tables::read(target.pid());
    for _ in 0..2 {
        let mut screen = Screen::start(&["-p", &target.pid().to_string()]);
        screen.shows("zeEventQueryStatus");
        assert!(Tables::read(target.pid()).wrapped_since(&before) > 200);
        screen.press("q");
        assert_eq!(screen.end(), 0);
        assert_eq!(Tables::read(target.pid()).changed_since(&before), 0);
        eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    }
    target.tell("calls 10");
    assert!(target.quit().1.success());
}

#[test]
fn signals_end_the_dashboard_and_leave_the_program_as_it_was() {
    needs_loader!();
    let mut target = target("threads=1 busy=1");
    let before = Tables::read(target.pid());
    for signal in [libc::SIGTERM, libc::SIGHUP] {
        let screen = Screen::start(&["-p", &target.pid().to_string()]);
        screen.shows("zeEventQueryStatus");
        let pid = screen.child.process_id().expect("it runs");
        zetop_e2e::process::kill(pid as i32, signal);
        let _ = screen.end();
        assert_eq!(Tables::read(target.pid()).changed_since(&before), 0, "signal {signal}");
        eventually("no thread of zetop's in the program", || target.threads_of_ours().is_empty());
    }
    target.tell("calls 10");
    assert!(target.quit().1.success());
}

#[test]
fn the_picker_lists_it_and_enter_attaches() {
    needs_loader!();
    let mut target = target("threads=1 busy=1");
    let before = Tables::read(target.pid());
    let mut screen = Screen::start(&["-p"]);
    screen.shows("program?");
    screen.shows(&target.pid().to_string());
    // As zetop has it without a terminal.
    let list = Command::new(PROGRAMS.zetop).args(["-p", "--no-tui"]).output().expect("zetop").stdout;
    let list = String::from_utf8_lossy(&list).into_owned();
    let pid = target.pid().to_string();
    let ours = list.lines().find(|line| line.split_whitespace().next() == Some(&*pid));
    let ours = ours.unwrap_or_else(|| panic!("{list}"));
    assert!(ours.contains(" yes ") && ours.contains("attachable"), "{ours}");
    // Other tests' programs are on the screen as well, and come and go.
    screen.press(&pid);
    eventually("our program is chosen", || {
        std::thread::sleep(Duration::from_millis(50));
        let (pids, chosen) = screen.list();
        let wanted = pids.iter().position(|pid| *pid == target.pid());
        match chosen.zip(wanted) {
            None => return false,
            Some((chosen, wanted)) if chosen < wanted => screen.press("\x1b[B"),
            Some((chosen, wanted)) if chosen > wanted => screen.press("\x1b[A"),
            Some(_) => return true,
        }
        false
    });
    screen.press("\r");
    screen.shows("zeEventQueryStatus");
    assert!(Tables::read(target.pid()).wrapped_since(&before) > 200, "another program was chosen");
    screen.press("q");
    assert_eq!(screen.end(), 0);
    assert_eq!(Tables::read(target.pid()).changed_since(&before), 0);
    target.tell("calls 10");
    assert!(target.quit().1.success());
}
