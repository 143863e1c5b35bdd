//! `ze-workload`: see the library.

mod malloc;

fn main() -> std::process::ExitCode {
    zetop_workloads::allocations::set_counter(malloc::count);
    zetop_workloads::main()
}
