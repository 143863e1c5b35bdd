//! A thread's block, as the probe finds it.

use zetop_wire::layout::ThreadHead;

pub struct Block {
    pub head: ThreadHead,
}

#[derive(Clone, Copy)]
pub struct ThreadVariables(pub &'static Block);

impl ThreadVariables {
    pub fn block(self) -> Option<&'static Block> {
        Some(self.0)
    }
}
