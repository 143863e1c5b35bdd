//! Paths as text: bytes that are not UTF-8 are replaced.

use serde::{Deserialize, Deserializer, Serializer};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub fn serialize<S: Serializer>(path: &Arc<Path>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&path.to_string_lossy())
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<Path>, D::Error> {
    Ok(PathBuf::from(String::deserialize(from)?).into())
}

pub mod option {
    use super::{Arc, Deserialize, Deserializer, Path, PathBuf, Serializer};
    use serde::Serialize;

    pub fn serialize<S: Serializer>(path: &Option<Arc<Path>>, to: S) -> Result<S::Ok, S::Error> {
        path.as_ref().map(|path| path.to_string_lossy()).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Arc<Path>>, D::Error> {
        Ok(Option::<String>::deserialize(from)?.map(|path| PathBuf::from(path).into()))
    }
}
