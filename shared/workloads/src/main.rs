//! `ze-workload`: see the library.

mod malloc;

fn main() -> std::process::ExitCode {
    malloc::write_at_exit();
    zetop_workloads::allocations::set_counter(malloc::count);
    zetop_workloads::programs::main()
}
