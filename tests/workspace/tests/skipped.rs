//! What was skipped, and why. The last that `cargo test --workspace` runs before doc tests.

use zetop_testing::Skipped;

fn main() {
    let all = Skipped::take();
    let mut reasons: Vec<&str> = all.iter().map(|skipped| &*skipped.why).collect();
    reasons.dedup();
    if all.is_empty() {
        return println!("skipped: nothing");
    }
    let of = |why: &str| {
        let tests: Vec<&str> = all.iter().filter(|s| s.why == why).map(|s| &*s.test).collect();
        format!("{} ({}: {})", why, tests.len(), tests.join(", "))
    };
    let reasons: Vec<String> = reasons.into_iter().map(of).collect();
    println!("skipped: {} tests: {}", all.len(), reasons.join("; "));
}
