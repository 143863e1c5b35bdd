//! Handles: pointers to reference-counted objects that carry their kind.

use crate::Outcome;
use crate::settings::settings;
use level_zero_sys::*;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A kind of object that the program holds a handle of.
pub trait HandleKind: Sized {
    /// Tells objects of this kind from others and from destroyed ones.
    const MAGIC: u64;
    /// What the C handle points to.
    type Raw;
}

/// A destroyed object that something (an operation in flight) still refers to.
const DESTROYED: u64 = u64::from_le_bytes(*b"destroye");

/// An object with its mark.
pub struct Object<T> {
    magic: AtomicU64,
    value: T,
}

/// An object that commands and other objects keep alive.
pub type Shared<T> = Arc<Object<T>>;

impl<T> Deref for Object<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: HandleKind> Object<T> {
    pub fn new(value: T) -> Shared<T> {
        Arc::new(Self { magic: AtomicU64::new(T::MAGIC), value })
    }

    /// The handle of an object, without giving the program a reference of its own.
    pub fn handle(&self) -> *mut T::Raw {
        std::ptr::from_ref(self).cast_mut().cast()
    }
}

/// Makes an object and gives its handle to the program.
pub fn publish<T: HandleKind>(value: T) -> *mut T::Raw {
    Arc::into_raw(Object::new(value)).cast_mut().cast()
}

/// The object of a handle.
///
/// # Safety
/// `handle` is null or points to readable memory; the object is not destroyed while the reference is used
/// (the specification demands both of the program).
pub unsafe fn get<'a, T: HandleKind>(handle: *mut T::Raw) -> Outcome<&'a Object<T>> {
    let object: *const Object<T> = handle.cast_const().cast();
    if object.is_null() {
        return Err(ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
    }
    if !object.is_aligned() {
        return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT);
    }
    // SAFETY: aligned and readable; the mark is checked before the rest is believed.
    let magic = unsafe { &(*object).magic };
    match magic.load(Ordering::Relaxed) {
        mark if mark == T::MAGIC => {}
        DESTROYED if settings().faults.destroyed_is_fatal => {
            eprintln!("ze-sim: a handle of a destroyed {}", std::any::type_name::<T>());
            std::process::abort();
        }
        _ => return Err(ZE_RESULT_ERROR_INVALID_ARGUMENT),
    }
    // SAFETY: the mark says that it is a live object of this kind.
    Ok(unsafe { &*object })
}

/// The object of a handle, kept alive.
///
/// # Safety
/// As for [`get`].
pub unsafe fn share<T: HandleKind>(handle: *mut T::Raw) -> Outcome<Shared<T>> {
    // SAFETY: as promised by the caller.
    let object = std::ptr::from_ref(unsafe { get::<T>(handle)? });
    // SAFETY: every object with a handle lives in an `Arc` (`Object::new` makes no others), so its count can be
    // raised, and the raised count is the one that this `Arc` owns.
    Ok(unsafe {
        Arc::increment_strong_count(object);
        Arc::from_raw(object)
    })
}

/// The object of a handle that may be null.
///
/// # Safety
/// As for [`get`].
pub unsafe fn share_optional<T: HandleKind>(handle: *mut T::Raw) -> Outcome<Option<Shared<T>>> {
    if handle.is_null() {
        return Ok(None);
    }
    // SAFETY: as promised by the caller.
    unsafe { share(handle) }.map(Some)
}

/// Takes the program's reference back; the handle is invalid from here on.
///
/// # Safety
/// As for [`get`]; no other thread uses the handle.
pub unsafe fn retire<T: HandleKind>(handle: *mut T::Raw) -> Outcome<Shared<T>> {
    // SAFETY: as promised by the caller.
    let object = unsafe { get::<T>(handle)? };
    object.magic.store(DESTROYED, Ordering::Relaxed);
    if settings().faults.destroyed_is_fatal {
        // Its memory stays, so that a later use of the handle always shows.
        // SAFETY: the object is alive, as `get` has just shown.
        unsafe { Arc::increment_strong_count(std::ptr::from_ref(object)) };
    }
    // SAFETY: `publish` left this reference to the program, and the mark keeps it from being taken twice.
    Ok(unsafe { Arc::from_raw(object) })
}

/// Fails for flags that do not exist.
pub fn check_flags(flags: u32, known: u32) -> Outcome {
    if flags & !known == 0 { Ok(()) } else { Err(ZE_RESULT_ERROR_INVALID_ENUMERATION) }
}

/// A reference for reading through a pointer that the program passed in.
///
/// # Safety
/// `pointer` is null or points to a valid `T`.
pub unsafe fn input<'a, T>(pointer: *const T) -> Outcome<&'a T> {
    // SAFETY: as promised by the caller.
    unsafe { pointer.as_ref() }.ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)
}

/// Writes through a pointer that the program passed in.
///
/// # Safety
/// `pointer` is null or points to memory for a `T`.
pub unsafe fn output<T>(pointer: *mut T, value: T) -> Outcome {
    if pointer.is_null() {
        return Err(ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    }
    // SAFETY: not null, as promised by the caller.
    unsafe { pointer.write(value) };
    Ok(())
}

/// The specification's way to return lists: with `*count` zero (or no array) the count is written, otherwise up
/// to `*count` items and how many those were. `write` copies an item to its place.
///
/// # Safety
/// `count` is null or valid; `array` is null or has room for `*count` items.
pub unsafe fn list<T, S>(count: *mut u32, array: *mut T, items: &[S], write: impl Fn(&S, &mut T)) -> Outcome {
    // SAFETY: as promised by the caller.
    let count = unsafe { count.as_mut() }.ok_or(ZE_RESULT_ERROR_INVALID_NULL_POINTER)?;
    let available = u32::try_from(items.len()).unwrap_or(u32::MAX);
    if *count == 0 || *count > available {
        *count = available;
    }
    if !array.is_null() {
        for (position, item) in items.iter().take(*count as usize).enumerate() {
            // SAFETY: the position is below `*count`, for which the array has room.
            write(item, unsafe { &mut *array.add(position) });
        }
    }
    Ok(())
}

/// Copies a name into a fixed array of the specification, truncated if necessary and terminated by zero.
pub fn write_name(to: &mut [std::ffi::c_char], name: &str) {
    let length = name.len().min(to.len() - 1);
    for (place, byte) in to.iter_mut().zip(name.as_bytes().iter().take(length).chain(std::iter::repeat(&0))) {
        *place = *byte as std::ffi::c_char;
    }
}
