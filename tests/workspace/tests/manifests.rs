//! What a registry and a reader expect of every manifest, and what the order of the packages' tests rests on.

use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use zetop_testing as _; // signals and time limits

#[derive(Deserialize)]
struct Workspace {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    description: Option<String>,
    license: Option<String>,
    repository: Option<String>,
    keywords: Vec<String>,
    categories: Vec<String>,
    rust_version: Option<String>,
    manifest_path: String,
    /// `None`: to any registry; empty: to none.
    publish: Option<Vec<String>>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `None`: needed by the package itself.
    kind: Option<String>,
    req: String,
    path: Option<String>,
}

impl Package {
    fn is_published(&self) -> bool {
        self.publish.is_none()
    }

    fn is_test(&self, root: &str) -> bool {
        Path::new(&self.manifest_path).starts_with(Path::new(root).join("tests"))
    }
}

fn root() -> String {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace is there");
    root.to_str().expect("its path is UTF-8").to_owned()
}

fn packages() -> Vec<Package> {
    let manifest = format!("{}/Cargo.toml", root());
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path", &manifest]);
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let workspace: Workspace = serde_json::from_slice(&output.stdout).expect("what cargo documents");
    assert!(workspace.packages.len() > 10, "cargo names {} packages", workspace.packages.len());
    workspace.packages
}

#[test]
fn the_product_is_described_and_its_tests_are_never_published() {
    let root = root();
    for package in packages() {
        let name = &package.name;
        assert_eq!(
            package.is_published(),
            !package.is_test(&root),
            "{name}: only what is below tests/ has publish = false"
        );
        assert!(package.description.is_some_and(|text| text.len() > 20), "{name}: description");
        assert_eq!(package.license.as_deref(), Some("MIT"), "{name}");
        assert!(package.rust_version.is_some(), "{name}: rust-version");
        if package.publish.is_none() {
            assert!(package.repository.is_some(), "{name}: repository");
            assert!((1..=5).contains(&package.keywords.len()), "{name}: 1 to 5 keywords");
            assert!((1..=5).contains(&package.categories.len()), "{name}: 1 to 5 categories");
        }
    }
}

/// Without a version, `cargo package` refuses.
#[test]
fn the_product_depends_on_published_packages_by_version() {
    let packages = packages();
    for package in packages.iter().filter(|package| package.is_published()) {
        let needed =
            package.dependencies.iter().filter(|d| d.kind.as_deref() != Some("dev") && d.path.is_some());
        for dependency in needed {
            let edge = format!("{} -> {}", package.name, dependency.name);
            assert_ne!(dependency.req, "*", "{edge}: no version");
            let target = packages.iter().find(|p| p.name == dependency.name).unwrap();
            assert!(target.is_published(), "{edge}: that is not published");
        }
    }
}

#[test]
fn what_was_skipped_is_said_last() {
    let last = packages().into_iter().map(|package| package.name).max();
    assert_eq!(
        last.as_deref(),
        Some(env!("CARGO_PKG_NAME")),
        "cargo tests packages in the order of their names"
    );
}
