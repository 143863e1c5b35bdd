//! What the layout test compares with the C headers: size of each struct and offset of each field.

use std::fmt::Write;
use syn::{Fields, Item};

pub fn render(file: &syn::File) -> String {
    let mut out = String::from("layouts! {\n");
    for item in &file.items {
        let Item::Struct(s) = item else { continue };
        let Fields::Named(fields) = &s.fields else { continue };
        let name = s.ident.to_string();
        // Handles are incomplete types in C; bindgen's helpers are not in C at all.
        let c_struct = name.starts_with("_ze") && !fields.named.iter().any(|f| f.ident.as_ref().is_some_and(|i| i == "_unused"));
        if !c_struct {
            continue;
        }
        let names: Vec<String> =
            fields.named.iter().filter_map(|f| f.ident.as_ref()).map(ToString::to_string).collect();
        let _ = writeln!(out, "    {name} {{ {} }}", names.join(", "));
    }
    out.push_str("}\n");
    out
}
