//! The terminal: taken over on entry and restored on return, error, panic and suspension.

use crate::present::tui::backend::Bounded;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::execute;
use crossterm::style::{Print, ResetColor};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use std::io::{self, BufWriter, Stdout, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Buttons and wheel, in the form without a limit of columns. Unlike crossterm's command this asks for no
/// reports of mere motion, which would wake us for nothing.
const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1000l";

/// Is the terminal ours at the moment? Read by the panic hook.
static TAKEN: AtomicBool = AtomicBool::new(false);

static PANICKED: AtomicBool = AtomicBool::new(false);

type Backend = Bounded<BufWriter<Stdout>>;

pub struct Terminal {
    inner: ratatui::Terminal<Backend>,
}

impl Terminal {
    pub fn enter() -> io::Result<Terminal> {
        restore_on_panic();
        // Our themes handle colour, including NO_COLOR: crossterm would drop bold and reverse as well.
        crossterm::style::force_color_output(true);
        take()?;
        // One write per frame.
        let out = BufWriter::with_capacity(256 * 1024, io::stdout());
        match ratatui::Terminal::new(Bounded::new(out)) {
            Ok(inner) => Ok(Terminal { inner }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    pub fn draw(&mut self, draw: impl FnOnce(&mut ratatui::Frame<'_>)) -> io::Result<()> {
        self.inner.draw(draw).map(|_| ())
    }

    pub fn size(&self) -> io::Result<(u16, u16)> {
        self.inner.size().map(|size| (size.width, size.height))
    }

    /// Asks the terminal a question; the answer comes among the keys.
    pub fn ask(&self, question: &str) -> io::Result<()> {
        execute!(io::stdout(), Print(question))
    }

    /// The next frame is redrawn completely.
    pub fn clear(&mut self) -> io::Result<()> {
        self.inner.clear()
    }

    /// Gives the terminal back, stops this process as Ctrl-Z does, and takes it again on `fg`.
    pub fn suspend(&mut self) -> io::Result<()> {
        self.inner.show_cursor()?;
        give_back();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        take()?;
        self.inner.clear()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    let entered = execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste, Hide, Print(MOUSE_ON));
    if entered.is_err() {
        give_back();
    }
    entered
}

/// Has a thread panicked while the terminal was ours? Then its message is on the user's screen, and nothing
/// must be drawn over it.
pub fn panicked() -> bool {
    PANICKED.load(Ordering::SeqCst)
}

/// There is nobody left to report errors to.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        let _ =
            execute!(out, Print(MOUSE_OFF), DisableBracketedPaste, ResetColor, LeaveAlternateScreen, Show);
        let _ = out.flush();
        let _ = disable_raw_mode();
    }
}

/// The message of a panic belongs on the user's own screen.
fn restore_on_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICKED.fetch_or(TAKEN.load(Ordering::SeqCst), Ordering::SeqCst);
            give_back();
            before(info);
        }));
    });
}
