//! The generated table against `level-zero-api.tsv`.

use level_zero_sys::{FUNCTION_COUNT, FUNCTIONS, TABLES, function_id, id};
use std::collections::BTreeSet;

const TSV: &str = include_str!("../level-zero-api.tsv");

fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines().filter(|l| !l.starts_with('#')).skip(1).map(|l| l.split('\t').collect()).collect()
}

#[test]
fn all_478_functions_stand_where_the_tsv_says() {
    let rows = rows(TSV);
    assert_eq!(rows.len(), 478);
    assert_eq!(FUNCTION_COUNT, 478);
    for (row, f) in rows.iter().zip(&FUNCTIONS) {
        let since = format!("{}.{}", f.since >> 16, f.since & 0xffff);
        assert_eq!(row.as_slice(), [f.family, f.name, f.table, f.field, &f.index.to_string(), &since]);
    }
}

#[test]
fn tables_are_76_and_hold_their_functions() {
    assert_eq!(TABLES.len(), 76);
    let named: BTreeSet<&str> = FUNCTIONS.iter().map(|f| f.table).collect();
    assert_eq!(named, TABLES.iter().map(|t| t.getter).collect());
    for table in TABLES {
        let mut indices: Vec<usize> =
            FUNCTIONS.iter().filter(|f| f.table == table.getter).map(|f| f.index).collect();
        indices.sort_unstable();
        // no gaps, and exactly as many pointers as the C structure has
        assert_eq!(indices, (0..table.size / size_of::<usize>()).collect::<Vec<_>>(), "{}", table.getter);
    }
}

#[test]
fn older_tables_are_prefixes_of_newer_ones() {
    for table in TABLES {
        let mut entries: Vec<(usize, u32)> =
            FUNCTIONS.iter().filter(|f| f.table == table.getter).map(|f| (f.index, f.since)).collect();
        entries.sort_unstable();
        assert!(entries.is_sorted_by_key(|(_, since)| *since), "{}: {entries:?}", table.getter);
    }
}

#[test]
fn offsets_of_fields_are_their_indices() {
    macro_rules! check {
        ($([$id:literal $family:ident $name:ident $getter:ident $table:ident $field:ident $index:literal $($rest:tt)*])*) => {$(
            assert_eq!(std::mem::offset_of!(level_zero_sys::$table, $field), $index * size_of::<usize>(), stringify!($name));
            assert_eq!(id::$name, $id);
        )*};
    }
    level_zero_sys::for_each_function!(check);
}

#[test]
fn ids_are_found_by_name() {
    assert_eq!(function_id("zeMemAllocHost"), Some(id::zeMemAllocHost));
    assert_eq!(function_id("zeNoSuchThing"), None);
}
