//! The macros of `functions.rs`: every function with its signature.

use anyhow::{Context, Result};
use quote::ToTokens;
use std::collections::BTreeMap;
use std::fmt::Write;
use syn::{FnArg, ForeignItem, ForeignItemFn, Item};

/// Takes the `extern` declarations out: zetop looks functions up, it never links the driver.
pub fn split(mut file: syn::File) -> (syn::File, BTreeMap<String, ForeignItemFn>) {
    let mut declared = BTreeMap::new();
    file.items.retain(|item| {
        let Item::ForeignMod(block) = item else { return true };
        for entry in &block.items {
            if let ForeignItem::Fn(f) = entry {
                declared.insert(f.sig.ident.to_string(), f.clone());
            }
        }
        false
    });
    (file, declared)
}

fn text(tokens: &impl ToTokens) -> String {
    tokens
        .to_token_stream()
        .to_string()
        .replace(" :: ", "::")
        .replace("* mut ", "*mut ")
        .replace("* const ", "*const ")
        .replace(":: std::os", "::std::os")
}

fn arguments(f: &ForeignItemFn) -> String {
    let typed = f.sig.inputs.iter().filter_map(|argument| match argument {
        FnArg::Typed(a) => Some(format!("{}: {}", text(&a.pat), text(&a.ty))),
        FnArg::Receiver(_) => None,
    });
    typed.collect::<Vec<_>>().join(", ")
}

fn result(f: &ForeignItemFn) -> String {
    match &f.sig.output {
        syn::ReturnType::Default => "()".into(),
        syn::ReturnType::Type(_, ty) => text(ty),
    }
}

/// The name that programs write: without the version and the choice of the default stream, which the header
/// adds by macros.
fn base(symbol: &str) -> &str {
    let symbol = symbol.strip_suffix("_ptsz").or_else(|| symbol.strip_suffix("_ptds")).unwrap_or(symbol);
    match symbol.rsplit_once("_v") {
        Some((base, version)) if version.bytes().all(|b| b.is_ascii_digit()) && !version.is_empty() => base,
        _ => symbol,
    }
}

pub fn render(declared: &BTreeMap<String, ForeignItemFn>) -> Result<String> {
    let driver: Vec<_> = declared.iter().filter(|(name, _)| !name.starts_with("cupti")).collect();
    let mut names: Vec<&str> = driver.iter().map(|(symbol, _)| base(symbol)).collect();
    names.sort_unstable();
    names.dedup();
    let mut out = String::from(
        "/// Calls `$callback!` once with the names of all functions, in the order of their ids.\n\
         #[macro_export]\nmacro_rules! for_each_name {\n    ($callback:path) => {\n        $callback! {\n",
    );
    for (id, name) in names.iter().enumerate() {
        writeln!(out, "            [{id} {name}]")?;
    }
    out.push_str("        }\n    };\n}\n\n");
    out.push_str(
        "/// Calls `$callback!` once with a row for every symbol of the driver, in the order of their numbers:\n\
         /// `[number id symbol (arguments) -> result]`. Versions of one function have one id.\n\
         #[macro_export]\nmacro_rules! for_each_symbol {\n    ($callback:path) => {\n        $callback! {\n",
    );
    for (number, (symbol, f)) in driver.iter().enumerate() {
        let id = names.binary_search(&base(symbol)).ok().context("a name of its own")?;
        writeln!(out, "            [{number} {id} {symbol} ({}) -> {}]", arguments(f), result(f))?;
    }
    out.push_str("        }\n    };\n}\n\n");
    out.push_str(
        "/// Calls `$callback!` once with a row for every function of CUPTI that zetop uses:\n\
         /// `[name (arguments) -> result]`.\n\
         #[macro_export]\nmacro_rules! for_each_cupti_function {\n    ($callback:path) => {\n        $callback! {\n",
    );
    for (name, f) in declared.iter().filter(|(name, _)| name.starts_with("cupti")) {
        writeln!(out, "            [{name} ({}) -> {}]", arguments(f), result(f))?;
    }
    out.push_str("        }\n    };\n}\n");
    Ok(out)
}
