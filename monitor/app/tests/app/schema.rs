//! The JSON matches the published schema.

#[path = "../../../present/tests/frames/sample.rs"]
#[allow(dead_code)] // what frames need
mod sample;

use crate::common::{run, stderr};
use jsonschema::Validator;
use serde_json::{Value, json};
use zetop_figures::snapshot::Snapshot;

fn validator() -> Validator {
    let schema: Value =
        serde_json::from_str(include_str!("../../../figures/schema/zetop-1.schema.json")).unwrap();
    jsonschema::draft202012::meta::validate(&schema).expect("a schema");
    jsonschema::validator_for(&schema).unwrap()
}

#[track_caller]
fn assert_valid(object: &Value) {
    let errors: Vec<String> =
        validator().iter_errors(object).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn snapshots_are_of_the_schema() {
    let samples = [
        Snapshot { schema: zetop_figures::snapshot::SCHEMA, ..Snapshot::default() },
        sample::running(60.0),
        sample::waiting(),
        sample::several(),
        sample::cold(),
        sample::marked(),
        sample::guessed(),
        sample::exited(),
        sample::without_device_timing(),
    ];
    for snapshot in samples {
        let snapshot = Snapshot { schema: zetop_figures::snapshot::SCHEMA, ..snapshot };
        assert_valid(&serde_json::to_value(snapshot).unwrap());
    }
}

#[test]
fn what_zetop_writes_is_of_the_schema() {
    // Without a loader there are no calls in it; a program's own figures are in the end-to-end tests' files.
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    let output = run(&["--no-tui", "--no-history", "--duration", "1.5", "--json", path, "demo"]);
    let text = std::fs::read_to_string(path).unwrap();
    let object: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {}", stderr(&output)));
    assert_valid(&object);
}

#[test]
fn the_schema_refuses_what_is_not_of_it() {
    let good = serde_json::to_value(sample::running(60.0)).unwrap();
    let spoilt = |spoil: fn(&mut Value)| {
        let mut object = good.clone();
        spoil(&mut object);
        object
    };
    for object in [
        spoilt(|o| o["elapsed_ns"] = json!(-1)),
        spoilt(|o| o["state"] = json!("waiting")),
        spoilt(|o| o["new"] = json!(1)),
        spoilt(|o| drop(o.as_object_mut().unwrap().remove("memory"))),
        spoilt(|o| o["host"]["apis"][0]["p99_ns"] = json!("long")),
        spoilt(|o| drop(o["device"]["transfers"][0].as_object_mut().unwrap().remove("bytes"))),
        spoilt(|o| o["findings"] = json!([{"id": "x"}])),
    ] {
        assert!(!validator().is_valid(&object));
    }
}
