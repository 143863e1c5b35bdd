//! crossterm's backend, without what asks the terminal and waits for an answer, and with a limit: a terminal may claim
//! 65,535 columns and as many lines, and a frame of that size would take more memory than there is.

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use std::io::{self, Write};

/// The largest frame. A larger terminal shows it in its corner.
const LARGEST_FRAME: Size = Size { width: 1_000, height: 500 };
/// The size that is taken for a terminal that does not know its own, as other programs do.
const USUAL: Size = Size { width: 80, height: 24 };

pub struct Bounded<W: Write> {
    inner: CrosstermBackend<W>,
}

impl<W: Write> Bounded<W> {
    pub fn new(out: W) -> Self {
        Self { inner: CrosstermBackend::new(out) }
    }
}

/// Never crossterm's, which starts a program to ask when the terminal has gone.
fn of_stdout() -> Option<Size> {
    let size = rustix::termios::tcgetwinsize(rustix::stdio::stdout()).ok()?;
    Some(Size { width: size.ws_col, height: size.ws_row })
}

fn bounded(size: Option<Size>) -> Size {
    let size = size.filter(|size| size.width > 0 && size.height > 0).unwrap_or(USUAL);
    Size { width: size.width.min(LARGEST_FRAME.width), height: size.height.min(LARGEST_FRAME.height) }
}

impl<W: Write> Backend for Bounded<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        self.inner.draw(content)
    }

    fn append_lines(&mut self, n: u16) -> io::Result<()> {
        self.inner.append_lines(n)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.inner.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.inner.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        // Where it is matters to nobody: it is hidden, and asking the terminal would wait for an answer.
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.inner.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.inner.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.inner.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        Ok(bounded(of_stdout()))
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: self.size()?, pixels: Size::default() })
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_without_a_size_has_the_usual_one() {
        let size = |width, height| bounded(Some(Size { width, height }));
        assert_eq!([size(0, 0), size(0, 50), size(50, 0), bounded(None)], [USUAL; 4]);
        assert_eq!((size(1, 1), size(65_535, 65_535)), (Size { width: 1, height: 1 }, LARGEST_FRAME));
    }

    #[derive(Clone, Default)]
    struct Written(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nothing_is_asked_of_a_terminal() {
        let written = Written::default();
        let mut terminal = ratatui::Terminal::new(Bounded::new(written.clone())).unwrap();
        terminal.clear().unwrap();
        let written = written.0.lock().unwrap();
        assert!(!written.is_empty() && !written.windows(3).any(|part| part == b"[6n"), "{written:?}");
    }
}
