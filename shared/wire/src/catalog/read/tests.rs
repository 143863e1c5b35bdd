use super::*;
use crate::catalog::{Expected, Function, Mode, Place, ResultName, Role};
use crate::layout::{FUNCTIONS, MEMORY_KINDS, UNTIMED_SLOTS};
use proptest::prelude::*;

fn catalog() -> Catalog {
    let function = |name: &str, role| Function { name: name.into(), family: "ze".into(), role };
    let kind = |name: &str, place| MemoryKind { name: name.into(), place, ..MemoryKind::default() };
    Catalog {
        backend: "level-zero".into(),
        api: "Level Zero".into(),
        functions: vec![function("zeInit", Role::Other), function("zeMemFree", Role::Free)],
        memory_kinds: vec![kind("", Place::None), kind("host", Place::Host), kind("device", Place::Device)],
        counted_memory: vec![1, 2],
        not_flushed: vec!["graph".to_owned()],
        untimed: vec!["device lost".into()],
        device_faults: vec!["no timestamps".into()],
        modes: vec![Mode::default(), Mode { name: "layer".into(), note: String::new() }],
        results: vec![ResultName { code: 1, name: "ZE_RESULT_NOT_READY".into() }],
        expected: vec![Expected {
            functions: vec!["zeDeviceGet*".into()],
            results: vec![3],
            why: "asks".into(),
        }],
        runtime: vec!["libze_".into()],
        runtime_functions: vec!["zeRuntime".into()],
        collective_kernels: vec!["reduce_".into()],
        collectives_unnamed: "nobody says it".into(),
    }
}

fn refused(change: impl FnOnce(&mut Catalog)) -> String {
    let mut catalog = catalog();
    change(&mut catalog);
    Catalog::from_json(&catalog.to_json().unwrap()).expect_err("a catalog that cannot be true").to_string()
}

#[test]
fn what_is_written_is_read() {
    assert_eq!(Catalog::from_json(&catalog().to_json().unwrap()), Ok(catalog()));
}

#[test]
fn a_newer_probe_may_say_more() {
    let mut value = serde_json::to_value(catalog()).unwrap();
    value["colour"] = "blue".into();
    value["functions"][0]["since"] = 17.into();
    value["functions"][1]["role"] = "prefetch".into();
    value["memory_kinds"][1]["place"] = "orbit".into();
    let read = Catalog::from_json(&serde_json::to_vec(&value).unwrap()).unwrap();
    assert_eq!((read.functions[1].role, read.memory_kinds[1].place), (Role::Other, Place::None));
}

#[test]
fn an_older_probe_may_say_less() {
    let read = Catalog::from_json(br#"{"backend":"x","api":"X"}"#).unwrap();
    assert_eq!(read, Catalog { backend: "x".into(), api: "X".into(), ..Catalog::default() });
}

#[test]
fn lies_are_refused_with_a_line_that_names_them() {
    let function = || Function { name: "zeInit".into(), ..Function::default() };
    assert!(refused(|c| c.functions.push(function())).contains("two functions are called zeInit"));
    assert!(refused(|c| c.counted_memory = vec![3]).contains("kind 3"));
    assert!(refused(|c| c.counted_memory = vec![1, 1]).contains("kind 1"));
    assert!(refused(|c| c.counted_memory = vec![0]).contains("kind 0"), "not a kind of memory");
    assert!(refused(|c| c.functions[0].name = "\u{1b}[2J".into()).contains("U+001B"));
    assert!(refused(|c| c.expected[0].why = "\u{1b}[2J".into()).contains("U+001B"));
    assert!(refused(|c| c.expected[0].functions.push(String::new())).contains("without a name"));
    assert!(refused(|c| c.untimed[0] = "\u{202e}lost".into()).contains("U+202E"));
    assert!(refused(|c| c.functions[0].name.clear()).contains("without a name"));
    assert!(refused(|c| c.api = "x".repeat(LONGEST_TEXT + 1)).contains("257 bytes"));
    let result = |name: &str| ResultName { code: 1, name: name.into() };
    assert!(refused(|c| c.results = vec![result("a"), result("b")]).contains("0x1"));
    // more than the process file has places for
    assert!(refused(|c| c.counted_memory = vec![1; MEMORY_KINDS + 1]).contains("damaged"));
    assert!(refused(|c| c.untimed = vec!["x".into(); UNTIMED_SLOTS + 1]).contains("damaged"));
    assert!(refused(|c| c.functions = vec![Function::default(); FUNCTIONS + 1]).contains("damaged"));
}

#[test]
fn what_is_no_catalog_is_refused() {
    assert_eq!(Catalog::from_json(b""), Err(CatalogError::Missing));
    assert_eq!(Catalog::from_json(b"{\"backend\":"), Err(CatalogError::Damaged(11)));
    assert_eq!(
        Catalog::from_json(&[b' '; CATALOG_BYTES + 1]),
        Err(CatalogError::TooLarge(CATALOG_BYTES + 1))
    );
    for text in ["null", "[]", "{}", "7", "{\"functions\":{}}", "\u{0}"] {
        assert!(Catalog::from_json(text.as_bytes()).is_err(), "{text}");
    }
    assert!(Catalog::from_json("[".repeat(CATALOG_BYTES).as_bytes()).is_err());
}

proptest! {
    #[test]
    fn damage_anywhere_is_refused_or_still_harmless(
        at in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)
    ) {
        let mut json = catalog().to_json().unwrap();
        for (at, byte) in at {
            let at = at.index(json.len());
            json[at] = byte;
        }
        if let Ok(read) = Catalog::from_json(&json) {
            prop_assert!(read.functions.iter().all(|f| f.name.chars().all(|c| !c.is_control())));
            prop_assert!(read.counted_memory.iter().all(|k| usize::from(*k) < read.memory_kinds.len()));
        }
    }
}
