//! The terminal: taken over on entry and restored on return, error, panic and suspension.

use crate::tui::backend::Bounded;
use crate::tui::screen::Screen;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::execute;
use crossterm::style::{Print, ResetColor};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError, TryLockError};
use std::time::Duration;

/// Buttons and wheel, in the form without a limit of columns. Unlike crossterm's command this asks for no
/// reports of mere motion, which would wake us for nothing.
const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1000l";
/// How long the terminal has to take what restores it. After that, what it has not taken of the frames before is dropped, so
/// that there is room.
const TO_RESTORE: Duration = Duration::from_millis(500);

/// Where to restore it, while the terminal is taken over. Used by the panic hook.
static TAKEN: Mutex<Option<Screen>> = Mutex::new(None);

static PANICKED: AtomicBool = AtomicBool::new(false);

pub struct Terminal {
    inner: ratatui::Terminal<Bounded<Screen>>,
    screen: Screen,
}

impl Terminal {
    pub fn enter() -> io::Result<Terminal> {
        restore_on_panic();
        // Our themes handle colour, including NO_COLOR: crossterm would drop bold and reverse as well.
        crossterm::style::force_color_output(true);
        let screen = Screen::open()?;
        take(&screen)?;
        match ratatui::Terminal::new(Bounded::new(screen.clone())) {
            Ok(inner) => Ok(Terminal { inner, screen }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// The terminal has taken what came before. Otherwise a frame would only wait, and be old when it is seen.
    pub fn is_ready(&self) -> bool {
        self.screen.is_ready()
    }

    /// The terminal has gone.
    pub fn is_gone(&self) -> bool {
        self.screen.is_gone()
    }

    pub fn draw(&mut self, draw: impl FnOnce(&mut ratatui::Frame<'_>)) -> io::Result<()> {
        self.inner.draw(draw).map(|_| ())
    }

    pub fn size(&self) -> io::Result<(u16, u16)> {
        self.inner.size().map(|size| (size.width, size.height))
    }

    /// Asks the terminal a question; the answer comes among the keys.
    pub fn ask(&mut self, question: &str) -> io::Result<()> {
        execute!(self.screen, Print(question))
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
        take(&self.screen)?;
        self.inner.clear()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
        self.screen.end();
    }
}

fn take(screen: &Screen) -> io::Result<()> {
    enable_raw_mode()?;
    let mut out = screen.clone();
    *TAKEN.lock().unwrap_or_else(PoisonError::into_inner) = Some(screen.clone());
    let entered = execute!(out, EnterAlternateScreen, EnableBracketedPaste, Hide, Print(MOUSE_ON));
    if entered.is_err() {
        give_back();
    }
    entered
}

/// Has a thread panicked while zetop had the terminal? Then its message is on the user's screen, and nothing
/// must be drawn over it.
pub fn panicked() -> bool {
    PANICKED.load(Ordering::SeqCst)
}

/// True if zetop had the terminal. There is nobody left to report errors to.
fn give_back() -> bool {
    let taken = match TAKEN.try_lock() {
        Ok(mut taken) => taken.take(),
        Err(TryLockError::Poisoned(taken)) => taken.into_inner().take(),
        // Another thread is about to give it back, or has panicked while taking it.
        Err(TryLockError::WouldBlock) => None,
    };
    let Some(screen) = taken else { return false };
    let restore = |mut out: Screen| {
        execute!(out, Print(MOUSE_OFF), DisableBracketedPaste, ResetColor, LeaveAlternateScreen, Show)
    };
    let _ = restore(screen.clone());
    if !screen.settle(TO_RESTORE) && !screen.is_gone() {
        screen.discard();
        let _ = restore(screen.clone());
        screen.settle(TO_RESTORE);
    }
    let _ = disable_raw_mode();
    true
}

/// The message of a panic belongs on the user's own screen.
fn restore_on_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICKED.fetch_or(give_back(), Ordering::SeqCst);
            before(info);
        }));
    });
}
