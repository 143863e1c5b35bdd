//! `errno` is the program's: a call of the probe's on its thread must not change it.

/// Runs `f`, and puts `errno` back as it was.
pub fn kept<T>(f: impl FnOnce() -> T) -> T {
    // SAFETY: this thread's own variable.
    let error = unsafe { libc::__errno_location() };
    // SAFETY: as above.
    let before = unsafe { *error };
    let result = f();
    // SAFETY: as above.
    unsafe { *error = before };
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_as_before() {
        // SAFETY: this thread's own variable; -1 is no descriptor.
        unsafe {
            *libc::__errno_location() = 7;
            assert_eq!(kept(|| libc::close(-1)), -1);
            assert_eq!(*libc::__errno_location(), 7);
        }
    }
}
