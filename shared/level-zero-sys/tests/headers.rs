//! Sizes of structures and offsets of fields against the C headers, where those and a C compiler are installed.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Layout {
    name: &'static str,
    size: usize,
    fields: Vec<(&'static str, usize)>,
}

macro_rules! layouts {
    ($($name:ident { $($field:ident),* })*) => {
        fn layouts() -> Vec<Layout> {
            vec![$(Layout {
                name: stringify!($name),
                size: size_of::<level_zero_sys::$name>(),
                fields: vec![$((stringify!($field), std::mem::offset_of!(level_zero_sys::$name, $field))),*],
            }),*]
        }
    };
}
include!("layout/table.rs");

/// Bodies of the structures that the headers define. An older header lacks newer structures and fields.
fn bodies(include: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for header in
        ["ze_api.h", "ze_ddi.h", "zet_api.h", "zet_ddi.h", "zes_api.h", "zes_ddi.h", "zer_api.h", "zer_ddi.h"]
    {
        let Ok(text) = std::fs::read_to_string(include.join("level_zero").join(header)) else { continue };
        for part in text.split("typedef struct ").skip(1) {
            let Some((name, rest)) = part.split_once('{') else { continue };
            let Some((body, _)) = rest.split_once("\n}") else { continue };
            found.insert(name.trim().to_owned(), body.to_owned());
        }
    }
    found
}

/// Tables grow at their end with each version, so only a header of our version has the same size.
fn grows(name: &str) -> bool {
    name.ends_with("_dditable_t")
}

/// Tables of the ze family in version 1.17.
fn ze_tables() -> usize {
    level_zero_sys::TABLES.iter().filter(|t| t.family == "ze").count()
}

#[test]
fn structures_agree_with_the_c_headers() {
    let include = std::env::var_os("ZE_INCLUDE").map_or_else(|| PathBuf::from("/usr/include"), PathBuf::from);
    let bodies = bodies(&include);
    if bodies.is_empty() {
        zetop_testing::skip!("no Level Zero headers in {} (Debian: libze-dev)", include.display());
        return;
    }
    if Command::new("cc").arg("--version").output().is_err() {
        zetop_testing::skip!("no C compiler");
        return;
    }
    let mut unit = String::from(
        "#include <stddef.h>\n#include <level_zero/ze_api.h>\n#include <level_zero/zet_api.h>\n#include <level_zero/zes_api.h>\n#include <level_zero/ze_ddi.h>\n#include <level_zero/zet_ddi.h>\n#include <level_zero/zes_ddi.h>\n",
    );
    if include.join("level_zero/zer_api.h").exists() {
        unit.push_str("#include <level_zero/zer_api.h>\n#include <level_zero/zer_ddi.h>\n");
    }
    let (mut structs, mut fields) = (0, 0);
    for layout in layouts() {
        let Some(body) = bodies.get(layout.name) else { continue };
        // bindgen escapes a field that is a Rust keyword
        let c_field = |name: &str| if name == "type_" { "type".to_owned() } else { name.to_owned() };
        let has = |name: &str| {
            body.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == c_field(name))
        };
        let known: Vec<_> = layout.fields.iter().filter(|(name, _)| has(name)).collect();
        // The tables of all tables shift when one of them grows.
        let container = ["_ze_dditable_t", "_zet_dditable_t", "_zes_dditable_t", "_zer_dditable_t"];
        if container.contains(&layout.name) && bodies["_ze_dditable_t"].matches(';').count() != ze_tables() {
            continue;
        }
        structs += 1;
        fields += known.len();
        if known.len() == layout.fields.len() || !grows(layout.name) {
            let _ = writeln!(
                unit,
                "_Static_assert(sizeof(struct {0}) == {1}, \"size of {0}\");",
                layout.name, layout.size
            );
        }
        for (name, offset) in known {
            let c_name = c_field(name);
            let _ = writeln!(
                unit,
                "_Static_assert(offsetof(struct {0}, {c_name}) == {offset}, \"{0}.{c_name}\");",
                layout.name
            );
        }
    }
    assert!(
        structs > 250 && fields > 1500,
        "only {structs} structures and {fields} fields found in the headers"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("layout.c");
    std::fs::write(&file, unit).unwrap();
    let output = Command::new("cc").arg("-fsyntax-only").arg("-I").arg(&include).arg(&file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    println!("{structs} structures and {fields} fields agree with {}", include.display());
}
