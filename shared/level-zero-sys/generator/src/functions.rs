//! The two macros of `functions.rs`: every API function with its signature, every table with its getter.

use crate::tsv::FunctionRow;
use anyhow::{Context, Result};
use quote::ToTokens;
use std::collections::BTreeMap;
use std::fmt::Write;
use syn::{FnArg, ForeignItem, ForeignItemFn, Item};

/// Takes the `extern` declarations out: zetop calls through tables, it never links the loader.
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
    tokens.to_token_stream().to_string().replace(" :: ", "::").replace("* mut ", "*mut ").replace("* const ", "*const ")
}

/// `name: type` pairs; types lose `::std::os::raw` so that a line stays readable.
fn arguments(f: &ForeignItemFn) -> String {
    let mut out = Vec::new();
    for arg in &f.sig.inputs {
        if let FnArg::Typed(a) = arg {
            out.push(format!("{}: {}", text(&a.pat), text(&a.ty)));
        }
    }
    out.join(", ")
}

fn result(f: &ForeignItemFn) -> String {
    match &f.sig.output {
        syn::ReturnType::Default => "()".into(),
        syn::ReturnType::Type(_, ty) => text(ty),
    }
}

/// `ze_global_dditable_t` of `zeGetGlobalProcAddrTable(version, *mut ze_global_dditable_t)`.
fn table_type(getter: &ForeignItemFn) -> Option<String> {
    match getter.sig.inputs.iter().nth(1)? {
        FnArg::Typed(a) => text(&a.ty).strip_prefix("*mut ").map(str::to_string),
        FnArg::Receiver(_) => None,
    }
}

pub fn render(api: &[FunctionRow], declared: &BTreeMap<String, ForeignItemFn>) -> Result<String> {
    let mut tables: Vec<&str> = Vec::new();
    for row in api {
        if !tables.contains(&row.table.as_str()) {
            tables.push(&row.table);
        }
    }
    let kind = |table: &str| -> Result<String> {
        let getter = declared.get(table).with_context(|| format!("no declaration of {table}"))?;
        table_type(getter).with_context(|| format!("no table argument in {table}"))
    };

    let mut out = String::from(
        "/// Calls `$callback!` once with a row for every API function, in the order of their ids:\n\
         /// `[id family name getter table_type field index since (arguments) -> result]`.\n\
         #[macro_export]\nmacro_rules! for_each_function {\n    ($callback:path) => {\n        $callback! {\n",
    );
    for (id, row) in api.iter().enumerate() {
        let f = declared.get(&row.function).with_context(|| format!("no declaration of {}", row.function))?;
        writeln!(
            out,
            "            [{id} {} {} {} {} {} {} {:#010x} ({}) -> {}]",
            row.family, row.function, row.table, kind(&row.table)?, row.field, row.index, row.since, arguments(f), result(f)
        )?;
    }
    out.push_str("        }\n    };\n}\n\n");
    out.push_str(
        "/// Calls `$callback!` once with a row for every function-pointer table: `[getter family table_type]`.\n\
         #[macro_export]\nmacro_rules! for_each_table {\n    ($callback:path) => {\n        $callback! {\n",
    );
    for table in &tables {
        let family = api.iter().find(|r| r.table == *table).map_or("ze", |r| r.family.as_str());
        writeln!(out, "            [{table} {family} {}]", kind(table)?)?;
    }
    out.push_str("        }\n    };\n}\n");
    Ok(out)
}
