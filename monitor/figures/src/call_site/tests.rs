use super::*;
use zetop_wire::catalog::{Catalog, Function};

/// Copies this thread's stack as the probe does.
#[inline(never)]
fn capture(bytes: usize) -> StackSample {
    let (ip, sp, bp) = arch::registers!();
    // SAFETY: this thread's stack reaches further up than that: the test's own frames and the thread's start.
    let stack = unsafe { std::slice::from_raw_parts(sp as *const u8, bytes) }.to_vec();
    StackSample { registers: Registers { ip, sp, bp }, stack, python: None, python_thread: None }
}

/// Of this process. Starts of files' names, and of functions'.
fn resolver_with(runtime: &[&str], runtime_functions: &[&str]) -> Resolver {
    let starts = |of: &[&str]| of.iter().map(|start| (*start).to_owned()).collect();
    let api_call = Function { name: "apiCall".to_owned(), ..Function::default() };
    let catalog = Catalog {
        functions: vec![api_call],
        runtime: starts(runtime),
        runtime_functions: starts(runtime_functions),
        ..Catalog::default()
    };
    Resolver::new(std::process::id(), &catalog)
}

fn resolver(runtime: &[&str]) -> Resolver {
    resolver_with(runtime, &[])
}

#[inline(never)]
fn upload_batch() -> (StackSample, u32) {
    let (sample, line) = (capture(1536), line!());
    (std::hint::black_box(sample), line)
}

#[test]
fn the_calling_line_is_found() {
    let (sample, line) = upload_batch();
    let mut resolver = resolver(&[]);
    let site = resolver.resolve(&sample);
    assert!(site.frames[0].function.as_deref().unwrap().ends_with("capture"), "{site:?}");
    let caller = &site.frames[1];
    assert_eq!(
        (caller.line, caller.function.as_deref().map(|f| f.ends_with("upload_batch"))),
        (Some(line), Some(true))
    );
    assert!(caller.to_string().starts_with(&format!("tests.rs:{line} in ")), "{caller}");
}

#[test]
fn runtime_modules_are_left_out() {
    let (sample, _) = upload_batch();
    let own = std::env::current_exe().unwrap();
    let name = own.file_name().unwrap().to_string_lossy().into_owned();
    let site = resolver(&[&name]).resolve(&sample);
    assert!(site.frames.iter().all(|frame| *frame.module != *own), "{site:?}");
}

/// `libcudart_static_1310e5fb... in copies+0x3e0b8` was shown as the program's line.
#[test]
fn a_runtime_inside_the_program_is_left_out() {
    let (sample, line) = upload_batch();
    let named = |resolver: &mut Resolver| {
        let first = resolver.resolve(&sample).frames.remove(0);
        (first.line, first.function.unwrap().to_string())
    };
    let (_, innermost) = named(&mut resolver(&[]));
    let (caller, _) = named(&mut resolver_with(&[], &[&innermost]));
    assert_eq!(caller, Some(line));
    let (_, function) = named(&mut resolver(&[&innermost]));
    assert_eq!(function, innermost, "starts of files' names say nothing of functions");
}

/// Bindings are called as what they call.
mod bindings {
    #[inline(never)]
    #[allow(non_snake_case)]
    pub fn apiCall() -> super::StackSample {
        std::hint::black_box(super::capture(1536))
    }
}

/// `level_zero_sys::loader::LevelZero::zeCommandListAppendMemoryCopy` was shown as the program's line.
#[test]
fn a_binding_is_not_the_caller() {
    let (sample, line) = (bindings::apiCall(), line!());
    let site = resolver(&[]).resolve(&std::hint::black_box(sample));
    assert!(site.frames[0].function.as_deref().unwrap().ends_with("capture"), "{site:?}");
    assert_eq!(site.frames[1].line, Some(line), "{site:?}");
}

#[test]
fn a_stack_that_ends_early_says_where() {
    let (mut sample, _) = upload_batch();
    sample.stack.clear();
    let own = std::env::current_exe().unwrap();
    let name = own.file_name().unwrap().to_string_lossy().into_owned();
    let site = resolver(&[&name]).resolve(&sample);
    assert_eq!(site.frames, []);
    assert!(site.to_string().contains("can't be unwound beyond"), "{site}");
}

#[test]
fn rubbish_is_no_site() {
    let mut resolver = resolver(&[]);
    for fill in [0u8, 0xff, 0x41] {
        let registers = Registers { ip: u64::from(fill) << 32, sp: u64::MAX - 8, bp: 1 };
        let site = resolver.resolve(&StackSample {
            registers,
            stack: vec![fill; 4096],
            python: None,
            python_thread: None,
        });
        assert_eq!(site.frames, [], "{fill}");
    }
    let gone = Resolver::new(u32::MAX, &Catalog::default()).resolve(&upload_batch().0);
    assert_eq!(gone.frames, []);
}
