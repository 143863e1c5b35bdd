//! A loader for machines that have none: `zetop demo` and `zetop --sim bench` work there, too.
//!
//! It opens the driver that `ZE_ENABLE_ALT_DRIVERS` names, and with `ZE_ENABLE_VALIDATION_LAYER=1` the layer, and every API
//! function goes through the tables that these two have filled. What Intel's loader does beyond that (several drivers, sysman by
//! itself, its own `zel` functions) has no part here: it takes this one's place wherever it is installed.

use level_zero_sys::*;
use libloading::Library;
use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::sync::OnceLock;

/// Programs get Intel's tables of this version.
const VERSION: ze_api_version_t = ZE_API_VERSION_1_17;
const LAYER: &str = "libze_validation_layer.so.1";

/// The function of each id, null where the driver has none.
struct Functions([*const c_void; FUNCTION_COUNT]);
// SAFETY: addresses of code that is never unloaded.
unsafe impl Send for Functions {}
// SAFETY: as above, and they do not change.
unsafe impl Sync for Functions {}

static FUNCTIONS_FOUND: OnceLock<Functions> = OnceLock::new();

type Getter = unsafe extern "C" fn(ze_api_version_t, *mut c_void) -> ze_result_t;

/// Has a library fill, or change, its table.
///
/// # Safety
/// `library` is a driver or a layer of Level Zero, and `fields` has the size of the table.
unsafe fn ask(library: &Library, table: &Table, fields: &mut [*const c_void]) {
    // SAFETY: the specification's getters have this signature.
    let getter = unsafe { library.get::<Getter>(format!("{}\0", table.getter)) };
    if let Ok(getter) = getter {
        // SAFETY: the caller's promise. What it does not fill stays null.
        let _ = unsafe { getter(VERSION, fields.as_mut_ptr().cast()) };
    }
}

fn open(file: impl AsRef<Path>) -> Option<ManuallyDrop<Library>> {
    // SAFETY: a driver's or a layer's initialisers have no requirements. It stays.
    unsafe { Library::new(file.as_ref().as_os_str()) }.ok().map(ManuallyDrop::new)
}

fn find_functions() -> Functions {
    let driver = std::env::var_os("ZE_ENABLE_ALT_DRIVERS").and_then(|path| open(Path::new(&path)));
    let is_wanted = std::env::var_os("ZE_ENABLE_VALIDATION_LAYER").is_some_and(|value| value == "1");
    let layer = if is_wanted { open(LAYER) } else { None };
    let mut found = [std::ptr::null(); FUNCTION_COUNT];
    for table in TABLES {
        let mut fields = vec![std::ptr::null(); table.size / size_of::<usize>()];
        for library in [&driver, &layer].into_iter().flatten() {
            // SAFETY: found under the names of a driver and a layer; as many fields as the table has.
            unsafe { ask(library, table, &mut fields) };
        }
        for (id, function) in
            FUNCTIONS.iter().enumerate().filter(|(_, function)| function.table == table.getter)
        {
            found[id] = fields[function.index];
        }
    }
    Functions(found)
}

/// What a function answers that the driver does not have.
trait Missing {
    const MISSING: Self;
}
impl Missing for u32 {
    const MISSING: Self = ZE_RESULT_ERROR_UNINITIALIZED;
}
impl<T> Missing for *mut T {
    const MISSING: Self = std::ptr::null_mut();
}

macro_rules! exports {
    ($([$id:literal $family:ident $name:ident $getter:ident $table:ident $field:ident $index:literal $since:literal ($($argument:ident: $type:ty),*) -> $result:ty])*) => {$(
        #[doc = concat!("`", stringify!($name), "` of the specification.")]
        ///
        /// # Safety
        /// As the specification says of its arguments.
        // SAFETY: the name is the one under which programs look for this function.
        #[unsafe(no_mangle)]
        #[allow(non_snake_case, clippy::too_many_arguments)]
        pub unsafe extern "C-unwind" fn $name($($argument: $type),*) -> $result {
            let function = FUNCTIONS_FOUND.get_or_init(find_functions).0[$id];
            if function.is_null() {
                return Missing::MISSING;
            }
            // SAFETY: the field of the table has this type.
            let function = unsafe { std::mem::transmute::<*const c_void, unsafe extern "C-unwind" fn($($type),*) -> $result>(function) };
            // SAFETY: the caller's promise.
            unsafe { function($($argument),*) }
        }
    )*};
}
for_each_function!(exports);
