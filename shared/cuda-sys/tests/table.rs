//! The generated list against itself and against what is known of the driver.

use cuda_sys::{NAME_COUNT, NAMES, SYMBOL_COUNT, SYMBOLS, id, symbol};

#[test]
fn numbers_are_positions() {
    assert_eq!(SYMBOLS[symbol::cuMemcpyHtoDAsync_v2_ptsz].symbol, c"cuMemcpyHtoDAsync_v2_ptsz");
    assert_eq!(SYMBOLS[symbol::cuMemcpyHtoDAsync_v2_ptsz].id, id::cuMemcpyHtoDAsync);
    assert_eq!(NAMES[id::cuMemcpyHtoDAsync], "cuMemcpyHtoDAsync");
}

#[test]
fn every_version_of_a_function_has_its_name() {
    for s in &SYMBOLS {
        let (symbol, name) = (s.symbol.to_str().unwrap(), NAMES[s.id]);
        let rest = symbol.strip_prefix(name).unwrap_or_else(|| panic!("{symbol} under {name}"));
        let rest = rest.strip_suffix("_ptsz").or_else(|| rest.strip_suffix("_ptds")).unwrap_or(rest);
        assert!(rest.is_empty() || rest[2..].parse::<u8>().is_ok(), "{symbol} under {name}");
    }
}

#[test]
fn what_old_programs_link_is_there() {
    for wanted in [c"cuCtxCreate_v2", c"cuMemAlloc", c"cuMemcpyHtoD", c"cuStreamDestroy", c"cuGetProcAddress"]
    {
        assert!(SYMBOLS.iter().any(|s| s.symbol == wanted), "{wanted:?}");
    }
    const { assert!(SYMBOL_COUNT > 680 && NAME_COUNT > 480) };
}
