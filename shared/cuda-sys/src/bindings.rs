// Written by generator/ from cuda.h (CUDA 13.5) and cupti.h (CUPTI 13.5). Do not edit.

#[repr(C)]
#[derive(Copy, Clone, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct __BindgenBitfieldUnit<Storage> {
    storage: Storage,
}
impl<Storage> __BindgenBitfieldUnit<Storage> {
    #[inline]
    pub const fn new(storage: Storage) -> Self {
        Self { storage }
    }
}
impl<Storage> __BindgenBitfieldUnit<Storage>
where
    Storage: AsRef<[u8]> + AsMut<[u8]>,
{
    #[inline]
    fn extract_bit(byte: u8, index: usize) -> bool {
        let bit_index = if cfg!(target_endian = "big") { 7 - (index % 8) } else { index % 8 };
        let mask = 1 << bit_index;
        byte & mask == mask
    }
    #[inline]
    pub fn get_bit(&self, index: usize) -> bool {
        debug_assert!(index / 8 < self.storage.as_ref().len());
        let byte_index = index / 8;
        let byte = self.storage.as_ref()[byte_index];
        Self::extract_bit(byte, index)
    }
    #[inline]
    pub unsafe fn raw_get_bit(this: *const Self, index: usize) -> bool {
        debug_assert!(index / 8 < core::mem::size_of::<Storage>());
        let byte_index = index / 8;
        let byte =
            unsafe { *(core::ptr::addr_of!((*this).storage) as *const u8).offset(byte_index as isize) };
        Self::extract_bit(byte, index)
    }
    #[inline]
    fn change_bit(byte: u8, index: usize, val: bool) -> u8 {
        let bit_index = if cfg!(target_endian = "big") { 7 - (index % 8) } else { index % 8 };
        let mask = 1 << bit_index;
        if val { byte | mask } else { byte & !mask }
    }
    #[inline]
    pub fn set_bit(&mut self, index: usize, val: bool) {
        debug_assert!(index / 8 < self.storage.as_ref().len());
        let byte_index = index / 8;
        let byte = &mut self.storage.as_mut()[byte_index];
        *byte = Self::change_bit(*byte, index, val);
    }
    #[inline]
    pub unsafe fn raw_set_bit(this: *mut Self, index: usize, val: bool) {
        debug_assert!(index / 8 < core::mem::size_of::<Storage>());
        let byte_index = index / 8;
        let byte =
            unsafe { (core::ptr::addr_of_mut!((*this).storage) as *mut u8).offset(byte_index as isize) };
        unsafe { *byte = Self::change_bit(*byte, index, val) };
    }
    #[inline]
    pub fn get(&self, bit_offset: usize, bit_width: u8) -> u64 {
        debug_assert!(bit_width <= 64);
        debug_assert!(bit_offset / 8 < self.storage.as_ref().len());
        debug_assert!((bit_offset + (bit_width as usize) + 7) / 8 <= self.storage.as_ref().len());
        if bit_width == 0 {
            return 0;
        }
        let mut val = 0u64;
        let storage = self.storage.as_ref();
        let start_byte = bit_offset / 8;
        let bit_shift = bit_offset % 8;
        let bytes_needed = (bit_width as usize + bit_shift + 7) / 8;
        if cfg!(target_endian = "big") {
            for i in 0..bytes_needed {
                val |= (storage[start_byte + i].reverse_bits() as u64) << (i * 8);
            }
        } else {
            for i in 0..bytes_needed {
                val |= (storage[start_byte + i] as u64) << (i * 8);
            }
        }
        val >>= bit_shift;
        if bit_width < 64 {
            val &= (1u64 << bit_width) - 1;
        }
        if cfg!(target_endian = "big") {
            val = val.reverse_bits() >> (64 - bit_width as usize);
        }
        val
    }
    #[inline]
    pub unsafe fn raw_get(this: *const Self, bit_offset: usize, bit_width: u8) -> u64 {
        debug_assert!(bit_width <= 64);
        debug_assert!(bit_offset / 8 < core::mem::size_of::<Storage>());
        debug_assert!((bit_offset + (bit_width as usize) + 7) / 8 <= core::mem::size_of::<Storage>());
        if bit_width == 0 {
            return 0;
        }
        let mut val = 0u64;
        let start_byte = bit_offset / 8;
        let bit_shift = bit_offset % 8;
        let bytes_needed = (bit_width as usize + bit_shift + 7) / 8;
        let storage_ptr = unsafe { core::ptr::addr_of!((*this).storage) as *const u8 };
        if cfg!(target_endian = "big") {
            for i in 0..bytes_needed {
                let byte = unsafe { *storage_ptr.add(start_byte + i) };
                val |= (byte.reverse_bits() as u64) << (i * 8);
            }
        } else {
            for i in 0..bytes_needed {
                let byte = unsafe { *storage_ptr.add(start_byte + i) };
                val |= (byte as u64) << (i * 8);
            }
        }
        val >>= bit_shift;
        if bit_width < 64 {
            val &= (1u64 << bit_width) - 1;
        }
        if cfg!(target_endian = "big") {
            val = val.reverse_bits() >> (64 - bit_width as usize);
        }
        val
    }
    #[inline]
    pub fn set(&mut self, bit_offset: usize, bit_width: u8, val: u64) {
        debug_assert!(bit_width <= 64);
        debug_assert!(bit_offset / 8 < self.storage.as_ref().len());
        debug_assert!((bit_offset + (bit_width as usize) + 7) / 8 <= self.storage.as_ref().len());
        if bit_width == 0 {
            return;
        }
        let mut val = val;
        if bit_width < 64 {
            val &= (1u64 << bit_width) - 1;
        }
        if cfg!(target_endian = "big") {
            val = val.reverse_bits() >> (64 - bit_width as usize);
        }
        let storage = self.storage.as_mut();
        let start_byte = bit_offset / 8;
        let bit_shift = bit_offset % 8;
        let bytes_needed = (bit_width as usize + bit_shift + 7) / 8;
        val <<= bit_shift;
        let field_mask = if bit_width as usize + bit_shift >= 64 {
            !0u64 << bit_shift
        } else {
            ((1u64 << bit_width) - 1) << bit_shift
        };
        for i in 0..bytes_needed {
            let byte_val = (val >> (i * 8)) as u8;
            let byte_mask = (field_mask >> (i * 8)) as u8;
            if cfg!(target_endian = "big") {
                let byte = storage[start_byte + i].reverse_bits();
                let new_byte = (byte & !byte_mask) | (byte_val & byte_mask);
                storage[start_byte + i] = new_byte.reverse_bits();
            } else {
                storage[start_byte + i] = (storage[start_byte + i] & !byte_mask) | (byte_val & byte_mask);
            }
        }
    }
    #[inline]
    pub unsafe fn raw_set(this: *mut Self, bit_offset: usize, bit_width: u8, val: u64) {
        debug_assert!(bit_width <= 64);
        debug_assert!(bit_offset / 8 < core::mem::size_of::<Storage>());
        debug_assert!((bit_offset + (bit_width as usize) + 7) / 8 <= core::mem::size_of::<Storage>());
        if bit_width == 0 {
            return;
        }
        let mut val = val;
        if bit_width < 64 {
            val &= (1u64 << bit_width) - 1;
        }
        if cfg!(target_endian = "big") {
            val = val.reverse_bits() >> (64 - bit_width as usize);
        }
        let start_byte = bit_offset / 8;
        let bit_shift = bit_offset % 8;
        let bytes_needed = (bit_width as usize + bit_shift + 7) / 8;
        val <<= bit_shift;
        let field_mask = if bit_width as usize + bit_shift >= 64 {
            !0u64 << bit_shift
        } else {
            ((1u64 << bit_width) - 1) << bit_shift
        };
        let storage_ptr = unsafe { core::ptr::addr_of_mut!((*this).storage) as *mut u8 };
        for i in 0..bytes_needed {
            let byte_val = (val >> (i * 8)) as u8;
            let byte_mask = (field_mask >> (i * 8)) as u8;
            let byte_ptr = unsafe { storage_ptr.add(start_byte + i) };
            if cfg!(target_endian = "big") {
                let byte = unsafe { (*byte_ptr).reverse_bits() };
                let new_byte = (byte & !byte_mask) | (byte_val & byte_mask);
                unsafe { *byte_ptr = new_byte.reverse_bits() };
            } else {
                unsafe { *byte_ptr = (*byte_ptr & !byte_mask) | (byte_val & byte_mask) };
            }
        }
    }
}
/// Const-generic methods for efficient bitfield access when offset and width
/// are known at compile time.
impl<const N: usize> __BindgenBitfieldUnit<[u8; N]> {
    /// Get a field using const generics for compile-time optimization.
    /// Uses native word size operations when the field fits in usize.
    #[inline]
    pub const fn get_const<const BIT_OFFSET: usize, const BIT_WIDTH: u8>(&self) -> u64 {
        debug_assert!(BIT_WIDTH <= 64);
        debug_assert!(BIT_OFFSET / 8 < N);
        debug_assert!((BIT_OFFSET + (BIT_WIDTH as usize) + 7) / 8 <= N);
        if BIT_WIDTH == 0 {
            return 0;
        }
        let start_byte = BIT_OFFSET / 8;
        let bit_shift = BIT_OFFSET % 8;
        let bytes_needed = (BIT_WIDTH as usize + bit_shift + 7) / 8;
        if BIT_WIDTH as usize + bit_shift <= usize::BITS as usize {
            let mut val = 0usize;
            if cfg!(target_endian = "big") {
                let mut i = 0;
                while i < bytes_needed {
                    val |= (self.storage[start_byte + i].reverse_bits() as usize) << (i * 8);
                    i += 1;
                }
            } else {
                let mut i = 0;
                while i < bytes_needed {
                    val |= (self.storage[start_byte + i] as usize) << (i * 8);
                    i += 1;
                }
            }
            val >>= bit_shift;
            if (BIT_WIDTH as u32) < usize::BITS {
                val &= (1usize << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (usize::BITS as usize - BIT_WIDTH as usize);
            }
            val as u64
        } else {
            let mut val = 0u64;
            if cfg!(target_endian = "big") {
                let mut i = 0;
                while i < bytes_needed {
                    val |= (self.storage[start_byte + i].reverse_bits() as u64) << (i * 8);
                    i += 1;
                }
            } else {
                let mut i = 0;
                while i < bytes_needed {
                    val |= (self.storage[start_byte + i] as u64) << (i * 8);
                    i += 1;
                }
            }
            val >>= bit_shift;
            if BIT_WIDTH < 64 {
                val &= (1u64 << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (64 - BIT_WIDTH as usize);
            }
            val
        }
    }
    /// Set a field using const generics for compile-time optimization.
    /// Uses native word size operations when the field fits in usize.
    #[inline]
    pub fn set_const<const BIT_OFFSET: usize, const BIT_WIDTH: u8>(&mut self, val: u64) {
        debug_assert!(BIT_WIDTH <= 64);
        debug_assert!(BIT_OFFSET / 8 < N);
        debug_assert!((BIT_OFFSET + (BIT_WIDTH as usize) + 7) / 8 <= N);
        if BIT_WIDTH == 0 {
            return;
        }
        let start_byte = BIT_OFFSET / 8;
        let bit_shift = BIT_OFFSET % 8;
        let bytes_needed = (BIT_WIDTH as usize + bit_shift + 7) / 8;
        if BIT_WIDTH as usize + bit_shift <= usize::BITS as usize {
            let mut val = val as usize;
            if (BIT_WIDTH as u32) < usize::BITS {
                val &= (1usize << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (usize::BITS as usize - BIT_WIDTH as usize);
            }
            val <<= bit_shift;
            let field_mask = if BIT_WIDTH as usize + bit_shift >= usize::BITS as usize {
                !0usize << bit_shift
            } else {
                ((1usize << BIT_WIDTH) - 1) << bit_shift
            };
            let mut i = 0;
            while i < bytes_needed {
                let byte_val = (val >> (i * 8)) as u8;
                let byte_mask = (field_mask >> (i * 8)) as u8;
                if cfg!(target_endian = "big") {
                    let byte = self.storage[start_byte + i].reverse_bits();
                    let new_byte = (byte & !byte_mask) | (byte_val & byte_mask);
                    self.storage[start_byte + i] = new_byte.reverse_bits();
                } else {
                    self.storage[start_byte + i] =
                        (self.storage[start_byte + i] & !byte_mask) | (byte_val & byte_mask);
                }
                i += 1;
            }
        } else {
            let mut val = val;
            if BIT_WIDTH < 64 {
                val &= (1u64 << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (64 - BIT_WIDTH as usize);
            }
            val <<= bit_shift;
            let field_mask = if BIT_WIDTH as usize + bit_shift >= 64 {
                !0u64 << bit_shift
            } else {
                ((1u64 << BIT_WIDTH) - 1) << bit_shift
            };
            let mut i = 0;
            while i < bytes_needed {
                let byte_val = (val >> (i * 8)) as u8;
                let byte_mask = (field_mask >> (i * 8)) as u8;
                if cfg!(target_endian = "big") {
                    let byte = self.storage[start_byte + i].reverse_bits();
                    let new_byte = (byte & !byte_mask) | (byte_val & byte_mask);
                    self.storage[start_byte + i] = new_byte.reverse_bits();
                } else {
                    self.storage[start_byte + i] =
                        (self.storage[start_byte + i] & !byte_mask) | (byte_val & byte_mask);
                }
                i += 1;
            }
        }
    }
    /// Raw pointer get using const generics for compile-time optimization.
    /// Uses native word size operations when the field fits in usize.
    #[inline]
    pub const unsafe fn raw_get_const<const BIT_OFFSET: usize, const BIT_WIDTH: u8>(
        this: *const Self,
    ) -> u64 {
        debug_assert!(BIT_WIDTH <= 64);
        debug_assert!(BIT_OFFSET / 8 < N);
        debug_assert!((BIT_OFFSET + (BIT_WIDTH as usize) + 7) / 8 <= N);
        if BIT_WIDTH == 0 {
            return 0;
        }
        let start_byte = BIT_OFFSET / 8;
        let bit_shift = BIT_OFFSET % 8;
        let bytes_needed = (BIT_WIDTH as usize + bit_shift + 7) / 8;
        let storage_ptr = unsafe { core::ptr::addr_of!((*this).storage) as *const u8 };
        if BIT_WIDTH as usize + bit_shift <= usize::BITS as usize {
            let mut val = 0usize;
            if cfg!(target_endian = "big") {
                let mut i = 0;
                while i < bytes_needed {
                    let byte = unsafe { *storage_ptr.add(start_byte + i) };
                    val |= (byte.reverse_bits() as usize) << (i * 8);
                    i += 1;
                }
            } else {
                let mut i = 0;
                while i < bytes_needed {
                    let byte = unsafe { *storage_ptr.add(start_byte + i) };
                    val |= (byte as usize) << (i * 8);
                    i += 1;
                }
            }
            val >>= bit_shift;
            if (BIT_WIDTH as u32) < usize::BITS {
                val &= (1usize << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (usize::BITS as usize - BIT_WIDTH as usize);
            }
            val as u64
        } else {
            let mut val = 0u64;
            if cfg!(target_endian = "big") {
                let mut i = 0;
                while i < bytes_needed {
                    let byte = unsafe { *storage_ptr.add(start_byte + i) };
                    val |= (byte.reverse_bits() as u64) << (i * 8);
                    i += 1;
                }
            } else {
                let mut i = 0;
                while i < bytes_needed {
                    let byte = unsafe { *storage_ptr.add(start_byte + i) };
                    val |= (byte as u64) << (i * 8);
                    i += 1;
                }
            }
            val >>= bit_shift;
            if BIT_WIDTH < 64 {
                val &= (1u64 << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (64 - BIT_WIDTH as usize);
            }
            val
        }
    }
    /// Raw pointer set using const generics for compile-time optimization.
    /// Uses native word size operations when the field fits in usize.
    #[inline]
    pub unsafe fn raw_set_const<const BIT_OFFSET: usize, const BIT_WIDTH: u8>(this: *mut Self, val: u64) {
        debug_assert!(BIT_WIDTH <= 64);
        debug_assert!(BIT_OFFSET / 8 < N);
        debug_assert!((BIT_OFFSET + (BIT_WIDTH as usize) + 7) / 8 <= N);
        if BIT_WIDTH == 0 {
            return;
        }
        let start_byte = BIT_OFFSET / 8;
        let bit_shift = BIT_OFFSET % 8;
        let bytes_needed = (BIT_WIDTH as usize + bit_shift + 7) / 8;
        let storage_ptr = this.cast::<[u8; N]>().cast::<u8>();
        if BIT_WIDTH as usize + bit_shift <= usize::BITS as usize {
            let mut val = val as usize;
            if (BIT_WIDTH as u32) < usize::BITS {
                val &= (1usize << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (usize::BITS as usize - BIT_WIDTH as usize);
            }
            val <<= bit_shift;
            let field_mask = if BIT_WIDTH as usize + bit_shift >= usize::BITS as usize {
                !0usize << bit_shift
            } else {
                ((1usize << BIT_WIDTH) - 1) << bit_shift
            };
            let mut i = 0;
            while i < bytes_needed {
                let byte_val = (val >> (i * 8)) as u8;
                let byte_mask = (field_mask >> (i * 8)) as u8;
                let byte_ptr = unsafe { storage_ptr.add(start_byte + i) };
                if cfg!(target_endian = "big") {
                    let byte = unsafe { (*byte_ptr).reverse_bits() };
                    let new_byte = (byte & !byte_mask) | (byte_val & byte_mask);
                    unsafe { *byte_ptr = new_byte.reverse_bits() };
                } else {
                    unsafe { *byte_ptr = (*byte_ptr & !byte_mask) | (byte_val & byte_mask) };
                }
                i += 1;
            }
        } else {
            let mut val = val;
            if BIT_WIDTH < 64 {
                val &= (1u64 << BIT_WIDTH) - 1;
            }
            if cfg!(target_endian = "big") {
                val = val.reverse_bits() >> (64 - BIT_WIDTH as usize);
            }
            val <<= bit_shift;
            let field_mask = if BIT_WIDTH as usize + bit_shift >= 64 {
                !0u64 << bit_shift
            } else {
                ((1u64 << BIT_WIDTH) - 1) << bit_shift
            };
            let mut i = 0;
            while i < bytes_needed {
                let byte_val = (val >> (i * 8)) as u8;
                let byte_mask = (field_mask >> (i * 8)) as u8;
                let byte_ptr = unsafe { storage_ptr.add(start_byte + i) };
                if cfg!(target_endian = "big") {
                    let byte = unsafe { (*byte_ptr).reverse_bits() };
                    let new_byte = (byte & !byte_mask) | (byte_val & byte_mask);
                    unsafe { *byte_ptr = new_byte.reverse_bits() };
                } else {
                    unsafe { *byte_ptr = (*byte_ptr & !byte_mask) | (byte_val & byte_mask) };
                }
                i += 1;
            }
        }
    }
}
pub type cuuint32_t = u32;
pub type cuuint64_t = u64;
pub type CUdeviceptr_v2 = ::std::os::raw::c_ulonglong;
pub type CUdeviceptr = CUdeviceptr_v2;
pub type CUdevice_v1 = ::std::os::raw::c_int;
pub type CUdevice = CUdevice_v1;
#[repr(C)]
#[derive(Debug)]
pub struct CUctx_st {
    _unused: [u8; 0],
}
pub type CUcontext = *mut CUctx_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUmod_st {
    _unused: [u8; 0],
}
pub type CUmodule = *mut CUmod_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUfunc_st {
    _unused: [u8; 0],
}
pub type CUfunction = *mut CUfunc_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUlib_st {
    _unused: [u8; 0],
}
pub type CUlibrary = *mut CUlib_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUkern_st {
    _unused: [u8; 0],
}
pub type CUkernel = *mut CUkern_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUarray_st {
    _unused: [u8; 0],
}
pub type CUarray = *mut CUarray_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUmipmappedArray_st {
    _unused: [u8; 0],
}
pub type CUmipmappedArray = *mut CUmipmappedArray_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUtexref_st {
    _unused: [u8; 0],
}
pub type CUtexref = *mut CUtexref_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUsurfref_st {
    _unused: [u8; 0],
}
pub type CUsurfref = *mut CUsurfref_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUevent_st {
    _unused: [u8; 0],
}
pub type CUevent = *mut CUevent_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUstream_st {
    _unused: [u8; 0],
}
pub type CUstream = *mut CUstream_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphicsResource_st {
    _unused: [u8; 0],
}
pub type CUgraphicsResource = *mut CUgraphicsResource_st;
pub type CUtexObject_v1 = ::std::os::raw::c_ulonglong;
pub type CUtexObject = CUtexObject_v1;
pub type CUsurfObject_v1 = ::std::os::raw::c_ulonglong;
pub type CUsurfObject = CUsurfObject_v1;
#[repr(C)]
#[derive(Debug)]
pub struct CUextMemory_st {
    _unused: [u8; 0],
}
pub type CUexternalMemory = *mut CUextMemory_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUextSemaphore_st {
    _unused: [u8; 0],
}
pub type CUexternalSemaphore = *mut CUextSemaphore_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraph_st {
    _unused: [u8; 0],
}
pub type CUgraph = *mut CUgraph_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphNode_st {
    _unused: [u8; 0],
}
pub type CUgraphNode = *mut CUgraphNode_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphExec_st {
    _unused: [u8; 0],
}
pub type CUgraphExec = *mut CUgraphExec_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUmemPoolHandle_st {
    _unused: [u8; 0],
}
pub type CUmemoryPool = *mut CUmemPoolHandle_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUuserObject_st {
    _unused: [u8; 0],
}
pub type CUuserObject = *mut CUuserObject_st;
pub type CUgraphConditionalHandle = cuuint64_t;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphDeviceUpdatableNode_st {
    _unused: [u8; 0],
}
pub type CUgraphDeviceNode = *mut CUgraphDeviceUpdatableNode_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUasyncCallbackEntry_st {
    _unused: [u8; 0],
}
pub type CUasyncCallbackHandle = *mut CUasyncCallbackEntry_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgreenCtx_st {
    _unused: [u8; 0],
}
pub type CUgreenCtx = *mut CUgreenCtx_st;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUuuid_st {
    pub bytes: [::std::os::raw::c_char; 16usize],
}
pub type CUuuid = CUuuid_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUipcEventHandle_st {
    pub reserved: [::std::os::raw::c_char; 64usize],
}
impl Default for CUipcEventHandle_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUipcEventHandle_v1 = CUipcEventHandle_st;
pub type CUipcEventHandle = CUipcEventHandle_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUipcMemHandle_st {
    pub reserved: [::std::os::raw::c_char; 64usize],
}
impl Default for CUipcMemHandle_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUipcMemHandle_v1 = CUipcMemHandle_st;
pub type CUipcMemHandle = CUipcMemHandle_v1;
pub const CU_ATOMIC_OPERATION_INTEGER_ADD: CUatomicOperation_enum = 0;
pub const CU_ATOMIC_OPERATION_INTEGER_MIN: CUatomicOperation_enum = 1;
pub const CU_ATOMIC_OPERATION_INTEGER_MAX: CUatomicOperation_enum = 2;
pub const CU_ATOMIC_OPERATION_INTEGER_INCREMENT: CUatomicOperation_enum = 3;
pub const CU_ATOMIC_OPERATION_INTEGER_DECREMENT: CUatomicOperation_enum = 4;
pub const CU_ATOMIC_OPERATION_AND: CUatomicOperation_enum = 5;
pub const CU_ATOMIC_OPERATION_OR: CUatomicOperation_enum = 6;
pub const CU_ATOMIC_OPERATION_XOR: CUatomicOperation_enum = 7;
pub const CU_ATOMIC_OPERATION_EXCHANGE: CUatomicOperation_enum = 8;
pub const CU_ATOMIC_OPERATION_CAS: CUatomicOperation_enum = 9;
pub const CU_ATOMIC_OPERATION_FLOAT_ADD: CUatomicOperation_enum = 10;
pub const CU_ATOMIC_OPERATION_FLOAT_MIN: CUatomicOperation_enum = 11;
pub const CU_ATOMIC_OPERATION_FLOAT_MAX: CUatomicOperation_enum = 12;
pub const CU_ATOMIC_OPERATION_MAX: CUatomicOperation_enum = 13;
pub type CUatomicOperation_enum = ::std::os::raw::c_uint;
pub use self::CUatomicOperation_enum as CUatomicOperation;
pub const CU_STREAM_MEM_OP_WAIT_VALUE_32: CUstreamBatchMemOpType_enum = 1;
pub const CU_STREAM_MEM_OP_WRITE_VALUE_32: CUstreamBatchMemOpType_enum = 2;
pub const CU_STREAM_MEM_OP_WAIT_VALUE_64: CUstreamBatchMemOpType_enum = 4;
pub const CU_STREAM_MEM_OP_WRITE_VALUE_64: CUstreamBatchMemOpType_enum = 5;
pub const CU_STREAM_MEM_OP_BARRIER: CUstreamBatchMemOpType_enum = 6;
pub const CU_STREAM_MEM_OP_ATOMIC_REDUCTION: CUstreamBatchMemOpType_enum = 8;
pub const CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES: CUstreamBatchMemOpType_enum = 3;
pub type CUstreamBatchMemOpType_enum = ::std::os::raw::c_uint;
pub use self::CUstreamBatchMemOpType_enum as CUstreamBatchMemOpType;
pub const CU_STREAM_ATOMIC_REDUCTION_OP_OR: CUstreamAtomicReductionOpType_enum = 6;
pub const CU_STREAM_ATOMIC_REDUCTION_OP_AND: CUstreamAtomicReductionOpType_enum = 5;
pub const CU_STREAM_ATOMIC_REDUCTION_OP_ADD: CUstreamAtomicReductionOpType_enum = 0;
pub type CUstreamAtomicReductionOpType_enum = ::std::os::raw::c_uint;
pub use self::CUstreamAtomicReductionOpType_enum as CUstreamAtomicReductionOpType;
pub const CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_32: CUstreamAtomicReductionDataType_enum = 14;
pub const CU_STREAM_ATOMIC_REDUCTION_UNSIGNED_64: CUstreamAtomicReductionDataType_enum = 22;
pub type CUstreamAtomicReductionDataType_enum = ::std::os::raw::c_uint;
pub use self::CUstreamAtomicReductionDataType_enum as CUstreamAtomicReductionDataType;
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUstreamBatchMemOpParams_union {
    pub operation: CUstreamBatchMemOpType,
    pub waitValue: CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st,
    pub writeValue: CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st,
    pub flushRemoteWrites: CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st,
    pub memoryBarrier: CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st,
    pub atomicReduction: CUstreamBatchMemOpParams_union_CUstreamMemOpAtomicReductionParams_st,
    pub pad: [cuuint64_t; 6usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st {
    pub operation: CUstreamBatchMemOpType,
    pub address: CUdeviceptr,
    pub __bindgen_anon_1: CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st__bindgen_ty_1,
    pub flags: ::std::os::raw::c_uint,
    pub alias: CUdeviceptr,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st__bindgen_ty_1 {
    pub value: cuuint32_t,
    pub value64: cuuint64_t,
}
impl Default for CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUstreamBatchMemOpParams_union_CUstreamMemOpWaitValueParams_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st {
    pub operation: CUstreamBatchMemOpType,
    pub address: CUdeviceptr,
    pub __bindgen_anon_1: CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st__bindgen_ty_1,
    pub flags: ::std::os::raw::c_uint,
    pub alias: CUdeviceptr,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st__bindgen_ty_1 {
    pub value: cuuint32_t,
    pub value64: cuuint64_t,
}
impl Default for CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUstreamBatchMemOpParams_union_CUstreamMemOpWriteValueParams_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st {
    pub operation: CUstreamBatchMemOpType,
    pub flags: ::std::os::raw::c_uint,
}
impl Default for CUstreamBatchMemOpParams_union_CUstreamMemOpFlushRemoteWritesParams_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st {
    pub operation: CUstreamBatchMemOpType,
    pub flags: ::std::os::raw::c_uint,
}
impl Default for CUstreamBatchMemOpParams_union_CUstreamMemOpMemoryBarrierParams_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUstreamBatchMemOpParams_union_CUstreamMemOpAtomicReductionParams_st {
    pub operation: CUstreamBatchMemOpType,
    pub flags: ::std::os::raw::c_uint,
    pub reductionOp: CUstreamAtomicReductionOpType,
    pub dataType: CUstreamAtomicReductionDataType,
    pub address: CUdeviceptr,
    pub value: cuuint64_t,
    pub alias: CUdeviceptr,
}
impl Default for CUstreamBatchMemOpParams_union_CUstreamMemOpAtomicReductionParams_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUstreamBatchMemOpParams_union {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUstreamBatchMemOpParams_v1 = CUstreamBatchMemOpParams_union;
pub type CUstreamBatchMemOpParams = CUstreamBatchMemOpParams_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st {
    pub ctx: CUcontext,
    pub count: ::std::os::raw::c_uint,
    pub paramArray: *mut CUstreamBatchMemOpParams,
    pub flags: ::std::os::raw::c_uint,
}
impl Default for CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_BATCH_MEM_OP_NODE_PARAMS_v1 = CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st;
pub type CUDA_BATCH_MEM_OP_NODE_PARAMS = CUDA_BATCH_MEM_OP_NODE_PARAMS_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st {
    pub ctx: CUcontext,
    pub count: ::std::os::raw::c_uint,
    pub paramArray: *mut CUstreamBatchMemOpParams,
    pub flags: ::std::os::raw::c_uint,
}
impl Default for CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 = CUDA_BATCH_MEM_OP_NODE_PARAMS_v2_st;
pub const CU_ASYNC_NOTIFICATION_TYPE_OVER_BUDGET: CUasyncNotificationType_enum = 1;
pub type CUasyncNotificationType_enum = ::std::os::raw::c_uint;
pub use self::CUasyncNotificationType_enum as CUasyncNotificationType;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUasyncNotificationInfo_st {
    pub type_: CUasyncNotificationType,
    pub info: CUasyncNotificationInfo_st__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUasyncNotificationInfo_st__bindgen_ty_1 {
    pub overBudget: CUasyncNotificationInfo_st__bindgen_ty_1__bindgen_ty_1,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUasyncNotificationInfo_st__bindgen_ty_1__bindgen_ty_1 {
    pub bytesOverBudget: ::std::os::raw::c_ulonglong,
}
impl Default for CUasyncNotificationInfo_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUasyncNotificationInfo_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUasyncNotificationInfo = CUasyncNotificationInfo_st;
pub type CUasyncCallback = ::std::option::Option<
    unsafe extern "C" fn(
        info: *mut CUasyncNotificationInfo,
        userData: *mut ::std::os::raw::c_void,
        callback: CUasyncCallbackHandle,
    ),
>;
pub const CU_AD_FORMAT_UNSIGNED_INT8: CUarray_format_enum = 1;
pub const CU_AD_FORMAT_UNSIGNED_INT16: CUarray_format_enum = 2;
pub const CU_AD_FORMAT_UNSIGNED_INT32: CUarray_format_enum = 3;
pub const CU_AD_FORMAT_SIGNED_INT8: CUarray_format_enum = 8;
pub const CU_AD_FORMAT_SIGNED_INT16: CUarray_format_enum = 9;
pub const CU_AD_FORMAT_SIGNED_INT32: CUarray_format_enum = 10;
pub const CU_AD_FORMAT_HALF: CUarray_format_enum = 16;
pub const CU_AD_FORMAT_FLOAT: CUarray_format_enum = 32;
pub const CU_AD_FORMAT_NV12: CUarray_format_enum = 176;
pub const CU_AD_FORMAT_UNORM_INT8X1: CUarray_format_enum = 192;
pub const CU_AD_FORMAT_UNORM_INT8X2: CUarray_format_enum = 193;
pub const CU_AD_FORMAT_UNORM_INT8X4: CUarray_format_enum = 194;
pub const CU_AD_FORMAT_UNORM_INT16X1: CUarray_format_enum = 195;
pub const CU_AD_FORMAT_UNORM_INT16X2: CUarray_format_enum = 196;
pub const CU_AD_FORMAT_UNORM_INT16X4: CUarray_format_enum = 197;
pub const CU_AD_FORMAT_SNORM_INT8X1: CUarray_format_enum = 198;
pub const CU_AD_FORMAT_SNORM_INT8X2: CUarray_format_enum = 199;
pub const CU_AD_FORMAT_SNORM_INT8X4: CUarray_format_enum = 200;
pub const CU_AD_FORMAT_SNORM_INT16X1: CUarray_format_enum = 201;
pub const CU_AD_FORMAT_SNORM_INT16X2: CUarray_format_enum = 202;
pub const CU_AD_FORMAT_SNORM_INT16X4: CUarray_format_enum = 203;
pub const CU_AD_FORMAT_BC1_UNORM: CUarray_format_enum = 145;
pub const CU_AD_FORMAT_BC1_UNORM_SRGB: CUarray_format_enum = 146;
pub const CU_AD_FORMAT_BC2_UNORM: CUarray_format_enum = 147;
pub const CU_AD_FORMAT_BC2_UNORM_SRGB: CUarray_format_enum = 148;
pub const CU_AD_FORMAT_BC3_UNORM: CUarray_format_enum = 149;
pub const CU_AD_FORMAT_BC3_UNORM_SRGB: CUarray_format_enum = 150;
pub const CU_AD_FORMAT_BC4_UNORM: CUarray_format_enum = 151;
pub const CU_AD_FORMAT_BC4_SNORM: CUarray_format_enum = 152;
pub const CU_AD_FORMAT_BC5_UNORM: CUarray_format_enum = 153;
pub const CU_AD_FORMAT_BC5_SNORM: CUarray_format_enum = 154;
pub const CU_AD_FORMAT_BC6H_UF16: CUarray_format_enum = 155;
pub const CU_AD_FORMAT_BC6H_SF16: CUarray_format_enum = 156;
pub const CU_AD_FORMAT_BC7_UNORM: CUarray_format_enum = 157;
pub const CU_AD_FORMAT_BC7_UNORM_SRGB: CUarray_format_enum = 158;
pub const CU_AD_FORMAT_P010: CUarray_format_enum = 159;
pub const CU_AD_FORMAT_P016: CUarray_format_enum = 161;
pub const CU_AD_FORMAT_NV16: CUarray_format_enum = 162;
pub const CU_AD_FORMAT_P210: CUarray_format_enum = 163;
pub const CU_AD_FORMAT_P216: CUarray_format_enum = 164;
pub const CU_AD_FORMAT_YUY2: CUarray_format_enum = 165;
pub const CU_AD_FORMAT_Y210: CUarray_format_enum = 166;
pub const CU_AD_FORMAT_Y216: CUarray_format_enum = 167;
pub const CU_AD_FORMAT_AYUV: CUarray_format_enum = 168;
pub const CU_AD_FORMAT_Y410: CUarray_format_enum = 169;
pub const CU_AD_FORMAT_Y416: CUarray_format_enum = 177;
pub const CU_AD_FORMAT_Y444_PLANAR8: CUarray_format_enum = 178;
pub const CU_AD_FORMAT_Y444_PLANAR10: CUarray_format_enum = 179;
pub const CU_AD_FORMAT_YUV444_8bit_SemiPlanar: CUarray_format_enum = 180;
pub const CU_AD_FORMAT_YUV444_16bit_SemiPlanar: CUarray_format_enum = 181;
pub const CU_AD_FORMAT_UNORM_INT_101010_2: CUarray_format_enum = 80;
pub const CU_AD_FORMAT_UINT8_PACKED_422: CUarray_format_enum = 81;
pub const CU_AD_FORMAT_UINT8_PACKED_444: CUarray_format_enum = 82;
pub const CU_AD_FORMAT_UINT8_SEMIPLANAR_420: CUarray_format_enum = 83;
pub const CU_AD_FORMAT_UINT16_SEMIPLANAR_420: CUarray_format_enum = 84;
pub const CU_AD_FORMAT_UINT8_SEMIPLANAR_422: CUarray_format_enum = 85;
pub const CU_AD_FORMAT_UINT16_SEMIPLANAR_422: CUarray_format_enum = 86;
pub const CU_AD_FORMAT_UINT8_SEMIPLANAR_444: CUarray_format_enum = 87;
pub const CU_AD_FORMAT_UINT16_SEMIPLANAR_444: CUarray_format_enum = 88;
pub const CU_AD_FORMAT_UINT8_PLANAR_420: CUarray_format_enum = 89;
pub const CU_AD_FORMAT_UINT16_PLANAR_420: CUarray_format_enum = 90;
pub const CU_AD_FORMAT_UINT8_PLANAR_422: CUarray_format_enum = 91;
pub const CU_AD_FORMAT_UINT16_PLANAR_422: CUarray_format_enum = 92;
pub const CU_AD_FORMAT_UINT8_PLANAR_444: CUarray_format_enum = 93;
pub const CU_AD_FORMAT_UINT16_PLANAR_444: CUarray_format_enum = 94;
pub const CU_AD_FORMAT_MAX: CUarray_format_enum = 2147483647;
pub type CUarray_format_enum = ::std::os::raw::c_uint;
pub use self::CUarray_format_enum as CUarray_format;
pub const CU_TR_ADDRESS_MODE_WRAP: CUaddress_mode_enum = 0;
pub const CU_TR_ADDRESS_MODE_CLAMP: CUaddress_mode_enum = 1;
pub const CU_TR_ADDRESS_MODE_MIRROR: CUaddress_mode_enum = 2;
pub const CU_TR_ADDRESS_MODE_BORDER: CUaddress_mode_enum = 3;
pub type CUaddress_mode_enum = ::std::os::raw::c_uint;
pub use self::CUaddress_mode_enum as CUaddress_mode;
pub const CU_TR_FILTER_MODE_POINT: CUfilter_mode_enum = 0;
pub const CU_TR_FILTER_MODE_LINEAR: CUfilter_mode_enum = 1;
pub type CUfilter_mode_enum = ::std::os::raw::c_uint;
pub use self::CUfilter_mode_enum as CUfilter_mode;
pub const CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: CUdevice_attribute_enum = 1;
pub const CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X: CUdevice_attribute_enum = 2;
pub const CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y: CUdevice_attribute_enum = 3;
pub const CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z: CUdevice_attribute_enum = 4;
pub const CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: CUdevice_attribute_enum = 5;
pub const CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y: CUdevice_attribute_enum = 6;
pub const CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: CUdevice_attribute_enum = 7;
pub const CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: CUdevice_attribute_enum = 8;
pub const CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK: CUdevice_attribute_enum = 8;
pub const CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY: CUdevice_attribute_enum = 9;
pub const CU_DEVICE_ATTRIBUTE_WARP_SIZE: CUdevice_attribute_enum = 10;
pub const CU_DEVICE_ATTRIBUTE_MAX_PITCH: CUdevice_attribute_enum = 11;
pub const CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK: CUdevice_attribute_enum = 12;
pub const CU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK: CUdevice_attribute_enum = 12;
pub const CU_DEVICE_ATTRIBUTE_CLOCK_RATE: CUdevice_attribute_enum = 13;
pub const CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT: CUdevice_attribute_enum = 14;
pub const CU_DEVICE_ATTRIBUTE_GPU_OVERLAP: CUdevice_attribute_enum = 15;
pub const CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: CUdevice_attribute_enum = 16;
pub const CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT: CUdevice_attribute_enum = 17;
pub const CU_DEVICE_ATTRIBUTE_INTEGRATED: CUdevice_attribute_enum = 18;
pub const CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY: CUdevice_attribute_enum = 19;
pub const CU_DEVICE_ATTRIBUTE_COMPUTE_MODE: CUdevice_attribute_enum = 20;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH: CUdevice_attribute_enum = 21;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH: CUdevice_attribute_enum = 22;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT: CUdevice_attribute_enum = 23;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH: CUdevice_attribute_enum = 24;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT: CUdevice_attribute_enum = 25;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH: CUdevice_attribute_enum = 26;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH: CUdevice_attribute_enum = 27;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT: CUdevice_attribute_enum = 28;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS: CUdevice_attribute_enum = 29;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH: CUdevice_attribute_enum = 27;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT: CUdevice_attribute_enum = 28;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES: CUdevice_attribute_enum = 29;
pub const CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT: CUdevice_attribute_enum = 30;
pub const CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS: CUdevice_attribute_enum = 31;
pub const CU_DEVICE_ATTRIBUTE_ECC_ENABLED: CUdevice_attribute_enum = 32;
pub const CU_DEVICE_ATTRIBUTE_PCI_BUS_ID: CUdevice_attribute_enum = 33;
pub const CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID: CUdevice_attribute_enum = 34;
pub const CU_DEVICE_ATTRIBUTE_TCC_DRIVER: CUdevice_attribute_enum = 35;
pub const CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE: CUdevice_attribute_enum = 36;
pub const CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH: CUdevice_attribute_enum = 37;
pub const CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: CUdevice_attribute_enum = 38;
pub const CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: CUdevice_attribute_enum = 39;
pub const CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT: CUdevice_attribute_enum = 40;
pub const CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING: CUdevice_attribute_enum = 41;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH: CUdevice_attribute_enum = 42;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS: CUdevice_attribute_enum = 43;
pub const CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER: CUdevice_attribute_enum = 44;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH: CUdevice_attribute_enum = 45;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT: CUdevice_attribute_enum = 46;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE: CUdevice_attribute_enum = 47;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE: CUdevice_attribute_enum = 48;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE: CUdevice_attribute_enum = 49;
pub const CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID: CUdevice_attribute_enum = 50;
pub const CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT: CUdevice_attribute_enum = 51;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH: CUdevice_attribute_enum = 52;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH: CUdevice_attribute_enum = 53;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS: CUdevice_attribute_enum = 54;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH: CUdevice_attribute_enum = 55;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH: CUdevice_attribute_enum = 56;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT: CUdevice_attribute_enum = 57;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH: CUdevice_attribute_enum = 58;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT: CUdevice_attribute_enum = 59;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH: CUdevice_attribute_enum = 60;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH: CUdevice_attribute_enum = 61;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS: CUdevice_attribute_enum = 62;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH: CUdevice_attribute_enum = 63;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT: CUdevice_attribute_enum = 64;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS: CUdevice_attribute_enum = 65;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH: CUdevice_attribute_enum = 66;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH: CUdevice_attribute_enum = 67;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS: CUdevice_attribute_enum = 68;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH: CUdevice_attribute_enum = 69;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH: CUdevice_attribute_enum = 70;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT: CUdevice_attribute_enum = 71;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH: CUdevice_attribute_enum = 72;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH: CUdevice_attribute_enum = 73;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT: CUdevice_attribute_enum = 74;
pub const CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: CUdevice_attribute_enum = 75;
pub const CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: CUdevice_attribute_enum = 76;
pub const CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH: CUdevice_attribute_enum = 77;
pub const CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED: CUdevice_attribute_enum = 78;
pub const CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED: CUdevice_attribute_enum = 79;
pub const CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED: CUdevice_attribute_enum = 80;
pub const CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: CUdevice_attribute_enum = 81;
pub const CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR: CUdevice_attribute_enum = 82;
pub const CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY: CUdevice_attribute_enum = 83;
pub const CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD: CUdevice_attribute_enum = 84;
pub const CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID: CUdevice_attribute_enum = 85;
pub const CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED: CUdevice_attribute_enum = 86;
pub const CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO: CUdevice_attribute_enum = 87;
pub const CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS: CUdevice_attribute_enum = 88;
pub const CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS: CUdevice_attribute_enum = 89;
pub const CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED: CUdevice_attribute_enum = 90;
pub const CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM: CUdevice_attribute_enum = 91;
pub const CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1: CUdevice_attribute_enum = 92;
pub const CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1: CUdevice_attribute_enum = 93;
pub const CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1: CUdevice_attribute_enum = 94;
pub const CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH: CUdevice_attribute_enum = 95;
pub const CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH: CUdevice_attribute_enum = 96;
pub const CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: CUdevice_attribute_enum = 97;
pub const CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES: CUdevice_attribute_enum = 98;
pub const CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED: CUdevice_attribute_enum = 99;
pub const CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES: CUdevice_attribute_enum = 100;
pub const CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST: CUdevice_attribute_enum = 101;
pub const CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED: CUdevice_attribute_enum = 102;
pub const CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: CUdevice_attribute_enum = 102;
pub const CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED: CUdevice_attribute_enum = 103;
pub const CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED: CUdevice_attribute_enum = 104;
pub const CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED: CUdevice_attribute_enum = 105;
pub const CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR: CUdevice_attribute_enum = 106;
pub const CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED: CUdevice_attribute_enum = 107;
pub const CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE: CUdevice_attribute_enum = 108;
pub const CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE: CUdevice_attribute_enum = 109;
pub const CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED: CUdevice_attribute_enum = 110;
pub const CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK: CUdevice_attribute_enum = 111;
pub const CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED: CUdevice_attribute_enum = 112;
pub const CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED: CUdevice_attribute_enum = 113;
pub const CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED: CUdevice_attribute_enum = 114;
pub const CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED: CUdevice_attribute_enum = 115;
pub const CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED: CUdevice_attribute_enum = 116;
pub const CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS: CUdevice_attribute_enum = 117;
pub const CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING: CUdevice_attribute_enum = 118;
pub const CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES: CUdevice_attribute_enum = 119;
pub const CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH: CUdevice_attribute_enum = 120;
pub const CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED: CUdevice_attribute_enum = 121;
pub const CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS: CUdevice_attribute_enum = 122;
pub const CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR: CUdevice_attribute_enum = 123;
pub const CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED: CUdevice_attribute_enum = 124;
pub const CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED: CUdevice_attribute_enum = 125;
pub const CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT: CUdevice_attribute_enum = 126;
pub const CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED: CUdevice_attribute_enum = 127;
pub const CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED: CUdevice_attribute_enum = 128;
pub const CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS: CUdevice_attribute_enum = 129;
pub const CU_DEVICE_ATTRIBUTE_NUMA_CONFIG: CUdevice_attribute_enum = 130;
pub const CU_DEVICE_ATTRIBUTE_NUMA_ID: CUdevice_attribute_enum = 131;
pub const CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED: CUdevice_attribute_enum = 132;
pub const CU_DEVICE_ATTRIBUTE_MPS_ENABLED: CUdevice_attribute_enum = 133;
pub const CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID: CUdevice_attribute_enum = 134;
pub const CU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED: CUdevice_attribute_enum = 135;
pub const CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK: CUdevice_attribute_enum = 136;
pub const CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH: CUdevice_attribute_enum = 137;
pub const CU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED: CUdevice_attribute_enum = 138;
pub const CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID: CUdevice_attribute_enum = 139;
pub const CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID: CUdevice_attribute_enum = 140;
pub const CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: CUdevice_attribute_enum = 141;
pub const CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED: CUdevice_attribute_enum = 142;
pub const CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED: CUdevice_attribute_enum = 143;
pub const CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED: CUdevice_attribute_enum = 144;
pub const CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: CUdevice_attribute_enum = 145;
pub const CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED: CUdevice_attribute_enum = 146;
pub const CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED: CUdevice_attribute_enum = 147;
pub const CU_DEVICE_ATTRIBUTE_ATOMIC_REDUCTION_SUPPORTED: CUdevice_attribute_enum = 148;
pub const CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_COUNT: CUdevice_attribute_enum = 149;
pub const CU_DEVICE_ATTRIBUTE_MAX_OVERSIZED_SHARED_MEMORY_PER_BLOCK: CUdevice_attribute_enum = 150;
pub const CU_DEVICE_ATTRIBUTE_D3D12_CIG_STREAMS_SUPPORTED: CUdevice_attribute_enum = 151;
pub const CU_DEVICE_ATTRIBUTE_DMA_BUF_MMAP_SUPPORTED: CUdevice_attribute_enum = 152;
pub const CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_UNICAST_SUPPORTED: CUdevice_attribute_enum = 153;
pub const CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_MULTICAST_SUPPORTED: CUdevice_attribute_enum = 154;
pub const CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_COUNTED_OPS_SUPPORTED: CUdevice_attribute_enum = 155;
pub const CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_UNICAST_ACCESS_ON_OWNER_DEVICE_SUPPORTED:
    CUdevice_attribute_enum = 156;
pub const CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_MULTIPROCESSOR_COUNT: CUdevice_attribute_enum = 157;
pub const CU_DEVICE_ATTRIBUTE_LOGICAL_ENDPOINT_SUPPORTED_HANDLE_TYPES: CUdevice_attribute_enum = 158;
pub const CU_DEVICE_ATTRIBUTE_VULKAN_CIG_STREAMS_SUPPORTED: CUdevice_attribute_enum = 159;
pub const CU_DEVICE_ATTRIBUTE_TENSOR_MAP_LARGE_TENSOR_MIN_SIZE: CUdevice_attribute_enum = 160;
pub const CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_LOCALIZED_MEMORY_SUPPORTED: CUdevice_attribute_enum = 161;
pub const CU_DEVICE_ATTRIBUTE_MAX: CUdevice_attribute_enum = 162;
pub type CUdevice_attribute_enum = ::std::os::raw::c_uint;
pub use self::CUdevice_attribute_enum as CUdevice_attribute;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUdevprop_st {
    pub maxThreadsPerBlock: ::std::os::raw::c_int,
    pub maxThreadsDim: [::std::os::raw::c_int; 3usize],
    pub maxGridSize: [::std::os::raw::c_int; 3usize],
    pub sharedMemPerBlock: ::std::os::raw::c_int,
    pub totalConstantMemory: ::std::os::raw::c_int,
    pub SIMDWidth: ::std::os::raw::c_int,
    pub memPitch: ::std::os::raw::c_int,
    pub regsPerBlock: ::std::os::raw::c_int,
    pub clockRate: ::std::os::raw::c_int,
    pub textureAlign: ::std::os::raw::c_int,
}
pub type CUdevprop_v1 = CUdevprop_st;
pub type CUdevprop = CUdevprop_v1;
pub const CU_POINTER_ATTRIBUTE_CONTEXT: CUpointer_attribute_enum = 1;
pub const CU_POINTER_ATTRIBUTE_MEMORY_TYPE: CUpointer_attribute_enum = 2;
pub const CU_POINTER_ATTRIBUTE_DEVICE_POINTER: CUpointer_attribute_enum = 3;
pub const CU_POINTER_ATTRIBUTE_HOST_POINTER: CUpointer_attribute_enum = 4;
pub const CU_POINTER_ATTRIBUTE_P2P_TOKENS: CUpointer_attribute_enum = 5;
pub const CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: CUpointer_attribute_enum = 6;
pub const CU_POINTER_ATTRIBUTE_BUFFER_ID: CUpointer_attribute_enum = 7;
pub const CU_POINTER_ATTRIBUTE_IS_MANAGED: CUpointer_attribute_enum = 8;
pub const CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: CUpointer_attribute_enum = 9;
pub const CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE: CUpointer_attribute_enum = 10;
pub const CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: CUpointer_attribute_enum = 11;
pub const CU_POINTER_ATTRIBUTE_RANGE_SIZE: CUpointer_attribute_enum = 12;
pub const CU_POINTER_ATTRIBUTE_MAPPED: CUpointer_attribute_enum = 13;
pub const CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: CUpointer_attribute_enum = 14;
pub const CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: CUpointer_attribute_enum = 15;
pub const CU_POINTER_ATTRIBUTE_ACCESS_FLAGS: CUpointer_attribute_enum = 16;
pub const CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: CUpointer_attribute_enum = 17;
pub const CU_POINTER_ATTRIBUTE_MAPPING_SIZE: CUpointer_attribute_enum = 18;
pub const CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR: CUpointer_attribute_enum = 19;
pub const CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID: CUpointer_attribute_enum = 20;
pub const CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE: CUpointer_attribute_enum = 21;
pub const CU_POINTER_ATTRIBUTE_LOCALITY_DOMAIN_ORDINAL: CUpointer_attribute_enum = 22;
pub type CUpointer_attribute_enum = ::std::os::raw::c_uint;
pub use self::CUpointer_attribute_enum as CUpointer_attribute;
pub const CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: CUfunction_attribute_enum = 0;
pub const CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: CUfunction_attribute_enum = 1;
pub const CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: CUfunction_attribute_enum = 2;
pub const CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: CUfunction_attribute_enum = 3;
pub const CU_FUNC_ATTRIBUTE_NUM_REGS: CUfunction_attribute_enum = 4;
pub const CU_FUNC_ATTRIBUTE_PTX_VERSION: CUfunction_attribute_enum = 5;
pub const CU_FUNC_ATTRIBUTE_BINARY_VERSION: CUfunction_attribute_enum = 6;
pub const CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: CUfunction_attribute_enum = 7;
pub const CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: CUfunction_attribute_enum = 8;
pub const CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: CUfunction_attribute_enum = 9;
pub const CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET: CUfunction_attribute_enum = 10;
pub const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: CUfunction_attribute_enum = 11;
pub const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: CUfunction_attribute_enum = 12;
pub const CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: CUfunction_attribute_enum = 13;
pub const CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: CUfunction_attribute_enum = 14;
pub const CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: CUfunction_attribute_enum = 15;
pub const CU_FUNC_ATTRIBUTE_DEVICE_NODE_UPDATE_SUPPORTED: CUfunction_attribute_enum = 16;
pub const CU_FUNC_ATTRIBUTE_SHARED_MEMORY_MODE: CUfunction_attribute_enum = 17;
pub const CU_FUNC_ATTRIBUTE_MAX: CUfunction_attribute_enum = 18;
pub type CUfunction_attribute_enum = ::std::os::raw::c_uint;
pub use self::CUfunction_attribute_enum as CUfunction_attribute;
pub const CU_FUNC_CACHE_PREFER_NONE: CUfunc_cache_enum = 0;
pub const CU_FUNC_CACHE_PREFER_SHARED: CUfunc_cache_enum = 1;
pub const CU_FUNC_CACHE_PREFER_L1: CUfunc_cache_enum = 2;
pub const CU_FUNC_CACHE_PREFER_EQUAL: CUfunc_cache_enum = 3;
pub type CUfunc_cache_enum = ::std::os::raw::c_uint;
pub use self::CUfunc_cache_enum as CUfunc_cache;
pub const CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE: CUsharedconfig_enum = 0;
pub const CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE: CUsharedconfig_enum = 1;
pub const CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE: CUsharedconfig_enum = 2;
pub type CUsharedconfig_enum = ::std::os::raw::c_uint;
pub use self::CUsharedconfig_enum as CUsharedconfig;
pub const CU_MEMORYTYPE_HOST: CUmemorytype_enum = 1;
pub const CU_MEMORYTYPE_DEVICE: CUmemorytype_enum = 2;
pub const CU_MEMORYTYPE_ARRAY: CUmemorytype_enum = 3;
pub const CU_MEMORYTYPE_UNIFIED: CUmemorytype_enum = 4;
pub type CUmemorytype_enum = ::std::os::raw::c_uint;
pub use self::CUmemorytype_enum as CUmemorytype;
pub const CU_MEM_ADVISE_SET_READ_MOSTLY: CUmem_advise_enum = 1;
pub const CU_MEM_ADVISE_UNSET_READ_MOSTLY: CUmem_advise_enum = 2;
pub const CU_MEM_ADVISE_SET_PREFERRED_LOCATION: CUmem_advise_enum = 3;
pub const CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION: CUmem_advise_enum = 4;
pub const CU_MEM_ADVISE_SET_ACCESSED_BY: CUmem_advise_enum = 5;
pub const CU_MEM_ADVISE_UNSET_ACCESSED_BY: CUmem_advise_enum = 6;
pub type CUmem_advise_enum = ::std::os::raw::c_uint;
pub use self::CUmem_advise_enum as CUmem_advise;
pub const CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY: CUmem_range_attribute_enum = 1;
pub const CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION: CUmem_range_attribute_enum = 2;
pub const CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY: CUmem_range_attribute_enum = 3;
pub const CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION: CUmem_range_attribute_enum = 4;
pub const CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE: CUmem_range_attribute_enum = 5;
pub const CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID: CUmem_range_attribute_enum = 6;
pub const CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE: CUmem_range_attribute_enum = 7;
pub const CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID: CUmem_range_attribute_enum = 8;
pub type CUmem_range_attribute_enum = ::std::os::raw::c_uint;
pub use self::CUmem_range_attribute_enum as CUmem_range_attribute;
pub const CU_JIT_MAX_REGISTERS: CUjit_option_enum = 0;
pub const CU_JIT_THREADS_PER_BLOCK: CUjit_option_enum = 1;
pub const CU_JIT_WALL_TIME: CUjit_option_enum = 2;
pub const CU_JIT_INFO_LOG_BUFFER: CUjit_option_enum = 3;
pub const CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES: CUjit_option_enum = 4;
pub const CU_JIT_ERROR_LOG_BUFFER: CUjit_option_enum = 5;
pub const CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES: CUjit_option_enum = 6;
pub const CU_JIT_OPTIMIZATION_LEVEL: CUjit_option_enum = 7;
pub const CU_JIT_TARGET_FROM_CUCONTEXT: CUjit_option_enum = 8;
pub const CU_JIT_TARGET: CUjit_option_enum = 9;
pub const CU_JIT_FALLBACK_STRATEGY: CUjit_option_enum = 10;
pub const CU_JIT_GENERATE_DEBUG_INFO: CUjit_option_enum = 11;
pub const CU_JIT_LOG_VERBOSE: CUjit_option_enum = 12;
pub const CU_JIT_GENERATE_LINE_INFO: CUjit_option_enum = 13;
pub const CU_JIT_CACHE_MODE: CUjit_option_enum = 14;
pub const CU_JIT_NEW_SM3X_OPT: CUjit_option_enum = 15;
pub const CU_JIT_FAST_COMPILE: CUjit_option_enum = 16;
pub const CU_JIT_GLOBAL_SYMBOL_NAMES: CUjit_option_enum = 17;
pub const CU_JIT_GLOBAL_SYMBOL_ADDRESSES: CUjit_option_enum = 18;
pub const CU_JIT_GLOBAL_SYMBOL_COUNT: CUjit_option_enum = 19;
pub const CU_JIT_LTO: CUjit_option_enum = 20;
pub const CU_JIT_FTZ: CUjit_option_enum = 21;
pub const CU_JIT_PREC_DIV: CUjit_option_enum = 22;
pub const CU_JIT_PREC_SQRT: CUjit_option_enum = 23;
pub const CU_JIT_FMA: CUjit_option_enum = 24;
pub const CU_JIT_REFERENCED_KERNEL_NAMES: CUjit_option_enum = 25;
pub const CU_JIT_REFERENCED_KERNEL_COUNT: CUjit_option_enum = 26;
pub const CU_JIT_REFERENCED_VARIABLE_NAMES: CUjit_option_enum = 27;
pub const CU_JIT_REFERENCED_VARIABLE_COUNT: CUjit_option_enum = 28;
pub const CU_JIT_OPTIMIZE_UNUSED_DEVICE_VARIABLES: CUjit_option_enum = 29;
pub const CU_JIT_POSITION_INDEPENDENT_CODE: CUjit_option_enum = 30;
pub const CU_JIT_MIN_CTA_PER_SM: CUjit_option_enum = 31;
pub const CU_JIT_MAX_THREADS_PER_BLOCK: CUjit_option_enum = 32;
pub const CU_JIT_OVERRIDE_DIRECTIVE_VALUES: CUjit_option_enum = 33;
pub const CU_JIT_SPLIT_COMPILE: CUjit_option_enum = 34;
pub const CU_JIT_BINARY_LOADER_THREAD_COUNT: CUjit_option_enum = 35;
pub const CU_JIT_NUM_OPTIONS: CUjit_option_enum = 36;
pub type CUjit_option_enum = ::std::os::raw::c_uint;
pub use self::CUjit_option_enum as CUjit_option;
pub const CU_JIT_INPUT_CUBIN: CUjitInputType_enum = 0;
pub const CU_JIT_INPUT_PTX: CUjitInputType_enum = 1;
pub const CU_JIT_INPUT_FATBINARY: CUjitInputType_enum = 2;
pub const CU_JIT_INPUT_OBJECT: CUjitInputType_enum = 3;
pub const CU_JIT_INPUT_LIBRARY: CUjitInputType_enum = 4;
pub const CU_JIT_INPUT_NVVM: CUjitInputType_enum = 5;
pub const CU_JIT_NUM_INPUT_TYPES: CUjitInputType_enum = 6;
pub type CUjitInputType_enum = ::std::os::raw::c_uint;
pub use self::CUjitInputType_enum as CUjitInputType;
#[repr(C)]
#[derive(Debug)]
pub struct CUlinkState_st {
    _unused: [u8; 0],
}
pub type CUlinkState = *mut CUlinkState_st;
pub const CU_LIMIT_STACK_SIZE: CUlimit_enum = 0;
pub const CU_LIMIT_PRINTF_FIFO_SIZE: CUlimit_enum = 1;
pub const CU_LIMIT_MALLOC_HEAP_SIZE: CUlimit_enum = 2;
pub const CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH: CUlimit_enum = 3;
pub const CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT: CUlimit_enum = 4;
pub const CU_LIMIT_MAX_L2_FETCH_GRANULARITY: CUlimit_enum = 5;
pub const CU_LIMIT_PERSISTING_L2_CACHE_SIZE: CUlimit_enum = 6;
pub const CU_LIMIT_SHMEM_SIZE: CUlimit_enum = 7;
pub const CU_LIMIT_CIG_ENABLED: CUlimit_enum = 8;
pub const CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED: CUlimit_enum = 9;
pub const CU_LIMIT_PER_BLOCK_MEMORY_SIZE: CUlimit_enum = 10;
pub const CU_LIMIT_MAX: CUlimit_enum = 11;
pub type CUlimit_enum = ::std::os::raw::c_uint;
pub use self::CUlimit_enum as CUlimit;
pub const CU_RESOURCE_TYPE_ARRAY: CUresourcetype_enum = 0;
pub const CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: CUresourcetype_enum = 1;
pub const CU_RESOURCE_TYPE_LINEAR: CUresourcetype_enum = 2;
pub const CU_RESOURCE_TYPE_PITCH2D: CUresourcetype_enum = 3;
pub type CUresourcetype_enum = ::std::os::raw::c_uint;
pub use self::CUresourcetype_enum as CUresourcetype;
pub type CUhostFn = ::std::option::Option<unsafe extern "C" fn(userData: *mut ::std::os::raw::c_void)>;
pub const CU_ACCESS_PROPERTY_NORMAL: CUaccessProperty_enum = 0;
pub const CU_ACCESS_PROPERTY_STREAMING: CUaccessProperty_enum = 1;
pub const CU_ACCESS_PROPERTY_PERSISTING: CUaccessProperty_enum = 2;
pub type CUaccessProperty_enum = ::std::os::raw::c_uint;
pub use self::CUaccessProperty_enum as CUaccessProperty;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUaccessPolicyWindow_st {
    pub base_ptr: *mut ::std::os::raw::c_void,
    pub num_bytes: usize,
    pub hitRatio: f32,
    pub hitProp: CUaccessProperty,
    pub missProp: CUaccessProperty,
}
impl Default for CUaccessPolicyWindow_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUaccessPolicyWindow_v1 = CUaccessPolicyWindow_st;
pub type CUaccessPolicyWindow = CUaccessPolicyWindow_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_KERNEL_NODE_PARAMS_st {
    pub func: CUfunction,
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
    pub extra: *mut *mut ::std::os::raw::c_void,
}
impl Default for CUDA_KERNEL_NODE_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_KERNEL_NODE_PARAMS_v1 = CUDA_KERNEL_NODE_PARAMS_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_KERNEL_NODE_PARAMS_v2_st {
    pub func: CUfunction,
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
    pub extra: *mut *mut ::std::os::raw::c_void,
    pub kern: CUkernel,
    pub ctx: CUcontext,
}
impl Default for CUDA_KERNEL_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_KERNEL_NODE_PARAMS_v2 = CUDA_KERNEL_NODE_PARAMS_v2_st;
pub type CUDA_KERNEL_NODE_PARAMS = CUDA_KERNEL_NODE_PARAMS_v2;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_KERNEL_NODE_PARAMS_v3_st {
    pub func: CUfunction,
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
    pub extra: *mut *mut ::std::os::raw::c_void,
    pub kern: CUkernel,
    pub ctx: CUcontext,
}
impl Default for CUDA_KERNEL_NODE_PARAMS_v3_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_KERNEL_NODE_PARAMS_v3 = CUDA_KERNEL_NODE_PARAMS_v3_st;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_MEMSET_NODE_PARAMS_st {
    pub dst: CUdeviceptr,
    pub pitch: usize,
    pub value: ::std::os::raw::c_uint,
    pub elementSize: ::std::os::raw::c_uint,
    pub width: usize,
    pub height: usize,
}
pub type CUDA_MEMSET_NODE_PARAMS_v1 = CUDA_MEMSET_NODE_PARAMS_st;
pub type CUDA_MEMSET_NODE_PARAMS = CUDA_MEMSET_NODE_PARAMS_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEMSET_NODE_PARAMS_v2_st {
    pub dst: CUdeviceptr,
    pub pitch: usize,
    pub value: ::std::os::raw::c_uint,
    pub elementSize: ::std::os::raw::c_uint,
    pub width: usize,
    pub height: usize,
    pub ctx: CUcontext,
}
impl Default for CUDA_MEMSET_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMSET_NODE_PARAMS_v2 = CUDA_MEMSET_NODE_PARAMS_v2_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_HOST_NODE_PARAMS_st {
    pub fn_: CUhostFn,
    pub userData: *mut ::std::os::raw::c_void,
}
impl Default for CUDA_HOST_NODE_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_HOST_NODE_PARAMS_v1 = CUDA_HOST_NODE_PARAMS_st;
pub type CUDA_HOST_NODE_PARAMS = CUDA_HOST_NODE_PARAMS_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_HOST_NODE_PARAMS_v2_st {
    pub fn_: CUhostFn,
    pub userData: *mut ::std::os::raw::c_void,
    pub syncMode: ::std::os::raw::c_uint,
    pub __bindgen_anon_1: CUDA_HOST_NODE_PARAMS_v2_st__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_HOST_NODE_PARAMS_v2_st__bindgen_ty_1 {
    pub ctx: CUcontext,
    pub gCtx: CUgreenCtx,
}
impl Default for CUDA_HOST_NODE_PARAMS_v2_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUDA_HOST_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_HOST_NODE_PARAMS_v2 = CUDA_HOST_NODE_PARAMS_v2_st;
pub const CU_GRAPH_COND_TYPE_IF: CUgraphConditionalNodeType_enum = 0;
pub const CU_GRAPH_COND_TYPE_WHILE: CUgraphConditionalNodeType_enum = 1;
pub const CU_GRAPH_COND_TYPE_SWITCH: CUgraphConditionalNodeType_enum = 2;
pub type CUgraphConditionalNodeType_enum = ::std::os::raw::c_uint;
pub use self::CUgraphConditionalNodeType_enum as CUgraphConditionalNodeType;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_CONDITIONAL_NODE_PARAMS {
    pub handle: CUgraphConditionalHandle,
    pub type_: CUgraphConditionalNodeType,
    pub size: ::std::os::raw::c_uint,
    pub phGraph_out: *mut CUgraph,
    pub ctx: CUcontext,
}
impl Default for CUDA_CONDITIONAL_NODE_PARAMS {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const CU_GRAPH_NODE_TYPE_KERNEL: CUgraphNodeType_enum = 0;
pub const CU_GRAPH_NODE_TYPE_MEMCPY: CUgraphNodeType_enum = 1;
pub const CU_GRAPH_NODE_TYPE_MEMSET: CUgraphNodeType_enum = 2;
pub const CU_GRAPH_NODE_TYPE_HOST: CUgraphNodeType_enum = 3;
pub const CU_GRAPH_NODE_TYPE_GRAPH: CUgraphNodeType_enum = 4;
pub const CU_GRAPH_NODE_TYPE_EMPTY: CUgraphNodeType_enum = 5;
pub const CU_GRAPH_NODE_TYPE_WAIT_EVENT: CUgraphNodeType_enum = 6;
pub const CU_GRAPH_NODE_TYPE_EVENT_RECORD: CUgraphNodeType_enum = 7;
pub const CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL: CUgraphNodeType_enum = 8;
pub const CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT: CUgraphNodeType_enum = 9;
pub const CU_GRAPH_NODE_TYPE_MEM_ALLOC: CUgraphNodeType_enum = 10;
pub const CU_GRAPH_NODE_TYPE_MEM_FREE: CUgraphNodeType_enum = 11;
pub const CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: CUgraphNodeType_enum = 12;
pub const CU_GRAPH_NODE_TYPE_CONDITIONAL: CUgraphNodeType_enum = 13;
pub const CU_GRAPH_NODE_TYPE_MEMCPY_BATCH: CUgraphNodeType_enum = 14;
pub const CU_GRAPH_NODE_TYPE_RESERVED_16: CUgraphNodeType_enum = 16;
pub const CU_GRAPH_NODE_TYPE_EXTERNAL_ENGINE: CUgraphNodeType_enum = 17;
pub const CU_GRAPH_NODE_TYPE_FABRIC_CPY_BATCH: CUgraphNodeType_enum = 18;
pub type CUgraphNodeType_enum = ::std::os::raw::c_uint;
pub use self::CUgraphNodeType_enum as CUgraphNodeType;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUgraphEdgeData_st {
    pub from_port: ::std::os::raw::c_uchar,
    pub to_port: ::std::os::raw::c_uchar,
    pub type_: ::std::os::raw::c_uchar,
    pub reserved: [::std::os::raw::c_uchar; 5usize],
}
pub type CUgraphEdgeData = CUgraphEdgeData_st;
pub const CUDA_GRAPH_INSTANTIATE_SUCCESS: CUgraphInstantiateResult_enum = 0;
pub const CUDA_GRAPH_INSTANTIATE_ERROR: CUgraphInstantiateResult_enum = 1;
pub const CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE: CUgraphInstantiateResult_enum = 2;
pub const CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED: CUgraphInstantiateResult_enum = 3;
pub const CUDA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED: CUgraphInstantiateResult_enum = 4;
pub const CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED: CUgraphInstantiateResult_enum = 5;
pub type CUgraphInstantiateResult_enum = ::std::os::raw::c_uint;
pub use self::CUgraphInstantiateResult_enum as CUgraphInstantiateResult;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_GRAPH_INSTANTIATE_PARAMS_st {
    pub flags: cuuint64_t,
    pub hUploadStream: CUstream,
    pub hErrNode_out: CUgraphNode,
    pub result_out: CUgraphInstantiateResult,
}
impl Default for CUDA_GRAPH_INSTANTIATE_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_GRAPH_INSTANTIATE_PARAMS = CUDA_GRAPH_INSTANTIATE_PARAMS_st;
pub const CU_SYNC_POLICY_AUTO: CUsynchronizationPolicy_enum = 1;
pub const CU_SYNC_POLICY_SPIN: CUsynchronizationPolicy_enum = 2;
pub const CU_SYNC_POLICY_YIELD: CUsynchronizationPolicy_enum = 3;
pub const CU_SYNC_POLICY_BLOCKING_SYNC: CUsynchronizationPolicy_enum = 4;
pub type CUsynchronizationPolicy_enum = ::std::os::raw::c_uint;
pub use self::CUsynchronizationPolicy_enum as CUsynchronizationPolicy;
pub const CU_CLUSTER_SCHEDULING_POLICY_DEFAULT: CUclusterSchedulingPolicy_enum = 0;
pub const CU_CLUSTER_SCHEDULING_POLICY_SPREAD: CUclusterSchedulingPolicy_enum = 1;
pub const CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING: CUclusterSchedulingPolicy_enum = 2;
pub const CU_CLUSTER_SCHEDULING_POLICY_RUBIN_DSMEM_LOCALITY: CUclusterSchedulingPolicy_enum = 3;
pub type CUclusterSchedulingPolicy_enum = ::std::os::raw::c_uint;
pub use self::CUclusterSchedulingPolicy_enum as CUclusterSchedulingPolicy;
pub const CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT: CUlaunchMemSyncDomain_enum = 0;
pub const CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE: CUlaunchMemSyncDomain_enum = 1;
pub type CUlaunchMemSyncDomain_enum = ::std::os::raw::c_uint;
pub use self::CUlaunchMemSyncDomain_enum as CUlaunchMemSyncDomain;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUlaunchMemSyncDomainMap_st {
    pub default_: ::std::os::raw::c_uchar,
    pub remote: ::std::os::raw::c_uchar,
}
pub type CUlaunchMemSyncDomainMap = CUlaunchMemSyncDomainMap_st;
pub const CU_LAUNCH_PORTABLE_CLUSTER_MODE_DEFAULT: CUlaunchAttributePortableClusterMode_enum = 0;
pub const CU_LAUNCH_PORTABLE_CLUSTER_MODE_REQUIRE_PORTABLE: CUlaunchAttributePortableClusterMode_enum = 1;
pub const CU_LAUNCH_PORTABLE_CLUSTER_MODE_ALLOW_NON_PORTABLE: CUlaunchAttributePortableClusterMode_enum = 2;
pub type CUlaunchAttributePortableClusterMode_enum = ::std::os::raw::c_uint;
pub use self::CUlaunchAttributePortableClusterMode_enum as CUlaunchAttributePortableClusterMode;
pub const CU_SHARED_MEMORY_MODE_DEFAULT: CUsharedMemoryMode_enum = 0;
pub const CU_SHARED_MEMORY_MODE_REQUIRE_PORTABLE: CUsharedMemoryMode_enum = 1;
pub const CU_SHARED_MEMORY_MODE_ALLOW_NON_PORTABLE: CUsharedMemoryMode_enum = 2;
pub const CU_SHARED_MEMORY_MODE_ALLOW_OVERSIZED_SHARED_MEMORY: CUsharedMemoryMode_enum = 3;
pub const CU_SHARED_MEMORY_MODE_PREFER_OVERSIZED_SHARED_MEMORY: CUsharedMemoryMode_enum = 4;
pub type CUsharedMemoryMode_enum = ::std::os::raw::c_uint;
pub use self::CUsharedMemoryMode_enum as CUsharedMemoryMode;
pub const CU_LAUNCH_ATTRIBUTE_IGNORE: CUlaunchAttributeID_enum = 0;
pub const CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW: CUlaunchAttributeID_enum = 1;
pub const CU_LAUNCH_ATTRIBUTE_COOPERATIVE: CUlaunchAttributeID_enum = 2;
pub const CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY: CUlaunchAttributeID_enum = 3;
pub const CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION: CUlaunchAttributeID_enum = 4;
pub const CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: CUlaunchAttributeID_enum = 5;
pub const CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION: CUlaunchAttributeID_enum = 6;
pub const CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT: CUlaunchAttributeID_enum = 7;
pub const CU_LAUNCH_ATTRIBUTE_PRIORITY: CUlaunchAttributeID_enum = 8;
pub const CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP: CUlaunchAttributeID_enum = 9;
pub const CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN: CUlaunchAttributeID_enum = 10;
pub const CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION: CUlaunchAttributeID_enum = 11;
pub const CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT: CUlaunchAttributeID_enum = 12;
pub const CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE: CUlaunchAttributeID_enum = 13;
pub const CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: CUlaunchAttributeID_enum = 14;
pub const CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING: CUlaunchAttributeID_enum = 16;
pub const CU_LAUNCH_ATTRIBUTE_PORTABLE_CLUSTER_SIZE_MODE: CUlaunchAttributeID_enum = 17;
pub const CU_LAUNCH_ATTRIBUTE_SHARED_MEMORY_MODE: CUlaunchAttributeID_enum = 18;
pub const CU_LAUNCH_ATTRIBUTE_MAX: CUlaunchAttributeID_enum = 19;
pub type CUlaunchAttributeID_enum = ::std::os::raw::c_uint;
pub use self::CUlaunchAttributeID_enum as CUlaunchAttributeID;
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUlaunchAttributeValue_union {
    pub pad: [::std::os::raw::c_char; 64usize],
    pub accessPolicyWindow: CUaccessPolicyWindow,
    pub cooperative: ::std::os::raw::c_int,
    pub syncPolicy: CUsynchronizationPolicy,
    pub clusterDim: CUlaunchAttributeValue_union__bindgen_ty_1,
    pub clusterSchedulingPolicyPreference: CUclusterSchedulingPolicy,
    pub programmaticStreamSerializationAllowed: ::std::os::raw::c_int,
    pub programmaticEvent: CUlaunchAttributeValue_union__bindgen_ty_2,
    pub launchCompletionEvent: CUlaunchAttributeValue_union__bindgen_ty_3,
    pub priority: ::std::os::raw::c_int,
    pub memSyncDomainMap: CUlaunchMemSyncDomainMap,
    pub memSyncDomain: CUlaunchMemSyncDomain,
    pub preferredClusterDim: CUlaunchAttributeValue_union__bindgen_ty_4,
    pub deviceUpdatableKernelNode: CUlaunchAttributeValue_union__bindgen_ty_5,
    pub sharedMemCarveout: ::std::os::raw::c_uint,
    pub nvlinkUtilCentricScheduling: ::std::os::raw::c_uint,
    pub portableClusterSizeMode: CUlaunchAttributePortableClusterMode,
    pub sharedMemoryMode: CUsharedMemoryMode,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUlaunchAttributeValue_union__bindgen_ty_1 {
    pub x: ::std::os::raw::c_uint,
    pub y: ::std::os::raw::c_uint,
    pub z: ::std::os::raw::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUlaunchAttributeValue_union__bindgen_ty_2 {
    pub event: CUevent,
    pub flags: ::std::os::raw::c_int,
    pub triggerAtBlockStart: ::std::os::raw::c_int,
}
impl Default for CUlaunchAttributeValue_union__bindgen_ty_2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUlaunchAttributeValue_union__bindgen_ty_3 {
    pub event: CUevent,
    pub flags: ::std::os::raw::c_int,
}
impl Default for CUlaunchAttributeValue_union__bindgen_ty_3 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUlaunchAttributeValue_union__bindgen_ty_4 {
    pub x: ::std::os::raw::c_uint,
    pub y: ::std::os::raw::c_uint,
    pub z: ::std::os::raw::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUlaunchAttributeValue_union__bindgen_ty_5 {
    pub deviceUpdatable: ::std::os::raw::c_int,
    pub devNode: CUgraphDeviceNode,
}
impl Default for CUlaunchAttributeValue_union__bindgen_ty_5 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUlaunchAttributeValue_union {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUlaunchAttributeValue = CUlaunchAttributeValue_union;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUlaunchAttribute_st {
    pub id: CUlaunchAttributeID,
    pub pad: [::std::os::raw::c_char; 4usize],
    pub value: CUlaunchAttributeValue,
}
impl Default for CUlaunchAttribute_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUlaunchAttribute = CUlaunchAttribute_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUlaunchConfig_st {
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub hStream: CUstream,
    pub attrs: *mut CUlaunchAttribute,
    pub numAttrs: ::std::os::raw::c_uint,
}
impl Default for CUlaunchConfig_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUlaunchConfig = CUlaunchConfig_st;
pub use self::CUlaunchAttributeID as CUkernelNodeAttrID;
pub type CUkernelNodeAttrValue_v1 = CUlaunchAttributeValue;
pub type CUkernelNodeAttrValue = CUkernelNodeAttrValue_v1;
pub const CU_STREAM_CAPTURE_STATUS_NONE: CUstreamCaptureStatus_enum = 0;
pub const CU_STREAM_CAPTURE_STATUS_ACTIVE: CUstreamCaptureStatus_enum = 1;
pub const CU_STREAM_CAPTURE_STATUS_INVALIDATED: CUstreamCaptureStatus_enum = 2;
pub type CUstreamCaptureStatus_enum = ::std::os::raw::c_uint;
pub use self::CUstreamCaptureStatus_enum as CUstreamCaptureStatus;
pub const CU_STREAM_CAPTURE_MODE_GLOBAL: CUstreamCaptureMode_enum = 0;
pub const CU_STREAM_CAPTURE_MODE_THREAD_LOCAL: CUstreamCaptureMode_enum = 1;
pub const CU_STREAM_CAPTURE_MODE_RELAXED: CUstreamCaptureMode_enum = 2;
pub type CUstreamCaptureMode_enum = ::std::os::raw::c_uint;
pub use self::CUlaunchAttributeID as CUstreamAttrID;
pub use self::CUstreamCaptureMode_enum as CUstreamCaptureMode;
pub type CUstreamAttrValue_v1 = CUlaunchAttributeValue;
pub type CUstreamAttrValue = CUstreamAttrValue_v1;
pub const CU_GET_PROC_ADDRESS_DEFAULT: CUdriverProcAddress_flags_enum = 0;
pub const CU_GET_PROC_ADDRESS_LEGACY_STREAM: CUdriverProcAddress_flags_enum = 1;
pub const CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM: CUdriverProcAddress_flags_enum = 2;
pub type CUdriverProcAddress_flags_enum = ::std::os::raw::c_uint;
pub use self::CUdriverProcAddress_flags_enum as CUdriverProcAddress_flags;
pub const CU_GET_PROC_ADDRESS_SUCCESS: CUdriverProcAddressQueryResult_enum = 0;
pub const CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND: CUdriverProcAddressQueryResult_enum = 1;
pub const CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT: CUdriverProcAddressQueryResult_enum = 2;
pub type CUdriverProcAddressQueryResult_enum = ::std::os::raw::c_uint;
pub use self::CUdriverProcAddressQueryResult_enum as CUdriverProcAddressQueryResult;
pub const CU_EXEC_AFFINITY_TYPE_SM_COUNT: CUexecAffinityType_enum = 0;
pub const CU_EXEC_AFFINITY_TYPE_MAX: CUexecAffinityType_enum = 1;
pub type CUexecAffinityType_enum = ::std::os::raw::c_uint;
pub use self::CUexecAffinityType_enum as CUexecAffinityType;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUexecAffinitySmCount_st {
    pub val: ::std::os::raw::c_uint,
}
pub type CUexecAffinitySmCount_v1 = CUexecAffinitySmCount_st;
pub type CUexecAffinitySmCount = CUexecAffinitySmCount_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUexecAffinityParam_st {
    pub type_: CUexecAffinityType,
    pub param: CUexecAffinityParam_st__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUexecAffinityParam_st__bindgen_ty_1 {
    pub smCount: CUexecAffinitySmCount,
}
impl Default for CUexecAffinityParam_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUexecAffinityParam_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUexecAffinityParam_v1 = CUexecAffinityParam_st;
pub type CUexecAffinityParam = CUexecAffinityParam_v1;
pub const CIG_DATA_TYPE_D3D12_COMMAND_QUEUE: CUcigDataType_enum = 1;
pub const CIG_DATA_TYPE_NV_BLOB: CUcigDataType_enum = 2;
pub type CUcigDataType_enum = ::std::os::raw::c_uint;
pub use self::CUcigDataType_enum as CUcigDataType;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUctxCigParam_st {
    pub sharedDataType: CUcigDataType,
    pub sharedData: *mut ::std::os::raw::c_void,
}
impl Default for CUctxCigParam_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUctxCigParam = CUctxCigParam_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUctxCreateParams_st {
    pub execAffinityParams: *mut CUexecAffinityParam,
    pub numExecAffinityParams: ::std::os::raw::c_int,
    pub cigParams: *mut CUctxCigParam,
}
impl Default for CUctxCreateParams_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUctxCreateParams = CUctxCreateParams_st;
pub const STREAM_CIG_DATA_TYPE_D3D12_COMMAND_LIST: CUstreamCigDataType_enum = 1;
pub const STREAM_CIG_DATA_TYPE_VULKAN_COMMAND_BUFFER_HANDLE_NV: CUstreamCigDataType_enum = 2;
pub type CUstreamCigDataType_enum = ::std::os::raw::c_uint;
pub use self::CUstreamCigDataType_enum as CUstreamCigDataType;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUstreamCigParam_st {
    pub streamSharedDataType: CUstreamCigDataType,
    pub streamSharedData: *mut ::std::os::raw::c_void,
}
impl Default for CUstreamCigParam_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUstreamCigParam = CUstreamCigParam_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUstreamCigCaptureParams_st {
    pub streamCigParams: *mut CUstreamCigParam,
}
impl Default for CUstreamCigCaptureParams_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUstreamCigCaptureParams = CUstreamCigCaptureParams_st;
pub const CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE: CUlibraryOption_enum = 0;
pub const CU_LIBRARY_BINARY_IS_PRESERVED: CUlibraryOption_enum = 1;
pub const CU_LIBRARY_NUM_OPTIONS: CUlibraryOption_enum = 2;
pub type CUlibraryOption_enum = ::std::os::raw::c_uint;
pub use self::CUlibraryOption_enum as CUlibraryOption;
pub const CUDA_SUCCESS: cudaError_enum = 0;
pub const CUDA_ERROR_INVALID_VALUE: cudaError_enum = 1;
pub const CUDA_ERROR_OUT_OF_MEMORY: cudaError_enum = 2;
pub const CUDA_ERROR_NOT_INITIALIZED: cudaError_enum = 3;
pub const CUDA_ERROR_DEINITIALIZED: cudaError_enum = 4;
pub const CUDA_ERROR_PROFILER_DISABLED: cudaError_enum = 5;
pub const CUDA_ERROR_PROFILER_NOT_INITIALIZED: cudaError_enum = 6;
pub const CUDA_ERROR_PROFILER_ALREADY_STARTED: cudaError_enum = 7;
pub const CUDA_ERROR_PROFILER_ALREADY_STOPPED: cudaError_enum = 8;
pub const CUDA_ERROR_STUB_LIBRARY: cudaError_enum = 34;
pub const CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER: cudaError_enum = 36;
pub const CUDA_ERROR_DEVICE_UNAVAILABLE: cudaError_enum = 46;
pub const CUDA_ERROR_MULTICAST_RESOURCE_FULL: cudaError_enum = 47;
pub const CUDA_ERROR_NO_DEVICE: cudaError_enum = 100;
pub const CUDA_ERROR_INVALID_DEVICE: cudaError_enum = 101;
pub const CUDA_ERROR_DEVICE_NOT_LICENSED: cudaError_enum = 102;
pub const CUDA_ERROR_INVALID_IMAGE: cudaError_enum = 200;
pub const CUDA_ERROR_INVALID_CONTEXT: cudaError_enum = 201;
pub const CUDA_ERROR_CONTEXT_ALREADY_CURRENT: cudaError_enum = 202;
pub const CUDA_ERROR_MAP_FAILED: cudaError_enum = 205;
pub const CUDA_ERROR_UNMAP_FAILED: cudaError_enum = 206;
pub const CUDA_ERROR_ARRAY_IS_MAPPED: cudaError_enum = 207;
pub const CUDA_ERROR_ALREADY_MAPPED: cudaError_enum = 208;
pub const CUDA_ERROR_NO_BINARY_FOR_GPU: cudaError_enum = 209;
pub const CUDA_ERROR_ALREADY_ACQUIRED: cudaError_enum = 210;
pub const CUDA_ERROR_NOT_MAPPED: cudaError_enum = 211;
pub const CUDA_ERROR_NOT_MAPPED_AS_ARRAY: cudaError_enum = 212;
pub const CUDA_ERROR_NOT_MAPPED_AS_POINTER: cudaError_enum = 213;
pub const CUDA_ERROR_ECC_UNCORRECTABLE: cudaError_enum = 214;
pub const CUDA_ERROR_UNSUPPORTED_LIMIT: cudaError_enum = 215;
pub const CUDA_ERROR_CONTEXT_ALREADY_IN_USE: cudaError_enum = 216;
pub const CUDA_ERROR_PEER_ACCESS_UNSUPPORTED: cudaError_enum = 217;
pub const CUDA_ERROR_INVALID_PTX: cudaError_enum = 218;
pub const CUDA_ERROR_INVALID_GRAPHICS_CONTEXT: cudaError_enum = 219;
pub const CUDA_ERROR_NVLINK_UNCORRECTABLE: cudaError_enum = 220;
pub const CUDA_ERROR_JIT_COMPILER_NOT_FOUND: cudaError_enum = 221;
pub const CUDA_ERROR_UNSUPPORTED_PTX_VERSION: cudaError_enum = 222;
pub const CUDA_ERROR_JIT_COMPILATION_DISABLED: cudaError_enum = 223;
pub const CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY: cudaError_enum = 224;
pub const CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC: cudaError_enum = 225;
pub const CUDA_ERROR_CONTAINED: cudaError_enum = 226;
pub const CUDA_ERROR_INSUFFICIENT_LOADER_VERSION: cudaError_enum = 227;
pub const CUDA_ERROR_INVALID_SOURCE: cudaError_enum = 300;
pub const CUDA_ERROR_FILE_NOT_FOUND: cudaError_enum = 301;
pub const CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND: cudaError_enum = 302;
pub const CUDA_ERROR_SHARED_OBJECT_INIT_FAILED: cudaError_enum = 303;
pub const CUDA_ERROR_OPERATING_SYSTEM: cudaError_enum = 304;
pub const CUDA_ERROR_INVALID_HANDLE: cudaError_enum = 400;
pub const CUDA_ERROR_ILLEGAL_STATE: cudaError_enum = 401;
pub const CUDA_ERROR_LOSSY_QUERY: cudaError_enum = 402;
pub const CUDA_ERROR_NOT_FOUND: cudaError_enum = 500;
pub const CUDA_ERROR_NOT_READY: cudaError_enum = 600;
pub const CUDA_ERROR_ILLEGAL_ADDRESS: cudaError_enum = 700;
pub const CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES: cudaError_enum = 701;
pub const CUDA_ERROR_LAUNCH_TIMEOUT: cudaError_enum = 702;
pub const CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING: cudaError_enum = 703;
pub const CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED: cudaError_enum = 704;
pub const CUDA_ERROR_PEER_ACCESS_NOT_ENABLED: cudaError_enum = 705;
pub const CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE: cudaError_enum = 708;
pub const CUDA_ERROR_CONTEXT_IS_DESTROYED: cudaError_enum = 709;
pub const CUDA_ERROR_ASSERT: cudaError_enum = 710;
pub const CUDA_ERROR_TOO_MANY_PEERS: cudaError_enum = 711;
pub const CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED: cudaError_enum = 712;
pub const CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED: cudaError_enum = 713;
pub const CUDA_ERROR_HARDWARE_STACK_ERROR: cudaError_enum = 714;
pub const CUDA_ERROR_ILLEGAL_INSTRUCTION: cudaError_enum = 715;
pub const CUDA_ERROR_MISALIGNED_ADDRESS: cudaError_enum = 716;
pub const CUDA_ERROR_INVALID_ADDRESS_SPACE: cudaError_enum = 717;
pub const CUDA_ERROR_INVALID_PC: cudaError_enum = 718;
pub const CUDA_ERROR_LAUNCH_FAILED: cudaError_enum = 719;
pub const CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE: cudaError_enum = 720;
pub const CUDA_ERROR_TENSOR_MEMORY_LEAK: cudaError_enum = 721;
pub const CUDA_ERROR_NOT_PERMITTED: cudaError_enum = 800;
pub const CUDA_ERROR_NOT_SUPPORTED: cudaError_enum = 801;
pub const CUDA_ERROR_SYSTEM_NOT_READY: cudaError_enum = 802;
pub const CUDA_ERROR_SYSTEM_DRIVER_MISMATCH: cudaError_enum = 803;
pub const CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE: cudaError_enum = 804;
pub const CUDA_ERROR_MPS_CONNECTION_FAILED: cudaError_enum = 805;
pub const CUDA_ERROR_MPS_RPC_FAILURE: cudaError_enum = 806;
pub const CUDA_ERROR_MPS_SERVER_NOT_READY: cudaError_enum = 807;
pub const CUDA_ERROR_MPS_MAX_CLIENTS_REACHED: cudaError_enum = 808;
pub const CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED: cudaError_enum = 809;
pub const CUDA_ERROR_MPS_CLIENT_TERMINATED: cudaError_enum = 810;
pub const CUDA_ERROR_CDP_NOT_SUPPORTED: cudaError_enum = 811;
pub const CUDA_ERROR_CDP_VERSION_MISMATCH: cudaError_enum = 812;
pub const CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED: cudaError_enum = 900;
pub const CUDA_ERROR_STREAM_CAPTURE_INVALIDATED: cudaError_enum = 901;
pub const CUDA_ERROR_STREAM_CAPTURE_MERGE: cudaError_enum = 902;
pub const CUDA_ERROR_STREAM_CAPTURE_UNMATCHED: cudaError_enum = 903;
pub const CUDA_ERROR_STREAM_CAPTURE_UNJOINED: cudaError_enum = 904;
pub const CUDA_ERROR_STREAM_CAPTURE_ISOLATION: cudaError_enum = 905;
pub const CUDA_ERROR_STREAM_CAPTURE_IMPLICIT: cudaError_enum = 906;
pub const CUDA_ERROR_CAPTURED_EVENT: cudaError_enum = 907;
pub const CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD: cudaError_enum = 908;
pub const CUDA_ERROR_TIMEOUT: cudaError_enum = 909;
pub const CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE: cudaError_enum = 910;
pub const CUDA_ERROR_EXTERNAL_DEVICE: cudaError_enum = 911;
pub const CUDA_ERROR_INVALID_CLUSTER_SIZE: cudaError_enum = 912;
pub const CUDA_ERROR_FUNCTION_NOT_LOADED: cudaError_enum = 913;
pub const CUDA_ERROR_INVALID_RESOURCE_TYPE: cudaError_enum = 914;
pub const CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION: cudaError_enum = 915;
pub const CUDA_ERROR_KEY_ROTATION: cudaError_enum = 916;
pub const CUDA_ERROR_STREAM_DETACHED: cudaError_enum = 917;
pub const CUDA_ERROR_GRAPH_RECAPTURE_FAILURE: cudaError_enum = 918;
pub const CUDA_ERROR_FABRIC_NOT_READY: cudaError_enum = 919;
pub const CUDA_ERROR_UNKNOWN: cudaError_enum = 999;
pub type cudaError_enum = ::std::os::raw::c_uint;
pub use self::cudaError_enum as CUresult;
pub const CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK: CUdevice_P2PAttribute_enum = 1;
pub const CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED: CUdevice_P2PAttribute_enum = 2;
pub const CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED: CUdevice_P2PAttribute_enum = 3;
pub const CU_DEVICE_P2P_ATTRIBUTE_ACCESS_ACCESS_SUPPORTED: CUdevice_P2PAttribute_enum = 4;
pub const CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED: CUdevice_P2PAttribute_enum = 4;
pub const CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED: CUdevice_P2PAttribute_enum = 5;
pub type CUdevice_P2PAttribute_enum = ::std::os::raw::c_uint;
pub use self::CUdevice_P2PAttribute_enum as CUdevice_P2PAttribute;
pub type CUstreamCallback = ::std::option::Option<
    unsafe extern "C" fn(hStream: CUstream, status: CUresult, userData: *mut ::std::os::raw::c_void),
>;
pub type CUoccupancyB2DSize =
    ::std::option::Option<unsafe extern "C" fn(blockSize: ::std::os::raw::c_int) -> usize>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEMCPY2D_st {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const ::std::os::raw::c_void,
    pub srcDevice: CUdeviceptr,
    pub srcArray: CUarray,
    pub srcPitch: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut ::std::os::raw::c_void,
    pub dstDevice: CUdeviceptr,
    pub dstArray: CUarray,
    pub dstPitch: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
}
impl Default for CUDA_MEMCPY2D_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMCPY2D_v2 = CUDA_MEMCPY2D_st;
pub type CUDA_MEMCPY2D = CUDA_MEMCPY2D_v2;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEMCPY3D_st {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcZ: usize,
    pub srcLOD: usize,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const ::std::os::raw::c_void,
    pub srcDevice: CUdeviceptr,
    pub srcArray: CUarray,
    pub reserved0: *mut ::std::os::raw::c_void,
    pub srcPitch: usize,
    pub srcHeight: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstZ: usize,
    pub dstLOD: usize,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut ::std::os::raw::c_void,
    pub dstDevice: CUdeviceptr,
    pub dstArray: CUarray,
    pub reserved1: *mut ::std::os::raw::c_void,
    pub dstPitch: usize,
    pub dstHeight: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
    pub Depth: usize,
}
impl Default for CUDA_MEMCPY3D_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMCPY3D_v2 = CUDA_MEMCPY3D_st;
pub type CUDA_MEMCPY3D = CUDA_MEMCPY3D_v2;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEMCPY3D_PEER_st {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcZ: usize,
    pub srcLOD: usize,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const ::std::os::raw::c_void,
    pub srcDevice: CUdeviceptr,
    pub srcArray: CUarray,
    pub srcContext: CUcontext,
    pub srcPitch: usize,
    pub srcHeight: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstZ: usize,
    pub dstLOD: usize,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut ::std::os::raw::c_void,
    pub dstDevice: CUdeviceptr,
    pub dstArray: CUarray,
    pub dstContext: CUcontext,
    pub dstPitch: usize,
    pub dstHeight: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
    pub Depth: usize,
}
impl Default for CUDA_MEMCPY3D_PEER_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMCPY3D_PEER_v1 = CUDA_MEMCPY3D_PEER_st;
pub type CUDA_MEMCPY3D_PEER = CUDA_MEMCPY3D_PEER_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEMCPY_NODE_PARAMS_st {
    pub flags: ::std::os::raw::c_int,
    pub reserved: ::std::os::raw::c_int,
    pub copyCtx: CUcontext,
    pub copyParams: CUDA_MEMCPY3D,
}
impl Default for CUDA_MEMCPY_NODE_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMCPY_NODE_PARAMS = CUDA_MEMCPY_NODE_PARAMS_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_ARRAY_DESCRIPTOR_st {
    pub Width: usize,
    pub Height: usize,
    pub Format: CUarray_format,
    pub NumChannels: ::std::os::raw::c_uint,
}
impl Default for CUDA_ARRAY_DESCRIPTOR_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_ARRAY_DESCRIPTOR_v2 = CUDA_ARRAY_DESCRIPTOR_st;
pub type CUDA_ARRAY_DESCRIPTOR = CUDA_ARRAY_DESCRIPTOR_v2;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_ARRAY3D_DESCRIPTOR_st {
    pub Width: usize,
    pub Height: usize,
    pub Depth: usize,
    pub Format: CUarray_format,
    pub NumChannels: ::std::os::raw::c_uint,
    pub Flags: ::std::os::raw::c_uint,
}
impl Default for CUDA_ARRAY3D_DESCRIPTOR_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_ARRAY3D_DESCRIPTOR_v2 = CUDA_ARRAY3D_DESCRIPTOR_st;
pub type CUDA_ARRAY3D_DESCRIPTOR = CUDA_ARRAY3D_DESCRIPTOR_v2;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_ARRAY_SPARSE_PROPERTIES_st {
    pub tileExtent: CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1,
    pub miptailFirstLevel: ::std::os::raw::c_uint,
    pub miptailSize: ::std::os::raw::c_ulonglong,
    pub flags: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 4usize],
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_ARRAY_SPARSE_PROPERTIES_st__bindgen_ty_1 {
    pub width: ::std::os::raw::c_uint,
    pub height: ::std::os::raw::c_uint,
    pub depth: ::std::os::raw::c_uint,
}
pub type CUDA_ARRAY_SPARSE_PROPERTIES_v1 = CUDA_ARRAY_SPARSE_PROPERTIES_st;
pub type CUDA_ARRAY_SPARSE_PROPERTIES = CUDA_ARRAY_SPARSE_PROPERTIES_v1;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_ARRAY_MEMORY_REQUIREMENTS_st {
    pub size: usize,
    pub alignment: usize,
    pub reserved: [::std::os::raw::c_uint; 4usize],
}
pub type CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 = CUDA_ARRAY_MEMORY_REQUIREMENTS_st;
pub type CUDA_ARRAY_MEMORY_REQUIREMENTS = CUDA_ARRAY_MEMORY_REQUIREMENTS_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_RESOURCE_DESC_st {
    pub resType: CUresourcetype,
    pub res: CUDA_RESOURCE_DESC_st__bindgen_ty_1,
    pub flags: ::std::os::raw::c_uint,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_RESOURCE_DESC_st__bindgen_ty_1 {
    pub array: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1,
    pub mipmap: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_2,
    pub linear: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3,
    pub pitch2D: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4,
    pub reserved: CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_5,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1 {
    pub hArray: CUarray,
}
impl Default for CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_2 {
    pub hMipmappedArray: CUmipmappedArray,
}
impl Default for CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3 {
    pub devPtr: CUdeviceptr,
    pub format: CUarray_format,
    pub numChannels: ::std::os::raw::c_uint,
    pub sizeInBytes: usize,
}
impl Default for CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_3 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4 {
    pub devPtr: CUdeviceptr,
    pub format: CUarray_format,
    pub numChannels: ::std::os::raw::c_uint,
    pub width: usize,
    pub height: usize,
    pub pitchInBytes: usize,
}
impl Default for CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_4 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_RESOURCE_DESC_st__bindgen_ty_1__bindgen_ty_5 {
    pub reserved: [::std::os::raw::c_int; 32usize],
}
impl Default for CUDA_RESOURCE_DESC_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUDA_RESOURCE_DESC_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_RESOURCE_DESC_v1 = CUDA_RESOURCE_DESC_st;
pub type CUDA_RESOURCE_DESC = CUDA_RESOURCE_DESC_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_TEXTURE_DESC_st {
    pub addressMode: [CUaddress_mode; 3usize],
    pub filterMode: CUfilter_mode,
    pub flags: ::std::os::raw::c_uint,
    pub maxAnisotropy: ::std::os::raw::c_uint,
    pub mipmapFilterMode: CUfilter_mode,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
    pub borderColor: [f32; 4usize],
    pub reserved: [::std::os::raw::c_int; 12usize],
}
impl Default for CUDA_TEXTURE_DESC_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_TEXTURE_DESC_v1 = CUDA_TEXTURE_DESC_st;
pub type CUDA_TEXTURE_DESC = CUDA_TEXTURE_DESC_v1;
pub const CU_RES_VIEW_FORMAT_NONE: CUresourceViewFormat_enum = 0;
pub const CU_RES_VIEW_FORMAT_UINT_1X8: CUresourceViewFormat_enum = 1;
pub const CU_RES_VIEW_FORMAT_UINT_2X8: CUresourceViewFormat_enum = 2;
pub const CU_RES_VIEW_FORMAT_UINT_4X8: CUresourceViewFormat_enum = 3;
pub const CU_RES_VIEW_FORMAT_SINT_1X8: CUresourceViewFormat_enum = 4;
pub const CU_RES_VIEW_FORMAT_SINT_2X8: CUresourceViewFormat_enum = 5;
pub const CU_RES_VIEW_FORMAT_SINT_4X8: CUresourceViewFormat_enum = 6;
pub const CU_RES_VIEW_FORMAT_UINT_1X16: CUresourceViewFormat_enum = 7;
pub const CU_RES_VIEW_FORMAT_UINT_2X16: CUresourceViewFormat_enum = 8;
pub const CU_RES_VIEW_FORMAT_UINT_4X16: CUresourceViewFormat_enum = 9;
pub const CU_RES_VIEW_FORMAT_SINT_1X16: CUresourceViewFormat_enum = 10;
pub const CU_RES_VIEW_FORMAT_SINT_2X16: CUresourceViewFormat_enum = 11;
pub const CU_RES_VIEW_FORMAT_SINT_4X16: CUresourceViewFormat_enum = 12;
pub const CU_RES_VIEW_FORMAT_UINT_1X32: CUresourceViewFormat_enum = 13;
pub const CU_RES_VIEW_FORMAT_UINT_2X32: CUresourceViewFormat_enum = 14;
pub const CU_RES_VIEW_FORMAT_UINT_4X32: CUresourceViewFormat_enum = 15;
pub const CU_RES_VIEW_FORMAT_SINT_1X32: CUresourceViewFormat_enum = 16;
pub const CU_RES_VIEW_FORMAT_SINT_2X32: CUresourceViewFormat_enum = 17;
pub const CU_RES_VIEW_FORMAT_SINT_4X32: CUresourceViewFormat_enum = 18;
pub const CU_RES_VIEW_FORMAT_FLOAT_1X16: CUresourceViewFormat_enum = 19;
pub const CU_RES_VIEW_FORMAT_FLOAT_2X16: CUresourceViewFormat_enum = 20;
pub const CU_RES_VIEW_FORMAT_FLOAT_4X16: CUresourceViewFormat_enum = 21;
pub const CU_RES_VIEW_FORMAT_FLOAT_1X32: CUresourceViewFormat_enum = 22;
pub const CU_RES_VIEW_FORMAT_FLOAT_2X32: CUresourceViewFormat_enum = 23;
pub const CU_RES_VIEW_FORMAT_FLOAT_4X32: CUresourceViewFormat_enum = 24;
pub const CU_RES_VIEW_FORMAT_UNSIGNED_BC1: CUresourceViewFormat_enum = 25;
pub const CU_RES_VIEW_FORMAT_UNSIGNED_BC2: CUresourceViewFormat_enum = 26;
pub const CU_RES_VIEW_FORMAT_UNSIGNED_BC3: CUresourceViewFormat_enum = 27;
pub const CU_RES_VIEW_FORMAT_UNSIGNED_BC4: CUresourceViewFormat_enum = 28;
pub const CU_RES_VIEW_FORMAT_SIGNED_BC4: CUresourceViewFormat_enum = 29;
pub const CU_RES_VIEW_FORMAT_UNSIGNED_BC5: CUresourceViewFormat_enum = 30;
pub const CU_RES_VIEW_FORMAT_SIGNED_BC5: CUresourceViewFormat_enum = 31;
pub const CU_RES_VIEW_FORMAT_UNSIGNED_BC6H: CUresourceViewFormat_enum = 32;
pub const CU_RES_VIEW_FORMAT_SIGNED_BC6H: CUresourceViewFormat_enum = 33;
pub const CU_RES_VIEW_FORMAT_UNSIGNED_BC7: CUresourceViewFormat_enum = 34;
pub type CUresourceViewFormat_enum = ::std::os::raw::c_uint;
pub use self::CUresourceViewFormat_enum as CUresourceViewFormat;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_RESOURCE_VIEW_DESC_st {
    pub format: CUresourceViewFormat,
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    pub firstMipmapLevel: ::std::os::raw::c_uint,
    pub lastMipmapLevel: ::std::os::raw::c_uint,
    pub firstLayer: ::std::os::raw::c_uint,
    pub lastLayer: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 16usize],
}
impl Default for CUDA_RESOURCE_VIEW_DESC_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_RESOURCE_VIEW_DESC_v1 = CUDA_RESOURCE_VIEW_DESC_st;
pub type CUDA_RESOURCE_VIEW_DESC = CUDA_RESOURCE_VIEW_DESC_v1;
#[repr(C)]
#[repr(align(128))]
#[derive(Debug, Copy, Clone)]
pub struct CUtensorMap_st {
    pub opaque: [cuuint64_t; 16usize],
}
impl Default for CUtensorMap_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUtensorMap = CUtensorMap_st;
pub const CU_TENSOR_MAP_DATA_TYPE_UINT8: CUtensorMapDataType_enum = 0;
pub const CU_TENSOR_MAP_DATA_TYPE_UINT16: CUtensorMapDataType_enum = 1;
pub const CU_TENSOR_MAP_DATA_TYPE_UINT32: CUtensorMapDataType_enum = 2;
pub const CU_TENSOR_MAP_DATA_TYPE_INT32: CUtensorMapDataType_enum = 3;
pub const CU_TENSOR_MAP_DATA_TYPE_UINT64: CUtensorMapDataType_enum = 4;
pub const CU_TENSOR_MAP_DATA_TYPE_INT64: CUtensorMapDataType_enum = 5;
pub const CU_TENSOR_MAP_DATA_TYPE_FLOAT16: CUtensorMapDataType_enum = 6;
pub const CU_TENSOR_MAP_DATA_TYPE_FLOAT32: CUtensorMapDataType_enum = 7;
pub const CU_TENSOR_MAP_DATA_TYPE_FLOAT64: CUtensorMapDataType_enum = 8;
pub const CU_TENSOR_MAP_DATA_TYPE_BFLOAT16: CUtensorMapDataType_enum = 9;
pub const CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ: CUtensorMapDataType_enum = 10;
pub const CU_TENSOR_MAP_DATA_TYPE_TFLOAT32: CUtensorMapDataType_enum = 11;
pub const CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ: CUtensorMapDataType_enum = 12;
pub const CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B: CUtensorMapDataType_enum = 13;
pub const CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B: CUtensorMapDataType_enum = 14;
pub const CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B: CUtensorMapDataType_enum = 15;
pub type CUtensorMapDataType_enum = ::std::os::raw::c_uint;
pub use self::CUtensorMapDataType_enum as CUtensorMapDataType;
pub const CU_TENSOR_MAP_INTERLEAVE_NONE: CUtensorMapInterleave_enum = 0;
pub const CU_TENSOR_MAP_INTERLEAVE_16B: CUtensorMapInterleave_enum = 1;
pub const CU_TENSOR_MAP_INTERLEAVE_32B: CUtensorMapInterleave_enum = 2;
pub type CUtensorMapInterleave_enum = ::std::os::raw::c_uint;
pub use self::CUtensorMapInterleave_enum as CUtensorMapInterleave;
pub const CU_TENSOR_MAP_SWIZZLE_NONE: CUtensorMapSwizzle_enum = 0;
pub const CU_TENSOR_MAP_SWIZZLE_32B: CUtensorMapSwizzle_enum = 1;
pub const CU_TENSOR_MAP_SWIZZLE_64B: CUtensorMapSwizzle_enum = 2;
pub const CU_TENSOR_MAP_SWIZZLE_128B: CUtensorMapSwizzle_enum = 3;
pub const CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B: CUtensorMapSwizzle_enum = 4;
pub const CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B: CUtensorMapSwizzle_enum = 5;
pub const CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B: CUtensorMapSwizzle_enum = 6;
pub type CUtensorMapSwizzle_enum = ::std::os::raw::c_uint;
pub use self::CUtensorMapSwizzle_enum as CUtensorMapSwizzle;
pub const CU_TENSOR_MAP_L2_PROMOTION_NONE: CUtensorMapL2promotion_enum = 0;
pub const CU_TENSOR_MAP_L2_PROMOTION_L2_64B: CUtensorMapL2promotion_enum = 1;
pub const CU_TENSOR_MAP_L2_PROMOTION_L2_128B: CUtensorMapL2promotion_enum = 2;
pub const CU_TENSOR_MAP_L2_PROMOTION_L2_256B: CUtensorMapL2promotion_enum = 3;
pub type CUtensorMapL2promotion_enum = ::std::os::raw::c_uint;
pub use self::CUtensorMapL2promotion_enum as CUtensorMapL2promotion;
pub const CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE: CUtensorMapFloatOOBfill_enum = 0;
pub const CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA: CUtensorMapFloatOOBfill_enum = 1;
pub type CUtensorMapFloatOOBfill_enum = ::std::os::raw::c_uint;
pub use self::CUtensorMapFloatOOBfill_enum as CUtensorMapFloatOOBfill;
pub const CU_TENSOR_MAP_IM2COL_WIDE_MODE_W: CUtensorMapIm2ColWideMode_enum = 0;
pub const CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128: CUtensorMapIm2ColWideMode_enum = 1;
pub type CUtensorMapIm2ColWideMode_enum = ::std::os::raw::c_uint;
pub use self::CUtensorMapIm2ColWideMode_enum as CUtensorMapIm2ColWideMode;
pub const CU_TENSOR_MAP_ALLOC_CLASS_AUTO: CUtensorMapAllocClass_enum = 0;
pub const CU_TENSOR_MAP_ALLOC_CLASS_SMALL: CUtensorMapAllocClass_enum = 1;
pub const CU_TENSOR_MAP_ALLOC_CLASS_LARGE: CUtensorMapAllocClass_enum = 2;
pub type CUtensorMapAllocClass_enum = ::std::os::raw::c_uint;
pub use self::CUtensorMapAllocClass_enum as CUtensorMapAllocClass;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_LAUNCH_PARAMS_st {
    pub function: CUfunction,
    pub gridDimX: ::std::os::raw::c_uint,
    pub gridDimY: ::std::os::raw::c_uint,
    pub gridDimZ: ::std::os::raw::c_uint,
    pub blockDimX: ::std::os::raw::c_uint,
    pub blockDimY: ::std::os::raw::c_uint,
    pub blockDimZ: ::std::os::raw::c_uint,
    pub sharedMemBytes: ::std::os::raw::c_uint,
    pub hStream: CUstream,
    pub kernelParams: *mut *mut ::std::os::raw::c_void,
}
impl Default for CUDA_LAUNCH_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_LAUNCH_PARAMS_v1 = CUDA_LAUNCH_PARAMS_st;
pub type CUDA_LAUNCH_PARAMS = CUDA_LAUNCH_PARAMS_v1;
pub const CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD: CUexternalMemoryHandleType_enum = 1;
pub const CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32: CUexternalMemoryHandleType_enum = 2;
pub const CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32_KMT: CUexternalMemoryHandleType_enum = 3;
pub const CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP: CUexternalMemoryHandleType_enum = 4;
pub const CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_RESOURCE: CUexternalMemoryHandleType_enum = 5;
pub const CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE: CUexternalMemoryHandleType_enum = 6;
pub const CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE_KMT: CUexternalMemoryHandleType_enum = 7;
pub const CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF: CUexternalMemoryHandleType_enum = 8;
pub const CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD: CUexternalMemoryHandleType_enum = 9;
pub type CUexternalMemoryHandleType_enum = ::std::os::raw::c_uint;
pub use self::CUexternalMemoryHandleType_enum as CUexternalMemoryHandleType;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st {
    pub type_: CUexternalMemoryHandleType,
    pub handle: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1,
    pub size: ::std::os::raw::c_ulonglong,
    pub flags: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 16usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1 {
    pub fd: ::std::os::raw::c_int,
    pub win32: CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1,
    pub nvSciBufObject: *const ::std::os::raw::c_void,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1 {
    pub handle: *mut ::std::os::raw::c_void,
    pub name: *const ::std::os::raw::c_void,
}
impl Default for CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1 = CUDA_EXTERNAL_MEMORY_HANDLE_DESC_st;
pub type CUDA_EXTERNAL_MEMORY_HANDLE_DESC = CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st {
    pub offset: ::std::os::raw::c_ulonglong,
    pub size: ::std::os::raw::c_ulonglong,
    pub flags: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 16usize],
}
pub type CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1 = CUDA_EXTERNAL_MEMORY_BUFFER_DESC_st;
pub type CUDA_EXTERNAL_MEMORY_BUFFER_DESC = CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st {
    pub offset: ::std::os::raw::c_ulonglong,
    pub arrayDesc: CUDA_ARRAY3D_DESCRIPTOR,
    pub numLevels: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 16usize],
}
impl Default for CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1 = CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st;
pub type CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC = CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1;
pub const CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD: CUexternalSemaphoreHandleType_enum = 1;
pub const CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32: CUexternalSemaphoreHandleType_enum = 2;
pub const CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32_KMT: CUexternalSemaphoreHandleType_enum = 3;
pub const CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D12_FENCE: CUexternalSemaphoreHandleType_enum = 4;
pub const CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_FENCE: CUexternalSemaphoreHandleType_enum = 5;
pub const CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC: CUexternalSemaphoreHandleType_enum = 6;
pub const CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX: CUexternalSemaphoreHandleType_enum = 7;
pub const CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX_KMT: CUexternalSemaphoreHandleType_enum = 8;
pub const CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD: CUexternalSemaphoreHandleType_enum = 9;
pub const CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32: CUexternalSemaphoreHandleType_enum = 10;
pub type CUexternalSemaphoreHandleType_enum = ::std::os::raw::c_uint;
pub use self::CUexternalSemaphoreHandleType_enum as CUexternalSemaphoreHandleType;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st {
    pub type_: CUexternalSemaphoreHandleType,
    pub handle: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1,
    pub flags: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 16usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1 {
    pub fd: ::std::os::raw::c_int,
    pub win32: CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1,
    pub nvSciSyncObj: *const ::std::os::raw::c_void,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1 {
    pub handle: *mut ::std::os::raw::c_void,
    pub name: *const ::std::os::raw::c_void,
}
impl Default for CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1 = CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st;
pub type CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC = CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st {
    pub params: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1,
    pub flags: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 16usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1 {
    pub fence: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_1,
    pub nvSciSync: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2,
    pub keyedMutex: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_3,
    pub reserved: [::std::os::raw::c_uint; 12usize],
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_1 {
    pub value: ::std::os::raw::c_ulonglong,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2 {
    pub fence: *mut ::std::os::raw::c_void,
    pub reserved: ::std::os::raw::c_ulonglong,
}
impl Default for CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1__bindgen_ty_3 {
    pub key: ::std::os::raw::c_ulonglong,
}
impl Default for CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1 = CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st;
pub type CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS = CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st {
    pub params: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1,
    pub flags: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 16usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1 {
    pub fence: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_1,
    pub nvSciSync: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2,
    pub keyedMutex: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_3,
    pub reserved: [::std::os::raw::c_uint; 10usize],
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_1 {
    pub value: ::std::os::raw::c_ulonglong,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2 {
    pub fence: *mut ::std::os::raw::c_void,
    pub reserved: ::std::os::raw::c_ulonglong,
}
impl Default for CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1__bindgen_ty_3 {
    pub key: ::std::os::raw::c_ulonglong,
    pub timeoutMs: ::std::os::raw::c_uint,
}
impl Default for CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1 = CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st;
pub type CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS = CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st {
    pub extSemArray: *mut CUexternalSemaphore,
    pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
    pub numExtSems: ::std::os::raw::c_uint,
}
impl Default for CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1 = CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_st;
pub type CUDA_EXT_SEM_SIGNAL_NODE_PARAMS = CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st {
    pub extSemArray: *mut CUexternalSemaphore,
    pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
    pub numExtSems: ::std::os::raw::c_uint,
    pub __bindgen_anon_1: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st__bindgen_ty_1 {
    pub ctx: CUcontext,
    pub gCtx: CUgreenCtx,
}
impl Default for CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2 = CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_EXT_SEM_WAIT_NODE_PARAMS_st {
    pub extSemArray: *mut CUexternalSemaphore,
    pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
    pub numExtSems: ::std::os::raw::c_uint,
}
impl Default for CUDA_EXT_SEM_WAIT_NODE_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1 = CUDA_EXT_SEM_WAIT_NODE_PARAMS_st;
pub type CUDA_EXT_SEM_WAIT_NODE_PARAMS = CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st {
    pub extSemArray: *mut CUexternalSemaphore,
    pub paramsArray: *const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
    pub numExtSems: ::std::os::raw::c_uint,
    pub __bindgen_anon_1: CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st__bindgen_ty_1 {
    pub ctx: CUcontext,
    pub gCtx: CUgreenCtx,
}
impl Default for CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2 = CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2_st;
pub type CUmemGenericAllocationHandle_v1 = ::std::os::raw::c_ulonglong;
pub type CUmemGenericAllocationHandle = CUmemGenericAllocationHandle_v1;
pub const CU_MEM_HANDLE_TYPE_NONE: CUmemAllocationHandleType_enum = 0;
pub const CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR: CUmemAllocationHandleType_enum = 1;
pub const CU_MEM_HANDLE_TYPE_WIN32: CUmemAllocationHandleType_enum = 2;
pub const CU_MEM_HANDLE_TYPE_WIN32_KMT: CUmemAllocationHandleType_enum = 4;
pub const CU_MEM_HANDLE_TYPE_FABRIC: CUmemAllocationHandleType_enum = 8;
pub const CU_MEM_HANDLE_TYPE_MAX: CUmemAllocationHandleType_enum = 2147483647;
pub type CUmemAllocationHandleType_enum = ::std::os::raw::c_uint;
pub use self::CUmemAllocationHandleType_enum as CUmemAllocationHandleType;
pub const CU_MEM_ACCESS_FLAGS_PROT_NONE: CUmemAccess_flags_enum = 0;
pub const CU_MEM_ACCESS_FLAGS_PROT_READ: CUmemAccess_flags_enum = 1;
pub const CU_MEM_ACCESS_FLAGS_PROT_READWRITE: CUmemAccess_flags_enum = 3;
pub const CU_MEM_ACCESS_FLAGS_PROT_MAX: CUmemAccess_flags_enum = 2147483647;
pub type CUmemAccess_flags_enum = ::std::os::raw::c_uint;
pub use self::CUmemAccess_flags_enum as CUmemAccess_flags;
pub const CU_MEM_LOCATION_TYPE_INVALID: CUmemLocationType_enum = 0;
pub const CU_MEM_LOCATION_TYPE_NONE: CUmemLocationType_enum = 0;
pub const CU_MEM_LOCATION_TYPE_DEVICE: CUmemLocationType_enum = 1;
pub const CU_MEM_LOCATION_TYPE_HOST: CUmemLocationType_enum = 2;
pub const CU_MEM_LOCATION_TYPE_HOST_NUMA: CUmemLocationType_enum = 3;
pub const CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT: CUmemLocationType_enum = 4;
pub const CU_MEM_LOCATION_TYPE_INVISIBLE: CUmemLocationType_enum = 5;
pub const CU_MEM_LOCATION_TYPE_DEVICE_LOCALITY_DOMAIN: CUmemLocationType_enum = 6;
pub const CU_MEM_LOCATION_TYPE_MAX: CUmemLocationType_enum = 2147483647;
pub type CUmemLocationType_enum = ::std::os::raw::c_uint;
pub use self::CUmemLocationType_enum as CUmemLocationType;
pub const CU_MEM_ALLOCATION_TYPE_INVALID: CUmemAllocationType_enum = 0;
pub const CU_MEM_ALLOCATION_TYPE_PINNED: CUmemAllocationType_enum = 1;
pub const CU_MEM_ALLOCATION_TYPE_MANAGED: CUmemAllocationType_enum = 2;
pub const CU_MEM_ALLOCATION_TYPE_MAX: CUmemAllocationType_enum = 2147483647;
pub type CUmemAllocationType_enum = ::std::os::raw::c_uint;
pub use self::CUmemAllocationType_enum as CUmemAllocationType;
pub const CU_MEM_ALLOC_GRANULARITY_MINIMUM: CUmemAllocationGranularity_flags_enum = 0;
pub const CU_MEM_ALLOC_GRANULARITY_RECOMMENDED: CUmemAllocationGranularity_flags_enum = 1;
pub type CUmemAllocationGranularity_flags_enum = ::std::os::raw::c_uint;
pub use self::CUmemAllocationGranularity_flags_enum as CUmemAllocationGranularity_flags;
pub const CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD: CUmemRangeHandleType_enum = 1;
pub const CU_MEM_RANGE_HANDLE_TYPE_MAX: CUmemRangeHandleType_enum = 2147483647;
pub type CUmemRangeHandleType_enum = ::std::os::raw::c_uint;
pub use self::CUmemRangeHandleType_enum as CUmemRangeHandleType;
pub const CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL: CUarraySparseSubresourceType_enum = 0;
pub const CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL: CUarraySparseSubresourceType_enum = 1;
pub type CUarraySparseSubresourceType_enum = ::std::os::raw::c_uint;
pub use self::CUarraySparseSubresourceType_enum as CUarraySparseSubresourceType;
pub const CU_MEM_OPERATION_TYPE_MAP: CUmemOperationType_enum = 1;
pub const CU_MEM_OPERATION_TYPE_UNMAP: CUmemOperationType_enum = 2;
pub type CUmemOperationType_enum = ::std::os::raw::c_uint;
pub use self::CUmemOperationType_enum as CUmemOperationType;
pub const CU_MEM_HANDLE_TYPE_GENERIC: CUmemHandleType_enum = 0;
pub type CUmemHandleType_enum = ::std::os::raw::c_uint;
pub use self::CUmemHandleType_enum as CUmemHandleType;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUarrayMapInfo_st {
    pub resourceType: CUresourcetype,
    pub resource: CUarrayMapInfo_st__bindgen_ty_1,
    pub subresourceType: CUarraySparseSubresourceType,
    pub subresource: CUarrayMapInfo_st__bindgen_ty_2,
    pub memOperationType: CUmemOperationType,
    pub memHandleType: CUmemHandleType,
    pub memHandle: CUarrayMapInfo_st__bindgen_ty_3,
    pub offset: ::std::os::raw::c_ulonglong,
    pub deviceBitMask: ::std::os::raw::c_uint,
    pub flags: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 2usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUarrayMapInfo_st__bindgen_ty_1 {
    pub mipmap: CUmipmappedArray,
    pub array: CUarray,
}
impl Default for CUarrayMapInfo_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUarrayMapInfo_st__bindgen_ty_2 {
    pub sparseLevel: CUarrayMapInfo_st__bindgen_ty_2__bindgen_ty_1,
    pub miptail: CUarrayMapInfo_st__bindgen_ty_2__bindgen_ty_2,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUarrayMapInfo_st__bindgen_ty_2__bindgen_ty_1 {
    pub level: ::std::os::raw::c_uint,
    pub layer: ::std::os::raw::c_uint,
    pub offsetX: ::std::os::raw::c_uint,
    pub offsetY: ::std::os::raw::c_uint,
    pub offsetZ: ::std::os::raw::c_uint,
    pub extentWidth: ::std::os::raw::c_uint,
    pub extentHeight: ::std::os::raw::c_uint,
    pub extentDepth: ::std::os::raw::c_uint,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUarrayMapInfo_st__bindgen_ty_2__bindgen_ty_2 {
    pub layer: ::std::os::raw::c_uint,
    pub offset: ::std::os::raw::c_ulonglong,
    pub size: ::std::os::raw::c_ulonglong,
}
impl Default for CUarrayMapInfo_st__bindgen_ty_2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUarrayMapInfo_st__bindgen_ty_3 {
    pub memHandle: CUmemGenericAllocationHandle,
}
impl Default for CUarrayMapInfo_st__bindgen_ty_3 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUarrayMapInfo_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUarrayMapInfo_v1 = CUarrayMapInfo_st;
pub type CUarrayMapInfo = CUarrayMapInfo_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUmemLocation_st {
    pub type_: CUmemLocationType,
    pub __bindgen_anon_1: CUmemLocation_st__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUmemLocation_st__bindgen_ty_1 {
    pub id: ::std::os::raw::c_int,
    pub localized: CUmemLocation_st__bindgen_ty_1__bindgen_ty_1,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUmemLocation_st__bindgen_ty_1__bindgen_ty_1 {
    pub deviceId: ::std::os::raw::c_uchar,
    pub localityDomainId: ::std::os::raw::c_uchar,
}
impl Default for CUmemLocation_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUmemLocation_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemLocation_v1 = CUmemLocation_st;
pub type CUmemLocation = CUmemLocation_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUmemAllocationProp_st {
    pub type_: CUmemAllocationType,
    pub requestedHandleTypes: CUmemAllocationHandleType,
    pub location: CUmemLocation,
    pub win32HandleMetaData: *mut ::std::os::raw::c_void,
    pub allocFlags: CUmemAllocationProp_st__bindgen_ty_1,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUmemAllocationProp_st__bindgen_ty_1 {
    pub compressionType: ::std::os::raw::c_uchar,
    pub gpuDirectRDMACapable: ::std::os::raw::c_uchar,
    pub usage: ::std::os::raw::c_ushort,
    pub reserved: [::std::os::raw::c_uchar; 4usize],
}
impl Default for CUmemAllocationProp_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemAllocationProp_v1 = CUmemAllocationProp_st;
pub type CUmemAllocationProp = CUmemAllocationProp_v1;
pub const CU_MULTICAST_GRANULARITY_MINIMUM: CUmulticastGranularity_flags_enum = 0;
pub const CU_MULTICAST_GRANULARITY_RECOMMENDED: CUmulticastGranularity_flags_enum = 1;
pub type CUmulticastGranularity_flags_enum = ::std::os::raw::c_uint;
pub use self::CUmulticastGranularity_flags_enum as CUmulticastGranularity_flags;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUmulticastObjectProp_st {
    pub numDevices: ::std::os::raw::c_uint,
    pub size: usize,
    pub handleTypes: ::std::os::raw::c_ulonglong,
    pub flags: ::std::os::raw::c_ulonglong,
}
pub type CUmulticastObjectProp_v1 = CUmulticastObjectProp_st;
pub type CUmulticastObjectProp = CUmulticastObjectProp_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUmemAccessDesc_st {
    pub location: CUmemLocation,
    pub flags: CUmemAccess_flags,
}
impl Default for CUmemAccessDesc_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemAccessDesc_v1 = CUmemAccessDesc_st;
pub type CUmemAccessDesc = CUmemAccessDesc_v1;
pub const CU_GRAPH_EXEC_UPDATE_SUCCESS: CUgraphExecUpdateResult_enum = 0;
pub const CU_GRAPH_EXEC_UPDATE_ERROR: CUgraphExecUpdateResult_enum = 1;
pub const CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED: CUgraphExecUpdateResult_enum = 2;
pub const CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED: CUgraphExecUpdateResult_enum = 3;
pub const CU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED: CUgraphExecUpdateResult_enum = 4;
pub const CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED: CUgraphExecUpdateResult_enum = 5;
pub const CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED: CUgraphExecUpdateResult_enum = 6;
pub const CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE: CUgraphExecUpdateResult_enum = 7;
pub const CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED: CUgraphExecUpdateResult_enum = 8;
pub type CUgraphExecUpdateResult_enum = ::std::os::raw::c_uint;
pub use self::CUgraphExecUpdateResult_enum as CUgraphExecUpdateResult;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUgraphExecUpdateResultInfo_st {
    pub result: CUgraphExecUpdateResult,
    pub errorNode: CUgraphNode,
    pub errorFromNode: CUgraphNode,
}
impl Default for CUgraphExecUpdateResultInfo_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUgraphExecUpdateResultInfo_v1 = CUgraphExecUpdateResultInfo_st;
pub type CUgraphExecUpdateResultInfo = CUgraphExecUpdateResultInfo_v1;
pub const CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES: CUmemPool_attribute_enum = 1;
pub const CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC: CUmemPool_attribute_enum = 2;
pub const CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES: CUmemPool_attribute_enum = 3;
pub const CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: CUmemPool_attribute_enum = 4;
pub const CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT: CUmemPool_attribute_enum = 5;
pub const CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH: CUmemPool_attribute_enum = 6;
pub const CU_MEMPOOL_ATTR_USED_MEM_CURRENT: CUmemPool_attribute_enum = 7;
pub const CU_MEMPOOL_ATTR_USED_MEM_HIGH: CUmemPool_attribute_enum = 8;
pub const CU_MEMPOOL_ATTR_ALLOCATION_TYPE: CUmemPool_attribute_enum = 9;
pub const CU_MEMPOOL_ATTR_EXPORT_HANDLE_TYPES: CUmemPool_attribute_enum = 10;
pub const CU_MEMPOOL_ATTR_LOCATION_ID: CUmemPool_attribute_enum = 11;
pub const CU_MEMPOOL_ATTR_LOCATION_TYPE: CUmemPool_attribute_enum = 12;
pub const CU_MEMPOOL_ATTR_MAX_POOL_SIZE: CUmemPool_attribute_enum = 13;
pub const CU_MEMPOOL_ATTR_HW_DECOMPRESS_ENABLED: CUmemPool_attribute_enum = 14;
pub const CU_MEMPOOL_ATTR_LOCALITY_DOMAIN_ID: CUmemPool_attribute_enum = 15;
pub type CUmemPool_attribute_enum = ::std::os::raw::c_uint;
pub use self::CUmemPool_attribute_enum as CUmemPool_attribute;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUmemPoolProps_st {
    pub allocType: CUmemAllocationType,
    pub handleTypes: CUmemAllocationHandleType,
    pub location: CUmemLocation,
    pub win32SecurityAttributes: *mut ::std::os::raw::c_void,
    pub maxSize: usize,
    pub usage: ::std::os::raw::c_ushort,
    pub gpuDirectRDMACapable: ::std::os::raw::c_uchar,
    pub reserved: [::std::os::raw::c_uchar; 53usize],
}
impl Default for CUmemPoolProps_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemPoolProps_v1 = CUmemPoolProps_st;
pub type CUmemPoolProps = CUmemPoolProps_v1;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUmemPoolPtrExportData_st {
    pub reserved: [::std::os::raw::c_uchar; 64usize],
}
impl Default for CUmemPoolPtrExportData_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemPoolPtrExportData_v1 = CUmemPoolPtrExportData_st;
pub type CUmemPoolPtrExportData = CUmemPoolPtrExportData_v1;
pub const CU_MEMCPY_SRC_ACCESS_ORDER_INVALID: CUmemcpySrcAccessOrder_enum = 0;
pub const CU_MEMCPY_SRC_ACCESS_ORDER_STREAM: CUmemcpySrcAccessOrder_enum = 1;
pub const CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL: CUmemcpySrcAccessOrder_enum = 2;
pub const CU_MEMCPY_SRC_ACCESS_ORDER_ANY: CUmemcpySrcAccessOrder_enum = 3;
pub const CU_MEMCPY_SRC_ACCESS_ORDER_MAX: CUmemcpySrcAccessOrder_enum = 2147483647;
pub type CUmemcpySrcAccessOrder_enum = ::std::os::raw::c_uint;
pub use self::CUmemcpySrcAccessOrder_enum as CUmemcpySrcAccessOrder;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUmemcpyAttributes_st {
    pub srcAccessOrder: CUmemcpySrcAccessOrder,
    pub srcLocHint: CUmemLocation,
    pub dstLocHint: CUmemLocation,
    pub flags: ::std::os::raw::c_uint,
}
impl Default for CUmemcpyAttributes_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemcpyAttributes_v1 = CUmemcpyAttributes_st;
pub type CUmemcpyAttributes = CUmemcpyAttributes_v1;
pub const CU_MEMCPY_OPERAND_TYPE_POINTER: CUmemcpy3DOperandType_enum = 1;
pub const CU_MEMCPY_OPERAND_TYPE_ARRAY: CUmemcpy3DOperandType_enum = 2;
pub const CU_MEMCPY_OPERAND_TYPE_MAX: CUmemcpy3DOperandType_enum = 2147483647;
pub type CUmemcpy3DOperandType_enum = ::std::os::raw::c_uint;
pub use self::CUmemcpy3DOperandType_enum as CUmemcpy3DOperandType;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUoffset3D_st {
    pub x: usize,
    pub y: usize,
    pub z: usize,
}
pub type CUoffset3D_v1 = CUoffset3D_st;
pub type CUoffset3D = CUoffset3D_v1;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUextent3D_st {
    pub width: usize,
    pub height: usize,
    pub depth: usize,
}
pub type CUextent3D_v1 = CUextent3D_st;
pub type CUextent3D = CUextent3D_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUmemcpy3DOperand_st {
    pub type_: CUmemcpy3DOperandType,
    pub op: CUmemcpy3DOperand_st__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUmemcpy3DOperand_st__bindgen_ty_1 {
    pub ptr: CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1,
    pub array: CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1 {
    pub ptr: CUdeviceptr,
    pub rowLength: usize,
    pub layerHeight: usize,
    pub locHint: CUmemLocation,
}
impl Default for CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2 {
    pub array: CUarray,
    pub offset: CUoffset3D,
}
impl Default for CUmemcpy3DOperand_st__bindgen_ty_1__bindgen_ty_2 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUmemcpy3DOperand_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUmemcpy3DOperand_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemcpy3DOperand_v1 = CUmemcpy3DOperand_st;
pub type CUmemcpy3DOperand = CUmemcpy3DOperand_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_MEMCPY3D_BATCH_OP_st {
    pub src: CUmemcpy3DOperand,
    pub dst: CUmemcpy3DOperand,
    pub extent: CUextent3D,
    pub srcAccessOrder: CUmemcpySrcAccessOrder,
    pub flags: ::std::os::raw::c_uint,
}
impl Default for CUDA_MEMCPY3D_BATCH_OP_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMCPY3D_BATCH_OP_v1 = CUDA_MEMCPY3D_BATCH_OP_st;
pub type CUDA_MEMCPY3D_BATCH_OP = CUDA_MEMCPY3D_BATCH_OP_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_MEM_ALLOC_NODE_PARAMS_v1_st {
    pub poolProps: CUmemPoolProps,
    pub accessDescs: *const CUmemAccessDesc,
    pub accessDescCount: usize,
    pub bytesize: usize,
    pub dptr: CUdeviceptr,
}
impl Default for CUDA_MEM_ALLOC_NODE_PARAMS_v1_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEM_ALLOC_NODE_PARAMS_v1 = CUDA_MEM_ALLOC_NODE_PARAMS_v1_st;
pub type CUDA_MEM_ALLOC_NODE_PARAMS = CUDA_MEM_ALLOC_NODE_PARAMS_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_MEM_ALLOC_NODE_PARAMS_v2_st {
    pub poolProps: CUmemPoolProps,
    pub accessDescs: *const CUmemAccessDesc,
    pub accessDescCount: usize,
    pub bytesize: usize,
    pub dptr: CUdeviceptr,
}
impl Default for CUDA_MEM_ALLOC_NODE_PARAMS_v2_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEM_ALLOC_NODE_PARAMS_v2 = CUDA_MEM_ALLOC_NODE_PARAMS_v2_st;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUDA_MEM_FREE_NODE_PARAMS_st {
    pub dptr: CUdeviceptr,
}
pub type CUDA_MEM_FREE_NODE_PARAMS = CUDA_MEM_FREE_NODE_PARAMS_st;
pub const CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT: CUgraphMem_attribute_enum = 0;
pub const CU_GRAPH_MEM_ATTR_USED_MEM_HIGH: CUgraphMem_attribute_enum = 1;
pub const CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT: CUgraphMem_attribute_enum = 2;
pub const CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH: CUgraphMem_attribute_enum = 3;
pub type CUgraphMem_attribute_enum = ::std::os::raw::c_uint;
pub use self::CUgraphMem_attribute_enum as CUgraphMem_attribute;
pub const CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE: CUgraphChildGraphNodeOwnership_enum = 0;
pub const CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE: CUgraphChildGraphNodeOwnership_enum = 1;
pub const CU_GRAPH_CHILD_GRAPH_OWNERSHIP_INVALID: CUgraphChildGraphNodeOwnership_enum = -1;
pub type CUgraphChildGraphNodeOwnership_enum = ::std::os::raw::c_int;
pub use self::CUgraphChildGraphNodeOwnership_enum as CUgraphChildGraphNodeOwnership;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_CHILD_GRAPH_NODE_PARAMS_st {
    pub graph: CUgraph,
    pub ownership: CUgraphChildGraphNodeOwnership,
}
impl Default for CUDA_CHILD_GRAPH_NODE_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_CHILD_GRAPH_NODE_PARAMS = CUDA_CHILD_GRAPH_NODE_PARAMS_st;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_EVENT_RECORD_NODE_PARAMS_st {
    pub event: CUevent,
    pub __bindgen_anon_1: CUDA_EVENT_RECORD_NODE_PARAMS_st__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_EVENT_RECORD_NODE_PARAMS_st__bindgen_ty_1 {
    pub ctx: CUcontext,
    pub gCtx: CUgreenCtx,
}
impl Default for CUDA_EVENT_RECORD_NODE_PARAMS_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUDA_EVENT_RECORD_NODE_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EVENT_RECORD_NODE_PARAMS = CUDA_EVENT_RECORD_NODE_PARAMS_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_EVENT_WAIT_NODE_PARAMS_st {
    pub event: CUevent,
}
impl Default for CUDA_EVENT_WAIT_NODE_PARAMS_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_EVENT_WAIT_NODE_PARAMS = CUDA_EVENT_WAIT_NODE_PARAMS_st;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_MEMCPY_BATCH_NODE_PARAMS_V1_st {
    pub count: usize,
    pub dsts: *mut CUdeviceptr,
    pub srcs: *mut CUdeviceptr,
    pub sizes: *mut usize,
    pub attrs: *mut CUmemcpyAttributes,
    pub attrsIdxs: *mut usize,
    pub numAttrs: usize,
    pub __bindgen_anon_1: CUDA_MEMCPY_BATCH_NODE_PARAMS_V1_st__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_MEMCPY_BATCH_NODE_PARAMS_V1_st__bindgen_ty_1 {
    pub ctx: CUcontext,
    pub gCtx: CUgreenCtx,
}
impl Default for CUDA_MEMCPY_BATCH_NODE_PARAMS_V1_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUDA_MEMCPY_BATCH_NODE_PARAMS_V1_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMCPY_BATCH_NODE_PARAMS_V1 = CUDA_MEMCPY_BATCH_NODE_PARAMS_V1_st;
pub type CUDA_FABRIC_COPY_BATCH_OP_v1 = CUDA_FABRIC_COPY_BATCH_OP_st;
pub type CUDA_FABRIC_COPY_BATCH_OP = CUDA_FABRIC_COPY_BATCH_OP_v1;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1_st {
    pub numOps: usize,
    pub opList: *mut CUDA_FABRIC_COPY_BATCH_OP,
    pub flags: ::std::os::raw::c_ulonglong,
    pub __bindgen_anon_1: CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1_st__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1_st__bindgen_ty_1 {
    pub ctx: CUcontext,
    pub gCtx: CUgreenCtx,
}
impl Default for CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1 = CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1_st;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUgraphNodeParams_st {
    pub type_: CUgraphNodeType,
    pub reserved0: [::std::os::raw::c_int; 3usize],
    pub __bindgen_anon_1: CUgraphNodeParams_st__bindgen_ty_1,
    pub reserved2: ::std::os::raw::c_longlong,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUgraphNodeParams_st__bindgen_ty_1 {
    pub reserved1: [::std::os::raw::c_longlong; 29usize],
    pub kernel: CUDA_KERNEL_NODE_PARAMS_v3,
    pub memcpy: CUDA_MEMCPY_NODE_PARAMS,
    pub memset: CUDA_MEMSET_NODE_PARAMS_v2,
    pub host: CUDA_HOST_NODE_PARAMS_v2,
    pub graph: CUDA_CHILD_GRAPH_NODE_PARAMS,
    pub eventWait: CUDA_EVENT_WAIT_NODE_PARAMS,
    pub eventRecord: CUDA_EVENT_RECORD_NODE_PARAMS,
    pub extSemSignal: CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2,
    pub extSemWait: CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2,
    pub alloc: CUDA_MEM_ALLOC_NODE_PARAMS_v2,
    pub free: CUDA_MEM_FREE_NODE_PARAMS,
    pub memOp: CUDA_BATCH_MEM_OP_NODE_PARAMS_v2,
    pub conditional: CUDA_CONDITIONAL_NODE_PARAMS,
    pub memcpyBatch: CUDA_MEMCPY_BATCH_NODE_PARAMS_V1,
    pub fabricCpyBatch: CUDA_FABRIC_CPY_BATCH_NODE_PARAMS_V1,
    pub asBytes: [::std::os::raw::c_char; 232usize],
}
impl Default for CUgraphNodeParams_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUgraphNodeParams_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUgraphNodeParams = CUgraphNodeParams_st;
pub const CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER: CUflushGPUDirectRDMAWritesScope_enum = 100;
pub const CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES: CUflushGPUDirectRDMAWritesScope_enum = 200;
pub type CUflushGPUDirectRDMAWritesScope_enum = ::std::os::raw::c_uint;
pub use self::CUflushGPUDirectRDMAWritesScope_enum as CUflushGPUDirectRDMAWritesScope;
pub const CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX: CUflushGPUDirectRDMAWritesTarget_enum = 0;
pub type CUflushGPUDirectRDMAWritesTarget_enum = ::std::os::raw::c_uint;
pub use self::CUflushGPUDirectRDMAWritesTarget_enum as CUflushGPUDirectRDMAWritesTarget;
pub const CU_PROCESS_STATE_RUNNING: CUprocessState_enum = 0;
pub const CU_PROCESS_STATE_LOCKED: CUprocessState_enum = 1;
pub const CU_PROCESS_STATE_CHECKPOINTED: CUprocessState_enum = 2;
pub const CU_PROCESS_STATE_FAILED: CUprocessState_enum = 3;
pub const CU_PROCESS_STATE_CHECKPOINTING: CUprocessState_enum = 4;
pub const CU_PROCESS_STATE_RESTORING: CUprocessState_enum = 5;
pub type CUprocessState_enum = ::std::os::raw::c_uint;
pub use self::CUprocessState_enum as CUprocessState;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUcheckpointCustomStoragePerDeviceData_st {
    pub devPtr: CUdeviceptr,
    pub size: usize,
    pub stream: CUstream,
}
impl Default for CUcheckpointCustomStoragePerDeviceData_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUcheckpointCustomStoragePerDeviceData = CUcheckpointCustomStoragePerDeviceData_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUIcheckpointOperation_st {
    _unused: [u8; 0],
}
pub type CUcheckpointOperationHandle = *mut CUIcheckpointOperation_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUcheckpointCustomStorageInfo_st {
    pub handle: CUcheckpointOperationHandle,
    pub perDeviceData: *mut CUcheckpointCustomStoragePerDeviceData,
    pub deviceCount: ::std::os::raw::c_uint,
}
impl Default for CUcheckpointCustomStorageInfo_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUcheckpointCustomStorageInfo = CUcheckpointCustomStorageInfo_st;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUcheckpointLockArgs_st {
    pub timeoutMs: ::std::os::raw::c_uint,
    pub reserved0: ::std::os::raw::c_uint,
    pub reserved1: [cuuint64_t; 7usize],
}
pub type CUcheckpointLockArgs = CUcheckpointLockArgs_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUcheckpointCheckpointArgs_st {
    pub customStorageInfo_out: *mut *mut CUcheckpointCustomStorageInfo,
    pub reserved: [::std::os::raw::c_char; 56usize],
}
impl Default for CUcheckpointCheckpointArgs_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUcheckpointCheckpointArgs = CUcheckpointCheckpointArgs_st;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUcheckpointGpuPair_st {
    pub oldUuid: CUuuid,
    pub newUuid: CUuuid,
}
pub type CUcheckpointGpuPair = CUcheckpointGpuPair_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUcheckpointRestoreArgs_st {
    pub gpuPairs: *mut CUcheckpointGpuPair,
    pub gpuPairsCount: ::std::os::raw::c_uint,
    pub padding0: ::std::os::raw::c_uint,
    pub customStorageInfo_out: *mut *mut CUcheckpointCustomStorageInfo,
    pub reserved: [::std::os::raw::c_char; 40usize],
}
impl Default for CUcheckpointRestoreArgs_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUcheckpointRestoreArgs = CUcheckpointRestoreArgs_st;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUcheckpointUnlockArgs_st {
    pub reserved: [cuuint64_t; 8usize],
}
pub type CUcheckpointUnlockArgs = CUcheckpointUnlockArgs_st;
pub const CU_MODULE_EAGER_LOADING: CUmoduleLoadingMode_enum = 1;
pub const CU_MODULE_LAZY_LOADING: CUmoduleLoadingMode_enum = 2;
pub type CUmoduleLoadingMode_enum = ::std::os::raw::c_uint;
pub use self::CUmoduleLoadingMode_enum as CUmoduleLoadingMode;
pub const CU_MEM_DECOMPRESS_UNSUPPORTED: CUmemDecompressAlgorithm_enum = 0;
pub const CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE: CUmemDecompressAlgorithm_enum = 1;
pub const CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY: CUmemDecompressAlgorithm_enum = 2;
pub const CU_MEM_DECOMPRESS_ALGORITHM_LZ4: CUmemDecompressAlgorithm_enum = 4;
pub type CUmemDecompressAlgorithm_enum = ::std::os::raw::c_uint;
pub use self::CUmemDecompressAlgorithm_enum as CUmemDecompressAlgorithm;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUmemDecompressParams_st {
    pub srcNumBytes: usize,
    pub dstNumBytes: usize,
    pub dstActBytes: *mut cuuint32_t,
    pub src: *const ::std::os::raw::c_void,
    pub dst: *mut ::std::os::raw::c_void,
    pub algo: CUmemDecompressAlgorithm,
    pub padding: [::std::os::raw::c_uchar; 20usize],
}
impl Default for CUmemDecompressParams_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUmemDecompressParams = CUmemDecompressParams_st;
pub const CU_CLIQUE_TYPE_UNICAST_POINTER: CUcliqueType_enum = 0;
pub const CU_CLIQUE_TYPE_MULTICAST_POINTER: CUcliqueType_enum = 1;
pub const CU_CLIQUE_TYPE_UNICAST_LOGICAL_ENDPOINT: CUcliqueType_enum = 2;
pub const CU_CLIQUE_TYPE_MULTICAST_LOGICAL_ENDPOINT: CUcliqueType_enum = 3;
pub type CUcliqueType_enum = ::std::os::raw::c_uint;
pub use self::CUcliqueType_enum as CUcliqueType;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUcliqueInfo_st {
    pub type_: CUcliqueType,
    pub id: ::std::os::raw::c_uint,
}
impl Default for CUcliqueInfo_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUcliqueInfo = CUcliqueInfo_st;
pub type CUlogicalEndpointId = cuuint32_t;
pub const CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_NONE: CUlogicalEndpointIpcHandleType_enum = 0;
pub const CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_FABRIC: CUlogicalEndpointIpcHandleType_enum = 1;
pub type CUlogicalEndpointIpcHandleType_enum = ::std::os::raw::c_uint;
pub use self::CUlogicalEndpointIpcHandleType_enum as CUlogicalEndpointIpcHandleType;
pub const CU_LOGICAL_ENDPOINT_TYPE_INVALID: CUlogicalEndpointType_enum = 0;
pub const CU_LOGICAL_ENDPOINT_TYPE_UNICAST: CUlogicalEndpointType_enum = 1;
pub const CU_LOGICAL_ENDPOINT_TYPE_MULTICAST: CUlogicalEndpointType_enum = 2;
pub type CUlogicalEndpointType_enum = ::std::os::raw::c_uint;
pub use self::CUlogicalEndpointType_enum as CUlogicalEndpointType;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUlogicalEndpointProp_struct {
    pub type_: CUlogicalEndpointType,
    pub __bindgen_anon_1: CUlogicalEndpointProp_struct__bindgen_ty_1,
    pub size: ::std::os::raw::c_ulonglong,
    pub ipcHandleTypes: ::std::os::raw::c_uint,
    pub flags: ::std::os::raw::c_uint,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUlogicalEndpointProp_struct__bindgen_ty_1 {
    pub unicast: CUlogicalEndpointProp_struct__bindgen_ty_1__bindgen_ty_1,
    pub multicast: CUlogicalEndpointProp_struct__bindgen_ty_1__bindgen_ty_2,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUlogicalEndpointProp_struct__bindgen_ty_1__bindgen_ty_1 {
    pub device: CUdevice,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUlogicalEndpointProp_struct__bindgen_ty_1__bindgen_ty_2 {
    pub numDevices: ::std::os::raw::c_uint,
}
impl Default for CUlogicalEndpointProp_struct__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUlogicalEndpointProp_struct {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUlogicalEndpointProp = CUlogicalEndpointProp_struct;
pub const CU_FABRIC_COPY_OPERAND_TYPE_POINTER: CUfabricCpyOperandType_enum = 1;
pub const CU_FABRIC_COPY_OPERAND_TYPE_LOGICAL_ENDPOINT: CUfabricCpyOperandType_enum = 2;
pub const CU_FABRIC_COPY_OPERAND_TYPE_MAX: CUfabricCpyOperandType_enum = 2147483647;
pub type CUfabricCpyOperandType_enum = ::std::os::raw::c_uint;
pub use self::CUfabricCpyOperandType_enum as CUfabricCpyOperandType;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUfabricCpyOperand_st {
    pub type_: CUfabricCpyOperandType,
    pub op: CUfabricCpyOperand_st__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUfabricCpyOperand_st__bindgen_ty_1 {
    pub ptr: CUfabricCpyOperand_st__bindgen_ty_1__bindgen_ty_1,
    pub le: CUfabricCpyOperand_st__bindgen_ty_1__bindgen_ty_2,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUfabricCpyOperand_st__bindgen_ty_1__bindgen_ty_1 {
    pub ptr: CUdeviceptr,
    pub locHint: CUmemLocation,
}
impl Default for CUfabricCpyOperand_st__bindgen_ty_1__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUfabricCpyOperand_st__bindgen_ty_1__bindgen_ty_2 {
    pub id: CUlogicalEndpointId,
    pub offset: cuuint64_t,
}
impl Default for CUfabricCpyOperand_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUfabricCpyOperand_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUfabricCpyOperand = CUfabricCpyOperand_st;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUDA_FABRIC_COPY_BATCH_OP_st {
    pub src: CUfabricCpyOperand,
    pub dst: CUfabricCpyOperand,
    pub size: usize,
    pub flags: ::std::os::raw::c_uint,
}
impl Default for CUDA_FABRIC_COPY_BATCH_OP_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const CU_GRAPH_RECAPTURE_ELIGIBLE_FOR_UPDATE: CUgraphRecaptureStatus_enum = 0;
pub const CU_GRAPH_RECAPTURE_INELIGIBLE_FOR_UPDATE: CUgraphRecaptureStatus_enum = 1;
pub const CU_GRAPH_RECAPTURE_ERROR: CUgraphRecaptureStatus_enum = 2;
pub type CUgraphRecaptureStatus_enum = ::std::os::raw::c_uint;
pub use self::CUgraphRecaptureStatus_enum as CUgraphRecaptureStatus;
pub type CUgraphRecaptureCallback = ::std::option::Option<
    unsafe extern "C" fn(
        data: *mut ::std::os::raw::c_void,
        node: CUgraphNode,
        originalParams: *const CUgraphNodeParams,
        recaptureParams: *const CUgraphNodeParams,
        status: CUgraphRecaptureStatus,
    ) -> CUresult,
>;
pub const CU_FUNCTION_LOADING_STATE_UNLOADED: CUfunctionLoadingState_enum = 0;
pub const CU_FUNCTION_LOADING_STATE_LOADED: CUfunctionLoadingState_enum = 1;
pub const CU_FUNCTION_LOADING_STATE_MAX: CUfunctionLoadingState_enum = 2;
pub type CUfunctionLoadingState_enum = ::std::os::raw::c_uint;
pub use self::CUfunctionLoadingState_enum as CUfunctionLoadingState;
pub const CU_COREDUMP_ENABLE_ON_EXCEPTION: CUcoredumpSettings_enum = 1;
pub const CU_COREDUMP_TRIGGER_HOST: CUcoredumpSettings_enum = 2;
pub const CU_COREDUMP_LIGHTWEIGHT: CUcoredumpSettings_enum = 3;
pub const CU_COREDUMP_ENABLE_USER_TRIGGER: CUcoredumpSettings_enum = 4;
pub const CU_COREDUMP_FILE: CUcoredumpSettings_enum = 5;
pub const CU_COREDUMP_PIPE: CUcoredumpSettings_enum = 6;
pub const CU_COREDUMP_GENERATION_FLAGS: CUcoredumpSettings_enum = 7;
pub const CU_COREDUMP_MAX: CUcoredumpSettings_enum = 8;
pub type CUcoredumpSettings_enum = ::std::os::raw::c_uint;
pub use self::CUcoredumpSettings_enum as CUcoredumpSettings;
#[repr(C)]
#[derive(Debug)]
pub struct CUcoredumpCallbackEntry_st {
    _unused: [u8; 0],
}
pub type CUcoredumpCallbackHandle = *mut CUcoredumpCallbackEntry_st;
pub type CUcoredumpStatusCallback = ::std::option::Option<
    unsafe extern "C" fn(userData: *mut ::std::os::raw::c_void, pid: ::std::os::raw::c_int, dev: CUdevice),
>;
#[repr(C)]
#[derive(Debug)]
pub struct CUdevResourceDesc_st {
    _unused: [u8; 0],
}
pub type CUdevResourceDesc = *mut CUdevResourceDesc_st;
pub const CU_DEV_RESOURCE_TYPE_INVALID: CUdevResourceType = 0;
pub const CU_DEV_RESOURCE_TYPE_SM: CUdevResourceType = 1;
pub const CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG: CUdevResourceType = 1000;
pub const CU_DEV_RESOURCE_TYPE_WORKQUEUE: CUdevResourceType = 10000;
pub type CUdevResourceType = ::std::os::raw::c_uint;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUdevSmResource_st {
    pub smCount: ::std::os::raw::c_uint,
    pub minSmPartitionSize: ::std::os::raw::c_uint,
    pub smCoscheduledAlignment: ::std::os::raw::c_uint,
    pub flags: ::std::os::raw::c_uint,
    pub localityDomainId: ::std::os::raw::c_uint,
}
pub type CUdevSmResource = CUdevSmResource_st;
pub const CU_WORKQUEUE_SCOPE_DEVICE_CTX: CUdevWorkqueueConfigScope = 0;
pub const CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED: CUdevWorkqueueConfigScope = 1;
pub type CUdevWorkqueueConfigScope = ::std::os::raw::c_uint;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUdevWorkqueueConfigResource_st {
    pub device: CUdevice,
    pub wqConcurrencyLimit: ::std::os::raw::c_uint,
    pub sharingScope: CUdevWorkqueueConfigScope,
}
impl Default for CUdevWorkqueueConfigResource_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUdevWorkqueueConfigResource = CUdevWorkqueueConfigResource_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUdevWorkqueueResource_st {
    pub reserved: [::std::os::raw::c_uchar; 40usize],
}
impl Default for CUdevWorkqueueResource_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUdevWorkqueueResource = CUdevWorkqueueResource_st;
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CU_DEV_SM_RESOURCE_GROUP_PARAMS_st {
    pub smCount: ::std::os::raw::c_uint,
    pub coscheduledSmCount: ::std::os::raw::c_uint,
    pub preferredCoscheduledSmCount: ::std::os::raw::c_uint,
    pub flags: ::std::os::raw::c_uint,
    pub localityDomainId: ::std::os::raw::c_uint,
    pub reserved: [::std::os::raw::c_uint; 11usize],
}
pub type CU_DEV_SM_RESOURCE_GROUP_PARAMS = CU_DEV_SM_RESOURCE_GROUP_PARAMS_st;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUdevResource_st {
    pub type_: CUdevResourceType,
    pub _internal_padding: [::std::os::raw::c_uchar; 92usize],
    pub __bindgen_anon_1: CUdevResource_st__bindgen_ty_1,
    pub nextResource: *mut CUdevResource_st,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUdevResource_st__bindgen_ty_1 {
    pub sm: CUdevSmResource,
    pub wqConfig: CUdevWorkqueueConfigResource,
    pub wq: CUdevWorkqueueResource,
    pub _oversize: [::std::os::raw::c_uchar; 40usize],
}
impl Default for CUdevResource_st__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUdevResource_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUdevResource_v1 = CUdevResource_st;
pub type CUdevResource = CUdevResource_v1;
pub const CU_LOG_LEVEL_ERROR: CUlogLevel_enum = 0;
pub const CU_LOG_LEVEL_WARNING: CUlogLevel_enum = 1;
pub type CUlogLevel_enum = ::std::os::raw::c_uint;
pub use self::CUlogLevel_enum as CUlogLevel;
#[repr(C)]
#[derive(Debug)]
pub struct CUlogsCallbackEntry_st {
    _unused: [u8; 0],
}
pub type CUlogsCallbackHandle = *mut CUlogsCallbackEntry_st;
pub type CUlogsCallback = ::std::option::Option<
    unsafe extern "C" fn(
        data: *mut ::std::os::raw::c_void,
        logLevel: CUlogLevel,
        message: *mut ::std::os::raw::c_char,
        length: usize,
    ),
>;
pub type CUlogIterator = ::std::os::raw::c_uint;
pub type CUdeviceptr_v1 = ::std::os::raw::c_uint;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEMCPY2D_v1_st {
    pub srcXInBytes: ::std::os::raw::c_uint,
    pub srcY: ::std::os::raw::c_uint,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const ::std::os::raw::c_void,
    pub srcDevice: CUdeviceptr_v1,
    pub srcArray: CUarray,
    pub srcPitch: ::std::os::raw::c_uint,
    pub dstXInBytes: ::std::os::raw::c_uint,
    pub dstY: ::std::os::raw::c_uint,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut ::std::os::raw::c_void,
    pub dstDevice: CUdeviceptr_v1,
    pub dstArray: CUarray,
    pub dstPitch: ::std::os::raw::c_uint,
    pub WidthInBytes: ::std::os::raw::c_uint,
    pub Height: ::std::os::raw::c_uint,
}
impl Default for CUDA_MEMCPY2D_v1_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMCPY2D_v1 = CUDA_MEMCPY2D_v1_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_MEMCPY3D_v1_st {
    pub srcXInBytes: ::std::os::raw::c_uint,
    pub srcY: ::std::os::raw::c_uint,
    pub srcZ: ::std::os::raw::c_uint,
    pub srcLOD: ::std::os::raw::c_uint,
    pub srcMemoryType: CUmemorytype,
    pub srcHost: *const ::std::os::raw::c_void,
    pub srcDevice: CUdeviceptr_v1,
    pub srcArray: CUarray,
    pub reserved0: *mut ::std::os::raw::c_void,
    pub srcPitch: ::std::os::raw::c_uint,
    pub srcHeight: ::std::os::raw::c_uint,
    pub dstXInBytes: ::std::os::raw::c_uint,
    pub dstY: ::std::os::raw::c_uint,
    pub dstZ: ::std::os::raw::c_uint,
    pub dstLOD: ::std::os::raw::c_uint,
    pub dstMemoryType: CUmemorytype,
    pub dstHost: *mut ::std::os::raw::c_void,
    pub dstDevice: CUdeviceptr_v1,
    pub dstArray: CUarray,
    pub reserved1: *mut ::std::os::raw::c_void,
    pub dstPitch: ::std::os::raw::c_uint,
    pub dstHeight: ::std::os::raw::c_uint,
    pub WidthInBytes: ::std::os::raw::c_uint,
    pub Height: ::std::os::raw::c_uint,
    pub Depth: ::std::os::raw::c_uint,
}
impl Default for CUDA_MEMCPY3D_v1_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_MEMCPY3D_v1 = CUDA_MEMCPY3D_v1_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_ARRAY_DESCRIPTOR_v1_st {
    pub Width: ::std::os::raw::c_uint,
    pub Height: ::std::os::raw::c_uint,
    pub Format: CUarray_format,
    pub NumChannels: ::std::os::raw::c_uint,
}
impl Default for CUDA_ARRAY_DESCRIPTOR_v1_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_ARRAY_DESCRIPTOR_v1 = CUDA_ARRAY_DESCRIPTOR_v1_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUDA_ARRAY3D_DESCRIPTOR_v1_st {
    pub Width: ::std::os::raw::c_uint,
    pub Height: ::std::os::raw::c_uint,
    pub Depth: ::std::os::raw::c_uint,
    pub Format: CUarray_format,
    pub NumChannels: ::std::os::raw::c_uint,
    pub Flags: ::std::os::raw::c_uint,
}
impl Default for CUDA_ARRAY3D_DESCRIPTOR_v1_st {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUDA_ARRAY3D_DESCRIPTOR_v1 = CUDA_ARRAY3D_DESCRIPTOR_v1_st;
pub const CUPTI_SUCCESS: CUptiResult = 0;
pub const CUPTI_ERROR_INVALID_PARAMETER: CUptiResult = 1;
pub const CUPTI_ERROR_INVALID_DEVICE: CUptiResult = 2;
pub const CUPTI_ERROR_INVALID_CONTEXT: CUptiResult = 3;
pub const CUPTI_ERROR_INVALID_EVENT_DOMAIN_ID: CUptiResult = 4;
pub const CUPTI_ERROR_INVALID_EVENT_ID: CUptiResult = 5;
pub const CUPTI_ERROR_INVALID_EVENT_NAME: CUptiResult = 6;
pub const CUPTI_ERROR_INVALID_OPERATION: CUptiResult = 7;
pub const CUPTI_ERROR_OUT_OF_MEMORY: CUptiResult = 8;
pub const CUPTI_ERROR_HARDWARE: CUptiResult = 9;
pub const CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT: CUptiResult = 10;
pub const CUPTI_ERROR_API_NOT_IMPLEMENTED: CUptiResult = 11;
pub const CUPTI_ERROR_MAX_LIMIT_REACHED: CUptiResult = 12;
pub const CUPTI_ERROR_NOT_READY: CUptiResult = 13;
pub const CUPTI_ERROR_NOT_COMPATIBLE: CUptiResult = 14;
pub const CUPTI_ERROR_NOT_INITIALIZED: CUptiResult = 15;
pub const CUPTI_ERROR_INVALID_METRIC_ID: CUptiResult = 16;
pub const CUPTI_ERROR_INVALID_METRIC_NAME: CUptiResult = 17;
pub const CUPTI_ERROR_QUEUE_EMPTY: CUptiResult = 18;
pub const CUPTI_ERROR_INVALID_HANDLE: CUptiResult = 19;
pub const CUPTI_ERROR_INVALID_STREAM: CUptiResult = 20;
pub const CUPTI_ERROR_INVALID_KIND: CUptiResult = 21;
pub const CUPTI_ERROR_INVALID_EVENT_VALUE: CUptiResult = 22;
pub const CUPTI_ERROR_DISABLED: CUptiResult = 23;
pub const CUPTI_ERROR_INVALID_MODULE: CUptiResult = 24;
pub const CUPTI_ERROR_INVALID_METRIC_VALUE: CUptiResult = 25;
pub const CUPTI_ERROR_HARDWARE_BUSY: CUptiResult = 26;
pub const CUPTI_ERROR_NOT_SUPPORTED: CUptiResult = 27;
pub const CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED: CUptiResult = 28;
pub const CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_DEVICE: CUptiResult = 29;
pub const CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_NON_P2P_DEVICES: CUptiResult = 30;
pub const CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_WITH_MPS: CUptiResult = 31;
pub const CUPTI_ERROR_CDP_TRACING_NOT_SUPPORTED: CUptiResult = 32;
pub const CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED: CUptiResult = 33;
pub const CUPTI_ERROR_CUDA_COMPILER_NOT_COMPATIBLE: CUptiResult = 34;
pub const CUPTI_ERROR_INSUFFICIENT_PRIVILEGES: CUptiResult = 35;
pub const CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED: CUptiResult = 36;
pub const CUPTI_ERROR_OPENACC_UNDEFINED_ROUTINE: CUptiResult = 37;
pub const CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED: CUptiResult = 38;
pub const CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED: CUptiResult = 39;
pub const CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES: CUptiResult = 40;
pub const CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED: CUptiResult = 41;
pub const CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED: CUptiResult = 42;
pub const CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED: CUptiResult = 43;
pub const CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED: CUptiResult = 44;
pub const CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED: CUptiResult = 45;
pub const CUPTI_ERROR_INVALID_CHIP_NAME: CUptiResult = 46;
pub const CUPTI_ERROR_HES_TRACE_NOT_SUPPORTED_ON_MPS: CUptiResult = 47;
pub const CUPTI_ERROR_UNKNOWN: CUptiResult = 999;
pub const CUPTI_ERROR_FORCE_INT: CUptiResult = 2147483647;
pub type CUptiResult = ::std::os::raw::c_uint;
pub const CUPTI_API_ENTER: CUpti_ApiCallbackSite = 0;
pub const CUPTI_API_EXIT: CUpti_ApiCallbackSite = 1;
pub const CUPTI_API_CBSITE_FORCE_INT: CUpti_ApiCallbackSite = 2147483647;
pub type CUpti_ApiCallbackSite = ::std::os::raw::c_uint;
pub const CUPTI_CB_DOMAIN_INVALID: CUpti_CallbackDomain = 0;
pub const CUPTI_CB_DOMAIN_DRIVER_API: CUpti_CallbackDomain = 1;
pub const CUPTI_CB_DOMAIN_RUNTIME_API: CUpti_CallbackDomain = 2;
pub const CUPTI_CB_DOMAIN_RESOURCE: CUpti_CallbackDomain = 3;
pub const CUPTI_CB_DOMAIN_SYNCHRONIZE: CUpti_CallbackDomain = 4;
pub const CUPTI_CB_DOMAIN_NVTX: CUpti_CallbackDomain = 5;
pub const CUPTI_CB_DOMAIN_STATE: CUpti_CallbackDomain = 6;
pub const CUPTI_CB_DOMAIN_SIZE: CUpti_CallbackDomain = 7;
pub const CUPTI_CB_DOMAIN_FORCE_INT: CUpti_CallbackDomain = 2147483647;
pub type CUpti_CallbackDomain = ::std::os::raw::c_uint;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_CallbackData {
    pub callbackSite: CUpti_ApiCallbackSite,
    pub functionName: *const ::std::os::raw::c_char,
    pub functionParams: *const ::std::os::raw::c_void,
    pub functionReturnValue: *mut ::std::os::raw::c_void,
    pub symbolName: *const ::std::os::raw::c_char,
    pub context: CUcontext,
    pub contextUid: u32,
    pub correlationData: *mut u64,
    pub correlationId: u32,
}
impl Default for CUpti_CallbackData {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub type CUpti_CallbackId = u32;
pub type CUpti_CallbackFunc = ::std::option::Option<
    unsafe extern "C" fn(
        userdata: *mut ::std::os::raw::c_void,
        domain: CUpti_CallbackDomain,
        cbid: CUpti_CallbackId,
        cbdata: *const ::std::os::raw::c_void,
    ),
>;
#[repr(C)]
#[derive(Debug)]
pub struct CUpti_Subscriber_st {
    _unused: [u8; 0],
}
pub type CUpti_SubscriberHandle = *mut CUpti_Subscriber_st;
pub type CUpti_DomainTable = *mut CUpti_CallbackDomain;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_SubscriberParams {
    pub structSize: usize,
    pub subscriberName: *const ::std::os::raw::c_char,
    pub oldSubscriberName: *mut ::std::os::raw::c_char,
    pub oldSubscriberSize: usize,
    pub allowMultipleSubscribers: u8,
    pub padding: [u8; 7usize],
}
impl Default for CUpti_SubscriberParams {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const CUPTI_ACTIVITY_KIND_INVALID: CUpti_ActivityKind = 0;
pub const CUPTI_ACTIVITY_KIND_MEMCPY: CUpti_ActivityKind = 1;
pub const CUPTI_ACTIVITY_KIND_MEMSET: CUpti_ActivityKind = 2;
pub const CUPTI_ACTIVITY_KIND_KERNEL: CUpti_ActivityKind = 3;
pub const CUPTI_ACTIVITY_KIND_DRIVER: CUpti_ActivityKind = 4;
pub const CUPTI_ACTIVITY_KIND_RUNTIME: CUpti_ActivityKind = 5;
pub const CUPTI_ACTIVITY_KIND_EVENT: CUpti_ActivityKind = 6;
pub const CUPTI_ACTIVITY_KIND_METRIC: CUpti_ActivityKind = 7;
pub const CUPTI_ACTIVITY_KIND_DEVICE: CUpti_ActivityKind = 8;
pub const CUPTI_ACTIVITY_KIND_CONTEXT: CUpti_ActivityKind = 9;
pub const CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: CUpti_ActivityKind = 10;
pub const CUPTI_ACTIVITY_KIND_NAME: CUpti_ActivityKind = 11;
pub const CUPTI_ACTIVITY_KIND_MARKER: CUpti_ActivityKind = 12;
pub const CUPTI_ACTIVITY_KIND_MARKER_DATA: CUpti_ActivityKind = 13;
pub const CUPTI_ACTIVITY_KIND_SOURCE_LOCATOR: CUpti_ActivityKind = 14;
pub const CUPTI_ACTIVITY_KIND_GLOBAL_ACCESS: CUpti_ActivityKind = 15;
pub const CUPTI_ACTIVITY_KIND_BRANCH: CUpti_ActivityKind = 16;
pub const CUPTI_ACTIVITY_KIND_OVERHEAD: CUpti_ActivityKind = 17;
pub const CUPTI_ACTIVITY_KIND_CDP_KERNEL: CUpti_ActivityKind = 18;
pub const CUPTI_ACTIVITY_KIND_PREEMPTION: CUpti_ActivityKind = 19;
pub const CUPTI_ACTIVITY_KIND_ENVIRONMENT: CUpti_ActivityKind = 20;
pub const CUPTI_ACTIVITY_KIND_EVENT_INSTANCE: CUpti_ActivityKind = 21;
pub const CUPTI_ACTIVITY_KIND_MEMCPY2: CUpti_ActivityKind = 22;
pub const CUPTI_ACTIVITY_KIND_METRIC_INSTANCE: CUpti_ActivityKind = 23;
pub const CUPTI_ACTIVITY_KIND_INSTRUCTION_EXECUTION: CUpti_ActivityKind = 24;
pub const CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER: CUpti_ActivityKind = 25;
pub const CUPTI_ACTIVITY_KIND_FUNCTION: CUpti_ActivityKind = 26;
pub const CUPTI_ACTIVITY_KIND_MODULE: CUpti_ActivityKind = 27;
pub const CUPTI_ACTIVITY_KIND_DEVICE_ATTRIBUTE: CUpti_ActivityKind = 28;
pub const CUPTI_ACTIVITY_KIND_SHARED_ACCESS: CUpti_ActivityKind = 29;
pub const CUPTI_ACTIVITY_KIND_PC_SAMPLING: CUpti_ActivityKind = 30;
pub const CUPTI_ACTIVITY_KIND_PC_SAMPLING_RECORD_INFO: CUpti_ActivityKind = 31;
pub const CUPTI_ACTIVITY_KIND_INSTRUCTION_CORRELATION: CUpti_ActivityKind = 32;
pub const CUPTI_ACTIVITY_KIND_OPENACC_DATA: CUpti_ActivityKind = 33;
pub const CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH: CUpti_ActivityKind = 34;
pub const CUPTI_ACTIVITY_KIND_OPENACC_OTHER: CUpti_ActivityKind = 35;
pub const CUPTI_ACTIVITY_KIND_CUDA_EVENT: CUpti_ActivityKind = 36;
pub const CUPTI_ACTIVITY_KIND_STREAM: CUpti_ActivityKind = 37;
pub const CUPTI_ACTIVITY_KIND_SYNCHRONIZATION: CUpti_ActivityKind = 38;
pub const CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: CUpti_ActivityKind = 39;
pub const CUPTI_ACTIVITY_KIND_NVLINK: CUpti_ActivityKind = 40;
pub const CUPTI_ACTIVITY_KIND_INSTANTANEOUS_EVENT: CUpti_ActivityKind = 41;
pub const CUPTI_ACTIVITY_KIND_INSTANTANEOUS_EVENT_INSTANCE: CUpti_ActivityKind = 42;
pub const CUPTI_ACTIVITY_KIND_INSTANTANEOUS_METRIC: CUpti_ActivityKind = 43;
pub const CUPTI_ACTIVITY_KIND_INSTANTANEOUS_METRIC_INSTANCE: CUpti_ActivityKind = 44;
pub const CUPTI_ACTIVITY_KIND_MEMORY: CUpti_ActivityKind = 45;
pub const CUPTI_ACTIVITY_KIND_PCIE: CUpti_ActivityKind = 46;
pub const CUPTI_ACTIVITY_KIND_OPENMP: CUpti_ActivityKind = 47;
pub const CUPTI_ACTIVITY_KIND_INTERNAL_LAUNCH_API: CUpti_ActivityKind = 48;
pub const CUPTI_ACTIVITY_KIND_MEMORY2: CUpti_ActivityKind = 49;
pub const CUPTI_ACTIVITY_KIND_MEMORY_POOL: CUpti_ActivityKind = 50;
pub const CUPTI_ACTIVITY_KIND_GRAPH_TRACE: CUpti_ActivityKind = 51;
pub const CUPTI_ACTIVITY_KIND_JIT: CUpti_ActivityKind = 52;
pub const CUPTI_ACTIVITY_KIND_DEVICE_GRAPH_TRACE: CUpti_ActivityKind = 53;
pub const CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS: CUpti_ActivityKind = 54;
pub const CUPTI_ACTIVITY_KIND_CONFIDENTIAL_COMPUTE_ROTATION: CUpti_ActivityKind = 55;
pub const CUPTI_ACTIVITY_KIND_GRAPH_HOST_NODE: CUpti_ActivityKind = 56;
pub const CUPTI_ACTIVITY_KIND_COMPUTE_ENGINE_CTX_SWITCH: CUpti_ActivityKind = 57;
pub const CUPTI_ACTIVITY_KIND_HOST_LAUNCH: CUpti_ActivityKind = 58;
pub const CUPTI_ACTIVITY_KIND_GREEN_CONTEXT: CUpti_ActivityKind = 59;
pub const CUPTI_ACTIVITY_KIND_COUNT: CUpti_ActivityKind = 60;
pub const CUPTI_ACTIVITY_KIND_FORCE_INT: CUpti_ActivityKind = 2147483647;
pub type CUpti_ActivityKind = ::std::os::raw::c_uint;
pub const CUPTI_ACTIVITY_FLAG_NONE: CUpti_ActivityFlag = 0;
pub const CUPTI_ACTIVITY_FLAG_DEVICE_CONCURRENT_KERNELS: CUpti_ActivityFlag = 1;
pub const CUPTI_ACTIVITY_FLAG_DEVICE_ATTRIBUTE_CUDEVICE: CUpti_ActivityFlag = 1;
pub const CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC: CUpti_ActivityFlag = 1;
pub const CUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS: CUpti_ActivityFlag = 1;
pub const CUPTI_ACTIVITY_FLAG_MARKER_START: CUpti_ActivityFlag = 2;
pub const CUPTI_ACTIVITY_FLAG_MARKER_END: CUpti_ActivityFlag = 4;
pub const CUPTI_ACTIVITY_FLAG_MARKER_SYNC_ACQUIRE: CUpti_ActivityFlag = 8;
pub const CUPTI_ACTIVITY_FLAG_MARKER_SYNC_ACQUIRE_SUCCESS: CUpti_ActivityFlag = 16;
pub const CUPTI_ACTIVITY_FLAG_MARKER_SYNC_ACQUIRE_FAILED: CUpti_ActivityFlag = 32;
pub const CUPTI_ACTIVITY_FLAG_MARKER_SYNC_RELEASE: CUpti_ActivityFlag = 64;
pub const CUPTI_ACTIVITY_FLAG_MARKER_COLOR_NONE: CUpti_ActivityFlag = 1;
pub const CUPTI_ACTIVITY_FLAG_MARKER_COLOR_ARGB: CUpti_ActivityFlag = 2;
pub const CUPTI_ACTIVITY_FLAG_GLOBAL_ACCESS_KIND_SIZE_MASK: CUpti_ActivityFlag = 255;
pub const CUPTI_ACTIVITY_FLAG_GLOBAL_ACCESS_KIND_LOAD: CUpti_ActivityFlag = 256;
pub const CUPTI_ACTIVITY_FLAG_GLOBAL_ACCESS_KIND_CACHED: CUpti_ActivityFlag = 512;
pub const CUPTI_ACTIVITY_FLAG_METRIC_OVERFLOWED: CUpti_ActivityFlag = 1;
pub const CUPTI_ACTIVITY_FLAG_METRIC_VALUE_INVALID: CUpti_ActivityFlag = 2;
pub const CUPTI_ACTIVITY_FLAG_INSTRUCTION_VALUE_INVALID: CUpti_ActivityFlag = 1;
pub const CUPTI_ACTIVITY_FLAG_INSTRUCTION_CLASS_MASK: CUpti_ActivityFlag = 510;
pub const CUPTI_ACTIVITY_FLAG_FLUSH_FORCED: CUpti_ActivityFlag = 1;
pub const CUPTI_ACTIVITY_FLAG_SHARED_ACCESS_KIND_SIZE_MASK: CUpti_ActivityFlag = 255;
pub const CUPTI_ACTIVITY_FLAG_SHARED_ACCESS_KIND_LOAD: CUpti_ActivityFlag = 256;
pub const CUPTI_ACTIVITY_FLAG_MEMSET_ASYNC: CUpti_ActivityFlag = 1;
pub const CUPTI_ACTIVITY_FLAG_THRASHING_IN_CPU: CUpti_ActivityFlag = 1;
pub const CUPTI_ACTIVITY_FLAG_THROTTLING_IN_CPU: CUpti_ActivityFlag = 1;
pub const CUPTI_ACTIVITY_FLAG_FORCE_INT: CUpti_ActivityFlag = 2147483647;
pub type CUpti_ActivityFlag = ::std::os::raw::c_uint;
pub const CUPTI_ACTIVITY_MEMCPY_KIND_UNKNOWN: CUpti_ActivityMemcpyKind = 0;
pub const CUPTI_ACTIVITY_MEMCPY_KIND_HTOD: CUpti_ActivityMemcpyKind = 1;
pub const CUPTI_ACTIVITY_MEMCPY_KIND_DTOH: CUpti_ActivityMemcpyKind = 2;
pub const CUPTI_ACTIVITY_MEMCPY_KIND_HTOA: CUpti_ActivityMemcpyKind = 3;
pub const CUPTI_ACTIVITY_MEMCPY_KIND_ATOH: CUpti_ActivityMemcpyKind = 4;
pub const CUPTI_ACTIVITY_MEMCPY_KIND_ATOA: CUpti_ActivityMemcpyKind = 5;
pub const CUPTI_ACTIVITY_MEMCPY_KIND_ATOD: CUpti_ActivityMemcpyKind = 6;
pub const CUPTI_ACTIVITY_MEMCPY_KIND_DTOA: CUpti_ActivityMemcpyKind = 7;
pub const CUPTI_ACTIVITY_MEMCPY_KIND_DTOD: CUpti_ActivityMemcpyKind = 8;
pub const CUPTI_ACTIVITY_MEMCPY_KIND_HTOH: CUpti_ActivityMemcpyKind = 9;
pub const CUPTI_ACTIVITY_MEMCPY_KIND_PTOP: CUpti_ActivityMemcpyKind = 10;
pub const CUPTI_ACTIVITY_MEMCPY_KIND_FORCE_INT: CUpti_ActivityMemcpyKind = 2147483647;
pub type CUpti_ActivityMemcpyKind = ::std::os::raw::c_uint;
pub const CUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN: CUpti_ActivityMemoryKind = 0;
pub const CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE: CUpti_ActivityMemoryKind = 1;
pub const CUPTI_ACTIVITY_MEMORY_KIND_PINNED: CUpti_ActivityMemoryKind = 2;
pub const CUPTI_ACTIVITY_MEMORY_KIND_DEVICE: CUpti_ActivityMemoryKind = 3;
pub const CUPTI_ACTIVITY_MEMORY_KIND_ARRAY: CUpti_ActivityMemoryKind = 4;
pub const CUPTI_ACTIVITY_MEMORY_KIND_MANAGED: CUpti_ActivityMemoryKind = 5;
pub const CUPTI_ACTIVITY_MEMORY_KIND_DEVICE_STATIC: CUpti_ActivityMemoryKind = 6;
pub const CUPTI_ACTIVITY_MEMORY_KIND_MANAGED_STATIC: CUpti_ActivityMemoryKind = 7;
pub const CUPTI_ACTIVITY_MEMORY_KIND_FORCE_INT: CUpti_ActivityMemoryKind = 2147483647;
pub type CUpti_ActivityMemoryKind = ::std::os::raw::c_uint;
pub const CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_UNKNOWN: CUpti_ActivityPartitionedGlobalCacheConfig =
    0;
pub const CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_NOT_SUPPORTED:
    CUpti_ActivityPartitionedGlobalCacheConfig = 1;
pub const CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_OFF: CUpti_ActivityPartitionedGlobalCacheConfig = 2;
pub const CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_ON: CUpti_ActivityPartitionedGlobalCacheConfig = 3;
pub const CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_FORCE_INT:
    CUpti_ActivityPartitionedGlobalCacheConfig = 2147483647;
pub type CUpti_ActivityPartitionedGlobalCacheConfig = ::std::os::raw::c_uint;
pub const CUPTI_CHANNEL_TYPE_INVALID: CUpti_ChannelType = 0;
pub const CUPTI_CHANNEL_TYPE_COMPUTE: CUpti_ChannelType = 1;
pub const CUPTI_CHANNEL_TYPE_ASYNC_MEMCPY: CUpti_ChannelType = 2;
pub const CUPTI_CHANNEL_TYPE_DECOMP: CUpti_ChannelType = 3;
pub const CUPTI_CHANNEL_TYPE_FORCE_INT: CUpti_ChannelType = 2147483647;
pub type CUpti_ChannelType = ::std::os::raw::c_uint;
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_Activity {
    pub kind: CUpti_ActivityKind,
}
impl Default for CUpti_Activity {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityMemcpyPtoP4 {
    pub kind: CUpti_ActivityKind,
    pub copyKind: u8,
    pub srcKind: u8,
    pub dstKind: u8,
    pub flags: u8,
    pub bytes: u64,
    pub start: u64,
    pub end: u64,
    pub deviceId: u32,
    pub contextId: u32,
    pub streamId: u32,
    pub srcDeviceId: u32,
    pub srcContextId: u32,
    pub dstDeviceId: u32,
    pub dstContextId: u32,
    pub correlationId: u32,
    pub reserved0: *mut ::std::os::raw::c_void,
    pub graphNodeId: u64,
    pub graphId: u32,
    pub channelID: u32,
    pub channelType: CUpti_ChannelType,
}
impl Default for CUpti_ActivityMemcpyPtoP4 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const CUPTI_FUNC_SHMEM_LIMIT_DEFAULT: CUpti_FuncShmemLimitConfig = 0;
pub const CUPTI_FUNC_SHMEM_LIMIT_OPTIN: CUpti_FuncShmemLimitConfig = 1;
pub const CUPTI_FUNC_SHMEM_LIMIT_FORCE_INT: CUpti_FuncShmemLimitConfig = 2147483647;
pub type CUpti_FuncShmemLimitConfig = ::std::os::raw::c_uint;
pub const CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE: CUpti_ActivityAttribute = 0;
pub const CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE_CDP: CUpti_ActivityAttribute = 1;
pub const CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_POOL_LIMIT: CUpti_ActivityAttribute = 2;
pub const CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_POOL_SIZE: CUpti_ActivityAttribute = 3;
pub const CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_POOL_LIMIT: CUpti_ActivityAttribute = 4;
pub const CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER: CUpti_ActivityAttribute = 5;
pub const CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_PRE_ALLOCATE_VALUE: CUpti_ActivityAttribute = 6;
pub const CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_PRE_ALLOCATE_VALUE: CUpti_ActivityAttribute = 7;
pub const CUPTI_ACTIVITY_ATTR_MEM_ALLOCATION_TYPE_HOST_PINNED: CUpti_ActivityAttribute = 8;
pub const CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER: CUpti_ActivityAttribute = 9;
pub const CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE_DEVICE_GRAPHS: CUpti_ActivityAttribute = 10;
pub const CUPTI_ACTIVITY_ATTR_USER_DEFINED_RECORDS: CUpti_ActivityAttribute = 11;
pub const CUPTI_ACTIVITY_ATTR_MULTIPLE_SUBSCRIBER_STATE: CUpti_ActivityAttribute = 12;
pub const CUPTI_ACTIVITY_ATTR_ENABLE_HES: CUpti_ActivityAttribute = 13;
pub const CUPTI_ACTIVITY_ATTR_ENABLE_ALLOCATION_SOURCE_TRACKING: CUpti_ActivityAttribute = 14;
pub const CUPTI_ACTIVITY_ATTR_ENABLE_KERNEL_LATENCY_TIMESTAMPS: CUpti_ActivityAttribute = 15;
pub const CUPTI_ACTIVITY_ATTR_ENABLE_ALL_SYNC_RECORDS: CUpti_ActivityAttribute = 16;
pub const CUPTI_ACTIVITY_ATTR_ENABLE_CUDA_EVENT_DEVICE_TIMESTAMPS: CUpti_ActivityAttribute = 17;
pub const CUPTI_ACTIVITY_ATTR_ENABLE_KERNEL_LAUNCH_ATTRIBUTES: CUpti_ActivityAttribute = 18;
pub const CUPTI_ACTIVITY_ATTR_ENABLE_DEVICE_GRAPH_TRACE: CUpti_ActivityAttribute = 19;
pub const CUPTI_ACTIVITY_ATTR_ENABLE_MULTI_SUBSCRIBER_GRAPH_TRACE: CUpti_ActivityAttribute = 20;
pub const CUPTI_ACTIVITY_ATTR_THREAD_ID_TYPE: CUpti_ActivityAttribute = 21;
pub const CUPTI_ACTIVITY_ATTR_TIMESTAMP_CALLBACK: CUpti_ActivityAttribute = 22;
pub const CUPTI_ACTIVITY_ATTR_ENABLE_CIG_MODE: CUpti_ActivityAttribute = 23;
pub const CUPTI_ACTIVITY_ATTR_HES_BUFFER_SIZE: CUpti_ActivityAttribute = 24;
pub const CUPTI_ACTIVITY_ATTR_COUNT: CUpti_ActivityAttribute = 25;
pub const CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_FORCE_INT: CUpti_ActivityAttribute = 2147483647;
pub type CUpti_ActivityAttribute = ::std::os::raw::c_uint;
pub const CUPTI_ACTIVITY_THREAD_ID_TYPE_DEFAULT: CUpti_ActivityThreadIdType = 0;
pub const CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM: CUpti_ActivityThreadIdType = 1;
pub const CUPTI_ACTIVITY_THREAD_ID_TYPE_SIZE: CUpti_ActivityThreadIdType = 2;
pub const CUPTI_ACTIVITY_THREAD_ID_TYPE_FORCE_INT: CUpti_ActivityThreadIdType = 2147483647;
pub type CUpti_ActivityThreadIdType = ::std::os::raw::c_uint;
pub type CUpti_BuffersCallbackRequestFunc = ::std::option::Option<
    unsafe extern "C" fn(buffer: *mut *mut u8, size: *mut usize, maxNumRecords: *mut usize),
>;
pub type CUpti_BuffersCallbackCompleteFunc = ::std::option::Option<
    unsafe extern "C" fn(context: CUcontext, streamId: u32, buffer: *mut u8, size: usize, validSize: usize),
>;
#[repr(C, packed(8))]
#[derive(Copy, Clone)]
pub struct CUpti_ActivityKernel9 {
    pub kind: CUpti_ActivityKind,
    pub cacheConfig: CUpti_ActivityKernel9__bindgen_ty_1,
    pub sharedMemoryConfig: u8,
    pub registersPerThread: u16,
    pub partitionedGlobalCacheRequested: CUpti_ActivityPartitionedGlobalCacheConfig,
    pub partitionedGlobalCacheExecuted: CUpti_ActivityPartitionedGlobalCacheConfig,
    pub start: u64,
    pub end: u64,
    pub completed: u64,
    pub deviceId: u32,
    pub contextId: u32,
    pub streamId: u32,
    pub gridX: i32,
    pub gridY: i32,
    pub gridZ: i32,
    pub blockX: i32,
    pub blockY: i32,
    pub blockZ: i32,
    pub staticSharedMemory: i32,
    pub dynamicSharedMemory: i32,
    pub localMemoryPerThread: u32,
    pub localMemoryTotal: u32,
    pub correlationId: u32,
    pub gridId: i64,
    pub name: *const ::std::os::raw::c_char,
    pub reserved0: *mut ::std::os::raw::c_void,
    pub queued: u64,
    pub submitted: u64,
    pub launchType: u8,
    pub isSharedMemoryCarveoutRequested: u8,
    pub sharedMemoryCarveoutRequested: u8,
    pub padding: u8,
    pub sharedMemoryExecuted: u32,
    pub graphNodeId: u64,
    pub shmemLimitConfig: CUpti_FuncShmemLimitConfig,
    pub graphId: u32,
    pub pAccessPolicyWindow: *mut CUaccessPolicyWindow,
    pub channelID: u32,
    pub channelType: CUpti_ChannelType,
    pub clusterX: u32,
    pub clusterY: u32,
    pub clusterZ: u32,
    pub clusterSchedulingPolicy: u32,
    pub localMemoryTotal_v2: u64,
    pub maxPotentialClusterSize: u32,
    pub maxActiveClusters: u32,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUpti_ActivityKernel9__bindgen_ty_1 {
    pub both: u8,
    pub config: CUpti_ActivityKernel9__bindgen_ty_1__bindgen_ty_1,
}
#[repr(C)]
#[derive(Debug, Default, Copy, Clone)]
pub struct CUpti_ActivityKernel9__bindgen_ty_1__bindgen_ty_1 {
    pub _bitfield_1: __BindgenBitfieldUnit<[u8; 1usize]>,
}
impl CUpti_ActivityKernel9__bindgen_ty_1__bindgen_ty_1 {
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn requested(&self) -> u8 {
        unsafe { ::std::mem::transmute(self._bitfield_1.get_const::<0usize, 4u8>() as u8) }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn set_requested(&mut self, val: u8) {
        unsafe {
            let val: u8 = ::std::mem::transmute(val);
            self._bitfield_1.set_const::<0usize, 4u8>(val as u64)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub unsafe fn requested_raw(this: *const Self) -> u8 {
        unsafe {
            ::std::mem::transmute(<__BindgenBitfieldUnit<[u8; 1usize]>>::raw_get_const::<0usize, 4u8>(
                ::std::ptr::addr_of!((*this)._bitfield_1),
            ) as u8)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub unsafe fn set_requested_raw(this: *mut Self, val: u8) {
        unsafe {
            let val: u8 = ::std::mem::transmute(val);
            <__BindgenBitfieldUnit<[u8; 1usize]>>::raw_set_const::<0usize, 4u8>(
                ::std::ptr::addr_of_mut!((*this)._bitfield_1),
                val as u64,
            )
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn executed(&self) -> u8 {
        unsafe { ::std::mem::transmute(self._bitfield_1.get_const::<4usize, 4u8>() as u8) }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn set_executed(&mut self, val: u8) {
        unsafe {
            let val: u8 = ::std::mem::transmute(val);
            self._bitfield_1.set_const::<4usize, 4u8>(val as u64)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub unsafe fn executed_raw(this: *const Self) -> u8 {
        unsafe {
            ::std::mem::transmute(<__BindgenBitfieldUnit<[u8; 1usize]>>::raw_get_const::<4usize, 4u8>(
                ::std::ptr::addr_of!((*this)._bitfield_1),
            ) as u8)
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub unsafe fn set_executed_raw(this: *mut Self, val: u8) {
        unsafe {
            let val: u8 = ::std::mem::transmute(val);
            <__BindgenBitfieldUnit<[u8; 1usize]>>::raw_set_const::<4usize, 4u8>(
                ::std::ptr::addr_of_mut!((*this)._bitfield_1),
                val as u64,
            )
        }
    }
    #[inline]
    #[allow(unnecessary_transmutes)]
    pub fn new_bitfield_1(requested: u8, executed: u8) -> __BindgenBitfieldUnit<[u8; 1usize]> {
        let mut __bindgen_bitfield_unit: __BindgenBitfieldUnit<[u8; 1usize]> = Default::default();
        __bindgen_bitfield_unit.set_const::<0usize, 4u8>({
            let requested: u8 = unsafe { ::std::mem::transmute(requested) };
            requested as u64
        });
        __bindgen_bitfield_unit.set_const::<4usize, 4u8>({
            let executed: u8 = unsafe { ::std::mem::transmute(executed) };
            executed as u64
        });
        __bindgen_bitfield_unit
    }
}
impl Default for CUpti_ActivityKernel9__bindgen_ty_1 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
impl Default for CUpti_ActivityKernel9 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityMemset4 {
    pub kind: CUpti_ActivityKind,
    pub value: u32,
    pub bytes: u64,
    pub start: u64,
    pub end: u64,
    pub deviceId: u32,
    pub contextId: u32,
    pub streamId: u32,
    pub correlationId: u32,
    pub flags: u16,
    pub memoryKind: u16,
    pub pad: u32,
    pub reserved0: *mut ::std::os::raw::c_void,
    pub graphNodeId: u64,
    pub graphId: u32,
    pub channelID: u32,
    pub channelType: CUpti_ChannelType,
    pub isDeviceLaunched: u8,
    pub pad2: [u8; 3usize],
}
impl Default for CUpti_ActivityMemset4 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
#[repr(C, packed(8))]
#[derive(Debug, Copy, Clone)]
pub struct CUpti_ActivityMemcpy6 {
    pub kind: CUpti_ActivityKind,
    pub copyKind: u8,
    pub srcKind: u8,
    pub dstKind: u8,
    pub flags: u8,
    pub bytes: u64,
    pub start: u64,
    pub end: u64,
    pub deviceId: u32,
    pub contextId: u32,
    pub streamId: u32,
    pub correlationId: u32,
    pub runtimeCorrelationId: u32,
    pub pad: u32,
    pub reserved0: *mut ::std::os::raw::c_void,
    pub graphNodeId: u64,
    pub graphId: u32,
    pub channelID: u32,
    pub channelType: CUpti_ChannelType,
    pub isDeviceLaunched: u8,
    pub pad2: [u8; 3usize],
    pub copyCount: u64,
}
impl Default for CUpti_ActivityMemcpy6 {
    fn default() -> Self {
        let mut s = ::std::mem::MaybeUninit::<Self>::uninit();
        unsafe {
            ::std::ptr::write_bytes(s.as_mut_ptr(), 0, 1);
            s.assume_init()
        }
    }
}
pub const CUPTI_DRIVER_TRACE_CBID_INVALID: CUpti_driver_api_trace_cbid_enum = 0;
pub const CUPTI_DRIVER_TRACE_CBID_cuInit: CUpti_driver_api_trace_cbid_enum = 1;
pub const CUPTI_DRIVER_TRACE_CBID_cuDriverGetVersion: CUpti_driver_api_trace_cbid_enum = 2;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGet: CUpti_driver_api_trace_cbid_enum = 3;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetCount: CUpti_driver_api_trace_cbid_enum = 4;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetName: CUpti_driver_api_trace_cbid_enum = 5;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceComputeCapability: CUpti_driver_api_trace_cbid_enum = 6;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceTotalMem: CUpti_driver_api_trace_cbid_enum = 7;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetProperties: CUpti_driver_api_trace_cbid_enum = 8;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetAttribute: CUpti_driver_api_trace_cbid_enum = 9;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxCreate: CUpti_driver_api_trace_cbid_enum = 10;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxDestroy: CUpti_driver_api_trace_cbid_enum = 11;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxAttach: CUpti_driver_api_trace_cbid_enum = 12;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxDetach: CUpti_driver_api_trace_cbid_enum = 13;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxPushCurrent: CUpti_driver_api_trace_cbid_enum = 14;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxPopCurrent: CUpti_driver_api_trace_cbid_enum = 15;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetDevice: CUpti_driver_api_trace_cbid_enum = 16;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize: CUpti_driver_api_trace_cbid_enum = 17;
pub const CUPTI_DRIVER_TRACE_CBID_cuModuleLoad: CUpti_driver_api_trace_cbid_enum = 18;
pub const CUPTI_DRIVER_TRACE_CBID_cuModuleLoadData: CUpti_driver_api_trace_cbid_enum = 19;
pub const CUPTI_DRIVER_TRACE_CBID_cuModuleLoadDataEx: CUpti_driver_api_trace_cbid_enum = 20;
pub const CUPTI_DRIVER_TRACE_CBID_cuModuleLoadFatBinary: CUpti_driver_api_trace_cbid_enum = 21;
pub const CUPTI_DRIVER_TRACE_CBID_cuModuleUnload: CUpti_driver_api_trace_cbid_enum = 22;
pub const CUPTI_DRIVER_TRACE_CBID_cuModuleGetFunction: CUpti_driver_api_trace_cbid_enum = 23;
pub const CUPTI_DRIVER_TRACE_CBID_cuModuleGetGlobal: CUpti_driver_api_trace_cbid_enum = 24;
pub const CUPTI_DRIVER_TRACE_CBID_cuda25: CUpti_driver_api_trace_cbid_enum = 25;
pub const CUPTI_DRIVER_TRACE_CBID_cuModuleGetTexRef: CUpti_driver_api_trace_cbid_enum = 26;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetInfo: CUpti_driver_api_trace_cbid_enum = 27;
pub const CUPTI_DRIVER_TRACE_CBID_cuda28: CUpti_driver_api_trace_cbid_enum = 28;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAlloc: CUpti_driver_api_trace_cbid_enum = 29;
pub const CUPTI_DRIVER_TRACE_CBID_cuda30: CUpti_driver_api_trace_cbid_enum = 30;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocPitch: CUpti_driver_api_trace_cbid_enum = 31;
pub const CUPTI_DRIVER_TRACE_CBID_cuda32: CUpti_driver_api_trace_cbid_enum = 32;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemFree: CUpti_driver_api_trace_cbid_enum = 33;
pub const CUPTI_DRIVER_TRACE_CBID_cuda34: CUpti_driver_api_trace_cbid_enum = 34;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetAddressRange: CUpti_driver_api_trace_cbid_enum = 35;
pub const CUPTI_DRIVER_TRACE_CBID_cuda36: CUpti_driver_api_trace_cbid_enum = 36;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocHost: CUpti_driver_api_trace_cbid_enum = 37;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemFreeHost: CUpti_driver_api_trace_cbid_enum = 38;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostAlloc: CUpti_driver_api_trace_cbid_enum = 39;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostGetDevicePointer: CUpti_driver_api_trace_cbid_enum = 40;
pub const CUPTI_DRIVER_TRACE_CBID_cuda41: CUpti_driver_api_trace_cbid_enum = 41;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostGetFlags: CUpti_driver_api_trace_cbid_enum = 42;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoD: CUpti_driver_api_trace_cbid_enum = 43;
pub const CUPTI_DRIVER_TRACE_CBID_cuda44: CUpti_driver_api_trace_cbid_enum = 44;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH: CUpti_driver_api_trace_cbid_enum = 45;
pub const CUPTI_DRIVER_TRACE_CBID_cuda46: CUpti_driver_api_trace_cbid_enum = 46;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoD: CUpti_driver_api_trace_cbid_enum = 47;
pub const CUPTI_DRIVER_TRACE_CBID_cuda48: CUpti_driver_api_trace_cbid_enum = 48;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoA: CUpti_driver_api_trace_cbid_enum = 49;
pub const CUPTI_DRIVER_TRACE_CBID_cuda50: CUpti_driver_api_trace_cbid_enum = 50;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoD: CUpti_driver_api_trace_cbid_enum = 51;
pub const CUPTI_DRIVER_TRACE_CBID_cuda52: CUpti_driver_api_trace_cbid_enum = 52;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoA: CUpti_driver_api_trace_cbid_enum = 53;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoH: CUpti_driver_api_trace_cbid_enum = 54;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoA: CUpti_driver_api_trace_cbid_enum = 55;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2D: CUpti_driver_api_trace_cbid_enum = 56;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DUnaligned: CUpti_driver_api_trace_cbid_enum = 57;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3D: CUpti_driver_api_trace_cbid_enum = 58;
pub const CUPTI_DRIVER_TRACE_CBID_cuda59: CUpti_driver_api_trace_cbid_enum = 59;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoDAsync: CUpti_driver_api_trace_cbid_enum = 60;
pub const CUPTI_DRIVER_TRACE_CBID_cuda61: CUpti_driver_api_trace_cbid_enum = 61;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoHAsync: CUpti_driver_api_trace_cbid_enum = 62;
pub const CUPTI_DRIVER_TRACE_CBID_cuda63: CUpti_driver_api_trace_cbid_enum = 63;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoDAsync: CUpti_driver_api_trace_cbid_enum = 64;
pub const CUPTI_DRIVER_TRACE_CBID_cuda65: CUpti_driver_api_trace_cbid_enum = 65;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoAAsync: CUpti_driver_api_trace_cbid_enum = 66;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoHAsync: CUpti_driver_api_trace_cbid_enum = 67;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DAsync: CUpti_driver_api_trace_cbid_enum = 68;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DAsync: CUpti_driver_api_trace_cbid_enum = 69;
pub const CUPTI_DRIVER_TRACE_CBID_cuda70: CUpti_driver_api_trace_cbid_enum = 70;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD8: CUpti_driver_api_trace_cbid_enum = 71;
pub const CUPTI_DRIVER_TRACE_CBID_cuda72: CUpti_driver_api_trace_cbid_enum = 72;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD16: CUpti_driver_api_trace_cbid_enum = 73;
pub const CUPTI_DRIVER_TRACE_CBID_cuda74: CUpti_driver_api_trace_cbid_enum = 74;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD32: CUpti_driver_api_trace_cbid_enum = 75;
pub const CUPTI_DRIVER_TRACE_CBID_cuda76: CUpti_driver_api_trace_cbid_enum = 76;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D8: CUpti_driver_api_trace_cbid_enum = 77;
pub const CUPTI_DRIVER_TRACE_CBID_cuda78: CUpti_driver_api_trace_cbid_enum = 78;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D16: CUpti_driver_api_trace_cbid_enum = 79;
pub const CUPTI_DRIVER_TRACE_CBID_cuda80: CUpti_driver_api_trace_cbid_enum = 80;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D32: CUpti_driver_api_trace_cbid_enum = 81;
pub const CUPTI_DRIVER_TRACE_CBID_cuda82: CUpti_driver_api_trace_cbid_enum = 82;
pub const CUPTI_DRIVER_TRACE_CBID_cuFuncSetBlockShape: CUpti_driver_api_trace_cbid_enum = 83;
pub const CUPTI_DRIVER_TRACE_CBID_cuFuncSetSharedSize: CUpti_driver_api_trace_cbid_enum = 84;
pub const CUPTI_DRIVER_TRACE_CBID_cuFuncGetAttribute: CUpti_driver_api_trace_cbid_enum = 85;
pub const CUPTI_DRIVER_TRACE_CBID_cuFuncSetCacheConfig: CUpti_driver_api_trace_cbid_enum = 86;
pub const CUPTI_DRIVER_TRACE_CBID_cuArrayCreate: CUpti_driver_api_trace_cbid_enum = 87;
pub const CUPTI_DRIVER_TRACE_CBID_cuArrayGetDescriptor: CUpti_driver_api_trace_cbid_enum = 88;
pub const CUPTI_DRIVER_TRACE_CBID_cuArrayDestroy: CUpti_driver_api_trace_cbid_enum = 89;
pub const CUPTI_DRIVER_TRACE_CBID_cuArray3DCreate: CUpti_driver_api_trace_cbid_enum = 90;
pub const CUPTI_DRIVER_TRACE_CBID_cuArray3DGetDescriptor: CUpti_driver_api_trace_cbid_enum = 91;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefCreate: CUpti_driver_api_trace_cbid_enum = 92;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefDestroy: CUpti_driver_api_trace_cbid_enum = 93;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetArray: CUpti_driver_api_trace_cbid_enum = 94;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetAddress: CUpti_driver_api_trace_cbid_enum = 95;
pub const CUPTI_DRIVER_TRACE_CBID_cuda96: CUpti_driver_api_trace_cbid_enum = 96;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetAddress2D: CUpti_driver_api_trace_cbid_enum = 97;
pub const CUPTI_DRIVER_TRACE_CBID_cuda98: CUpti_driver_api_trace_cbid_enum = 98;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetFormat: CUpti_driver_api_trace_cbid_enum = 99;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetAddressMode: CUpti_driver_api_trace_cbid_enum = 100;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetFilterMode: CUpti_driver_api_trace_cbid_enum = 101;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetFlags: CUpti_driver_api_trace_cbid_enum = 102;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetAddress: CUpti_driver_api_trace_cbid_enum = 103;
pub const CUPTI_DRIVER_TRACE_CBID_cuda104: CUpti_driver_api_trace_cbid_enum = 104;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetArray: CUpti_driver_api_trace_cbid_enum = 105;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetAddressMode: CUpti_driver_api_trace_cbid_enum = 106;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetFilterMode: CUpti_driver_api_trace_cbid_enum = 107;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetFormat: CUpti_driver_api_trace_cbid_enum = 108;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetFlags: CUpti_driver_api_trace_cbid_enum = 109;
pub const CUPTI_DRIVER_TRACE_CBID_cuParamSetSize: CUpti_driver_api_trace_cbid_enum = 110;
pub const CUPTI_DRIVER_TRACE_CBID_cuParamSeti: CUpti_driver_api_trace_cbid_enum = 111;
pub const CUPTI_DRIVER_TRACE_CBID_cuParamSetf: CUpti_driver_api_trace_cbid_enum = 112;
pub const CUPTI_DRIVER_TRACE_CBID_cuParamSetv: CUpti_driver_api_trace_cbid_enum = 113;
pub const CUPTI_DRIVER_TRACE_CBID_cuParamSetTexRef: CUpti_driver_api_trace_cbid_enum = 114;
pub const CUPTI_DRIVER_TRACE_CBID_cuLaunch: CUpti_driver_api_trace_cbid_enum = 115;
pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchGrid: CUpti_driver_api_trace_cbid_enum = 116;
pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchGridAsync: CUpti_driver_api_trace_cbid_enum = 117;
pub const CUPTI_DRIVER_TRACE_CBID_cuEventCreate: CUpti_driver_api_trace_cbid_enum = 118;
pub const CUPTI_DRIVER_TRACE_CBID_cuEventRecord: CUpti_driver_api_trace_cbid_enum = 119;
pub const CUPTI_DRIVER_TRACE_CBID_cuEventQuery: CUpti_driver_api_trace_cbid_enum = 120;
pub const CUPTI_DRIVER_TRACE_CBID_cuEventSynchronize: CUpti_driver_api_trace_cbid_enum = 121;
pub const CUPTI_DRIVER_TRACE_CBID_cuEventDestroy: CUpti_driver_api_trace_cbid_enum = 122;
pub const CUPTI_DRIVER_TRACE_CBID_cuEventElapsedTime: CUpti_driver_api_trace_cbid_enum = 123;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamCreate: CUpti_driver_api_trace_cbid_enum = 124;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamQuery: CUpti_driver_api_trace_cbid_enum = 125;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize: CUpti_driver_api_trace_cbid_enum = 126;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamDestroy: CUpti_driver_api_trace_cbid_enum = 127;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsUnregisterResource: CUpti_driver_api_trace_cbid_enum = 128;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsSubResourceGetMappedArray: CUpti_driver_api_trace_cbid_enum = 129;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsResourceGetMappedPointer: CUpti_driver_api_trace_cbid_enum = 130;
pub const CUPTI_DRIVER_TRACE_CBID_cuda131: CUpti_driver_api_trace_cbid_enum = 131;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsResourceSetMapFlags: CUpti_driver_api_trace_cbid_enum = 132;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsMapResources: CUpti_driver_api_trace_cbid_enum = 133;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsUnmapResources: CUpti_driver_api_trace_cbid_enum = 134;
pub const CUPTI_DRIVER_TRACE_CBID_cuGetExportTable: CUpti_driver_api_trace_cbid_enum = 135;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxSetLimit: CUpti_driver_api_trace_cbid_enum = 136;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetLimit: CUpti_driver_api_trace_cbid_enum = 137;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10GetDevice: CUpti_driver_api_trace_cbid_enum = 138;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10CtxCreate: CUpti_driver_api_trace_cbid_enum = 139;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsD3D10RegisterResource: CUpti_driver_api_trace_cbid_enum = 140;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10RegisterResource: CUpti_driver_api_trace_cbid_enum = 141;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10UnregisterResource: CUpti_driver_api_trace_cbid_enum = 142;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10MapResources: CUpti_driver_api_trace_cbid_enum = 143;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10UnmapResources: CUpti_driver_api_trace_cbid_enum = 144;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceSetMapFlags: CUpti_driver_api_trace_cbid_enum = 145;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetMappedArray: CUpti_driver_api_trace_cbid_enum = 146;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetMappedPointer: CUpti_driver_api_trace_cbid_enum = 147;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetMappedSize: CUpti_driver_api_trace_cbid_enum = 148;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetMappedPitch: CUpti_driver_api_trace_cbid_enum = 149;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetSurfaceDimensions: CUpti_driver_api_trace_cbid_enum = 150;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D11GetDevice: CUpti_driver_api_trace_cbid_enum = 151;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D11CtxCreate: CUpti_driver_api_trace_cbid_enum = 152;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsD3D11RegisterResource: CUpti_driver_api_trace_cbid_enum = 153;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9GetDevice: CUpti_driver_api_trace_cbid_enum = 154;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9CtxCreate: CUpti_driver_api_trace_cbid_enum = 155;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsD3D9RegisterResource: CUpti_driver_api_trace_cbid_enum = 156;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9GetDirect3DDevice: CUpti_driver_api_trace_cbid_enum = 157;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9RegisterResource: CUpti_driver_api_trace_cbid_enum = 158;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9UnregisterResource: CUpti_driver_api_trace_cbid_enum = 159;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9MapResources: CUpti_driver_api_trace_cbid_enum = 160;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9UnmapResources: CUpti_driver_api_trace_cbid_enum = 161;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceSetMapFlags: CUpti_driver_api_trace_cbid_enum = 162;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetSurfaceDimensions: CUpti_driver_api_trace_cbid_enum = 163;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetMappedArray: CUpti_driver_api_trace_cbid_enum = 164;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetMappedPointer: CUpti_driver_api_trace_cbid_enum = 165;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetMappedSize: CUpti_driver_api_trace_cbid_enum = 166;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetMappedPitch: CUpti_driver_api_trace_cbid_enum = 167;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9Begin: CUpti_driver_api_trace_cbid_enum = 168;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9End: CUpti_driver_api_trace_cbid_enum = 169;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9RegisterVertexBuffer: CUpti_driver_api_trace_cbid_enum = 170;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9MapVertexBuffer: CUpti_driver_api_trace_cbid_enum = 171;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9UnmapVertexBuffer: CUpti_driver_api_trace_cbid_enum = 172;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9UnregisterVertexBuffer: CUpti_driver_api_trace_cbid_enum = 173;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLCtxCreate: CUpti_driver_api_trace_cbid_enum = 174;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsGLRegisterBuffer: CUpti_driver_api_trace_cbid_enum = 175;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsGLRegisterImage: CUpti_driver_api_trace_cbid_enum = 176;
pub const CUPTI_DRIVER_TRACE_CBID_cuWGLGetDevice: CUpti_driver_api_trace_cbid_enum = 177;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLInit: CUpti_driver_api_trace_cbid_enum = 178;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLRegisterBufferObject: CUpti_driver_api_trace_cbid_enum = 179;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLMapBufferObject: CUpti_driver_api_trace_cbid_enum = 180;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLUnmapBufferObject: CUpti_driver_api_trace_cbid_enum = 181;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLUnregisterBufferObject: CUpti_driver_api_trace_cbid_enum = 182;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLSetBufferObjectMapFlags: CUpti_driver_api_trace_cbid_enum = 183;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLMapBufferObjectAsync: CUpti_driver_api_trace_cbid_enum = 184;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLUnmapBufferObjectAsync: CUpti_driver_api_trace_cbid_enum = 185;
pub const CUPTI_DRIVER_TRACE_CBID_cuVDPAUGetDevice: CUpti_driver_api_trace_cbid_enum = 186;
pub const CUPTI_DRIVER_TRACE_CBID_cuVDPAUCtxCreate: CUpti_driver_api_trace_cbid_enum = 187;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsVDPAURegisterVideoSurface: CUpti_driver_api_trace_cbid_enum = 188;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsVDPAURegisterOutputSurface: CUpti_driver_api_trace_cbid_enum =
    189;
pub const CUPTI_DRIVER_TRACE_CBID_cuModuleGetSurfRef: CUpti_driver_api_trace_cbid_enum = 190;
pub const CUPTI_DRIVER_TRACE_CBID_cuda191: CUpti_driver_api_trace_cbid_enum = 191;
pub const CUPTI_DRIVER_TRACE_CBID_cuda192: CUpti_driver_api_trace_cbid_enum = 192;
pub const CUPTI_DRIVER_TRACE_CBID_cuda193: CUpti_driver_api_trace_cbid_enum = 193;
pub const CUPTI_DRIVER_TRACE_CBID_cuSurfRefSetArray: CUpti_driver_api_trace_cbid_enum = 194;
pub const CUPTI_DRIVER_TRACE_CBID_cuda195: CUpti_driver_api_trace_cbid_enum = 195;
pub const CUPTI_DRIVER_TRACE_CBID_cuSurfRefGetArray: CUpti_driver_api_trace_cbid_enum = 196;
pub const CUPTI_DRIVER_TRACE_CBID_cuda197: CUpti_driver_api_trace_cbid_enum = 197;
pub const CUPTI_DRIVER_TRACE_CBID_cuda198: CUpti_driver_api_trace_cbid_enum = 198;
pub const CUPTI_DRIVER_TRACE_CBID_cuda199: CUpti_driver_api_trace_cbid_enum = 199;
pub const CUPTI_DRIVER_TRACE_CBID_cuda200: CUpti_driver_api_trace_cbid_enum = 200;
pub const CUPTI_DRIVER_TRACE_CBID_cuda201: CUpti_driver_api_trace_cbid_enum = 201;
pub const CUPTI_DRIVER_TRACE_CBID_cuda202: CUpti_driver_api_trace_cbid_enum = 202;
pub const CUPTI_DRIVER_TRACE_CBID_cuda203: CUpti_driver_api_trace_cbid_enum = 203;
pub const CUPTI_DRIVER_TRACE_CBID_cuda204: CUpti_driver_api_trace_cbid_enum = 204;
pub const CUPTI_DRIVER_TRACE_CBID_cuda205: CUpti_driver_api_trace_cbid_enum = 205;
pub const CUPTI_DRIVER_TRACE_CBID_cuda206: CUpti_driver_api_trace_cbid_enum = 206;
pub const CUPTI_DRIVER_TRACE_CBID_cuda207: CUpti_driver_api_trace_cbid_enum = 207;
pub const CUPTI_DRIVER_TRACE_CBID_cuda208: CUpti_driver_api_trace_cbid_enum = 208;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D11GetDevices: CUpti_driver_api_trace_cbid_enum = 209;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D11CtxCreateOnDevice: CUpti_driver_api_trace_cbid_enum = 210;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10GetDevices: CUpti_driver_api_trace_cbid_enum = 211;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10CtxCreateOnDevice: CUpti_driver_api_trace_cbid_enum = 212;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9GetDevices: CUpti_driver_api_trace_cbid_enum = 213;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9CtxCreateOnDevice: CUpti_driver_api_trace_cbid_enum = 214;
pub const CUPTI_DRIVER_TRACE_CBID_cuda215: CUpti_driver_api_trace_cbid_enum = 215;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD8Async: CUpti_driver_api_trace_cbid_enum = 216;
pub const CUPTI_DRIVER_TRACE_CBID_cuda217: CUpti_driver_api_trace_cbid_enum = 217;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD16Async: CUpti_driver_api_trace_cbid_enum = 218;
pub const CUPTI_DRIVER_TRACE_CBID_cuda219: CUpti_driver_api_trace_cbid_enum = 219;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD32Async: CUpti_driver_api_trace_cbid_enum = 220;
pub const CUPTI_DRIVER_TRACE_CBID_cuda221: CUpti_driver_api_trace_cbid_enum = 221;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D8Async: CUpti_driver_api_trace_cbid_enum = 222;
pub const CUPTI_DRIVER_TRACE_CBID_cuda223: CUpti_driver_api_trace_cbid_enum = 223;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D16Async: CUpti_driver_api_trace_cbid_enum = 224;
pub const CUPTI_DRIVER_TRACE_CBID_cuda225: CUpti_driver_api_trace_cbid_enum = 225;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D32Async: CUpti_driver_api_trace_cbid_enum = 226;
pub const CUPTI_DRIVER_TRACE_CBID_cuda227: CUpti_driver_api_trace_cbid_enum = 227;
pub const CUPTI_DRIVER_TRACE_CBID_cuda228: CUpti_driver_api_trace_cbid_enum = 228;
pub const CUPTI_DRIVER_TRACE_CBID_cuda229: CUpti_driver_api_trace_cbid_enum = 229;
pub const CUPTI_DRIVER_TRACE_CBID_cuda230: CUpti_driver_api_trace_cbid_enum = 230;
pub const CUPTI_DRIVER_TRACE_CBID_cuda231: CUpti_driver_api_trace_cbid_enum = 231;
pub const CUPTI_DRIVER_TRACE_CBID_cuda232: CUpti_driver_api_trace_cbid_enum = 232;
pub const CUPTI_DRIVER_TRACE_CBID_cuda233: CUpti_driver_api_trace_cbid_enum = 233;
pub const CUPTI_DRIVER_TRACE_CBID_cuda234: CUpti_driver_api_trace_cbid_enum = 234;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxCreate_v2: CUpti_driver_api_trace_cbid_enum = 235;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10CtxCreate_v2: CUpti_driver_api_trace_cbid_enum = 236;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D11CtxCreate_v2: CUpti_driver_api_trace_cbid_enum = 237;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9CtxCreate_v2: CUpti_driver_api_trace_cbid_enum = 238;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLCtxCreate_v2: CUpti_driver_api_trace_cbid_enum = 239;
pub const CUPTI_DRIVER_TRACE_CBID_cuVDPAUCtxCreate_v2: CUpti_driver_api_trace_cbid_enum = 240;
pub const CUPTI_DRIVER_TRACE_CBID_cuModuleGetGlobal_v2: CUpti_driver_api_trace_cbid_enum = 241;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetInfo_v2: CUpti_driver_api_trace_cbid_enum = 242;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAlloc_v2: CUpti_driver_api_trace_cbid_enum = 243;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocPitch_v2: CUpti_driver_api_trace_cbid_enum = 244;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemFree_v2: CUpti_driver_api_trace_cbid_enum = 245;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetAddressRange_v2: CUpti_driver_api_trace_cbid_enum = 246;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostGetDevicePointer_v2: CUpti_driver_api_trace_cbid_enum = 247;
pub const CUPTI_DRIVER_TRACE_CBID_cuda248: CUpti_driver_api_trace_cbid_enum = 248;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD8_v2: CUpti_driver_api_trace_cbid_enum = 249;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD16_v2: CUpti_driver_api_trace_cbid_enum = 250;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD32_v2: CUpti_driver_api_trace_cbid_enum = 251;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D8_v2: CUpti_driver_api_trace_cbid_enum = 252;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D16_v2: CUpti_driver_api_trace_cbid_enum = 253;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D32_v2: CUpti_driver_api_trace_cbid_enum = 254;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetAddress_v2: CUpti_driver_api_trace_cbid_enum = 255;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetAddress2D_v2: CUpti_driver_api_trace_cbid_enum = 256;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetAddress_v2: CUpti_driver_api_trace_cbid_enum = 257;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsResourceGetMappedPointer_v2: CUpti_driver_api_trace_cbid_enum =
    258;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceTotalMem_v2: CUpti_driver_api_trace_cbid_enum = 259;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetMappedPointer_v2: CUpti_driver_api_trace_cbid_enum = 260;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetMappedSize_v2: CUpti_driver_api_trace_cbid_enum = 261;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetMappedPitch_v2: CUpti_driver_api_trace_cbid_enum = 262;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10ResourceGetSurfaceDimensions_v2: CUpti_driver_api_trace_cbid_enum =
    263;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetSurfaceDimensions_v2: CUpti_driver_api_trace_cbid_enum =
    264;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetMappedPointer_v2: CUpti_driver_api_trace_cbid_enum = 265;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetMappedSize_v2: CUpti_driver_api_trace_cbid_enum = 266;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9ResourceGetMappedPitch_v2: CUpti_driver_api_trace_cbid_enum = 267;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D9MapVertexBuffer_v2: CUpti_driver_api_trace_cbid_enum = 268;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLMapBufferObject_v2: CUpti_driver_api_trace_cbid_enum = 269;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLMapBufferObjectAsync_v2: CUpti_driver_api_trace_cbid_enum = 270;
pub const CUPTI_DRIVER_TRACE_CBID_cuda271: CUpti_driver_api_trace_cbid_enum = 271;
pub const CUPTI_DRIVER_TRACE_CBID_cuArrayCreate_v2: CUpti_driver_api_trace_cbid_enum = 272;
pub const CUPTI_DRIVER_TRACE_CBID_cuArrayGetDescriptor_v2: CUpti_driver_api_trace_cbid_enum = 273;
pub const CUPTI_DRIVER_TRACE_CBID_cuArray3DCreate_v2: CUpti_driver_api_trace_cbid_enum = 274;
pub const CUPTI_DRIVER_TRACE_CBID_cuArray3DGetDescriptor_v2: CUpti_driver_api_trace_cbid_enum = 275;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoD_v2: CUpti_driver_api_trace_cbid_enum = 276;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoDAsync_v2: CUpti_driver_api_trace_cbid_enum = 277;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2: CUpti_driver_api_trace_cbid_enum = 278;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoHAsync_v2: CUpti_driver_api_trace_cbid_enum = 279;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoD_v2: CUpti_driver_api_trace_cbid_enum = 280;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoDAsync_v2: CUpti_driver_api_trace_cbid_enum = 281;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoH_v2: CUpti_driver_api_trace_cbid_enum = 282;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoHAsync_v2: CUpti_driver_api_trace_cbid_enum = 283;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoD_v2: CUpti_driver_api_trace_cbid_enum = 284;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoA_v2: CUpti_driver_api_trace_cbid_enum = 285;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoA_v2: CUpti_driver_api_trace_cbid_enum = 286;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2D_v2: CUpti_driver_api_trace_cbid_enum = 287;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DUnaligned_v2: CUpti_driver_api_trace_cbid_enum = 288;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DAsync_v2: CUpti_driver_api_trace_cbid_enum = 289;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3D_v2: CUpti_driver_api_trace_cbid_enum = 290;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DAsync_v2: CUpti_driver_api_trace_cbid_enum = 291;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoA_v2: CUpti_driver_api_trace_cbid_enum = 292;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoAAsync_v2: CUpti_driver_api_trace_cbid_enum = 293;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocHost_v2: CUpti_driver_api_trace_cbid_enum = 294;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitEvent: CUpti_driver_api_trace_cbid_enum = 295;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetApiVersion: CUpti_driver_api_trace_cbid_enum = 296;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D10GetDirect3DDevice: CUpti_driver_api_trace_cbid_enum = 297;
pub const CUPTI_DRIVER_TRACE_CBID_cuD3D11GetDirect3DDevice: CUpti_driver_api_trace_cbid_enum = 298;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetCacheConfig: CUpti_driver_api_trace_cbid_enum = 299;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxSetCacheConfig: CUpti_driver_api_trace_cbid_enum = 300;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostRegister: CUpti_driver_api_trace_cbid_enum = 301;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostUnregister: CUpti_driver_api_trace_cbid_enum = 302;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxSetCurrent: CUpti_driver_api_trace_cbid_enum = 303;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetCurrent: CUpti_driver_api_trace_cbid_enum = 304;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy: CUpti_driver_api_trace_cbid_enum = 305;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAsync: CUpti_driver_api_trace_cbid_enum = 306;
pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel: CUpti_driver_api_trace_cbid_enum = 307;
pub const CUPTI_DRIVER_TRACE_CBID_cuProfilerStart: CUpti_driver_api_trace_cbid_enum = 308;
pub const CUPTI_DRIVER_TRACE_CBID_cuProfilerStop: CUpti_driver_api_trace_cbid_enum = 309;
pub const CUPTI_DRIVER_TRACE_CBID_cuPointerGetAttribute: CUpti_driver_api_trace_cbid_enum = 310;
pub const CUPTI_DRIVER_TRACE_CBID_cuProfilerInitialize: CUpti_driver_api_trace_cbid_enum = 311;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceCanAccessPeer: CUpti_driver_api_trace_cbid_enum = 312;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxEnablePeerAccess: CUpti_driver_api_trace_cbid_enum = 313;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxDisablePeerAccess: CUpti_driver_api_trace_cbid_enum = 314;
pub const CUPTI_DRIVER_TRACE_CBID_cuda315: CUpti_driver_api_trace_cbid_enum = 315;
pub const CUPTI_DRIVER_TRACE_CBID_cuda316: CUpti_driver_api_trace_cbid_enum = 316;
pub const CUPTI_DRIVER_TRACE_CBID_cuda317: CUpti_driver_api_trace_cbid_enum = 317;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyPeer: CUpti_driver_api_trace_cbid_enum = 318;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyPeerAsync: CUpti_driver_api_trace_cbid_enum = 319;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DPeer: CUpti_driver_api_trace_cbid_enum = 320;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DPeerAsync: CUpti_driver_api_trace_cbid_enum = 321;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxDestroy_v2: CUpti_driver_api_trace_cbid_enum = 322;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxPushCurrent_v2: CUpti_driver_api_trace_cbid_enum = 323;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxPopCurrent_v2: CUpti_driver_api_trace_cbid_enum = 324;
pub const CUPTI_DRIVER_TRACE_CBID_cuEventDestroy_v2: CUpti_driver_api_trace_cbid_enum = 325;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamDestroy_v2: CUpti_driver_api_trace_cbid_enum = 326;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetAddress2D_v3: CUpti_driver_api_trace_cbid_enum = 327;
pub const CUPTI_DRIVER_TRACE_CBID_cuIpcGetMemHandle: CUpti_driver_api_trace_cbid_enum = 328;
pub const CUPTI_DRIVER_TRACE_CBID_cuIpcOpenMemHandle: CUpti_driver_api_trace_cbid_enum = 329;
pub const CUPTI_DRIVER_TRACE_CBID_cuIpcCloseMemHandle: CUpti_driver_api_trace_cbid_enum = 330;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetByPCIBusId: CUpti_driver_api_trace_cbid_enum = 331;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetPCIBusId: CUpti_driver_api_trace_cbid_enum = 332;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLGetDevices: CUpti_driver_api_trace_cbid_enum = 333;
pub const CUPTI_DRIVER_TRACE_CBID_cuIpcGetEventHandle: CUpti_driver_api_trace_cbid_enum = 334;
pub const CUPTI_DRIVER_TRACE_CBID_cuIpcOpenEventHandle: CUpti_driver_api_trace_cbid_enum = 335;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxSetSharedMemConfig: CUpti_driver_api_trace_cbid_enum = 336;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetSharedMemConfig: CUpti_driver_api_trace_cbid_enum = 337;
pub const CUPTI_DRIVER_TRACE_CBID_cuFuncSetSharedMemConfig: CUpti_driver_api_trace_cbid_enum = 338;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexObjectCreate: CUpti_driver_api_trace_cbid_enum = 339;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexObjectDestroy: CUpti_driver_api_trace_cbid_enum = 340;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexObjectGetResourceDesc: CUpti_driver_api_trace_cbid_enum = 341;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexObjectGetTextureDesc: CUpti_driver_api_trace_cbid_enum = 342;
pub const CUPTI_DRIVER_TRACE_CBID_cuSurfObjectCreate: CUpti_driver_api_trace_cbid_enum = 343;
pub const CUPTI_DRIVER_TRACE_CBID_cuSurfObjectDestroy: CUpti_driver_api_trace_cbid_enum = 344;
pub const CUPTI_DRIVER_TRACE_CBID_cuSurfObjectGetResourceDesc: CUpti_driver_api_trace_cbid_enum = 345;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamAddCallback: CUpti_driver_api_trace_cbid_enum = 346;
pub const CUPTI_DRIVER_TRACE_CBID_cuMipmappedArrayCreate: CUpti_driver_api_trace_cbid_enum = 347;
pub const CUPTI_DRIVER_TRACE_CBID_cuMipmappedArrayGetLevel: CUpti_driver_api_trace_cbid_enum = 348;
pub const CUPTI_DRIVER_TRACE_CBID_cuMipmappedArrayDestroy: CUpti_driver_api_trace_cbid_enum = 349;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetMipmappedArray: CUpti_driver_api_trace_cbid_enum = 350;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetMipmapFilterMode: CUpti_driver_api_trace_cbid_enum = 351;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetMipmapLevelBias: CUpti_driver_api_trace_cbid_enum = 352;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetMipmapLevelClamp: CUpti_driver_api_trace_cbid_enum = 353;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetMaxAnisotropy: CUpti_driver_api_trace_cbid_enum = 354;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetMipmappedArray: CUpti_driver_api_trace_cbid_enum = 355;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetMipmapFilterMode: CUpti_driver_api_trace_cbid_enum = 356;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetMipmapLevelBias: CUpti_driver_api_trace_cbid_enum = 357;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetMipmapLevelClamp: CUpti_driver_api_trace_cbid_enum = 358;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetMaxAnisotropy: CUpti_driver_api_trace_cbid_enum = 359;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsResourceGetMappedMipmappedArray:
    CUpti_driver_api_trace_cbid_enum = 360;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexObjectGetResourceViewDesc: CUpti_driver_api_trace_cbid_enum = 361;
pub const CUPTI_DRIVER_TRACE_CBID_cuLinkCreate: CUpti_driver_api_trace_cbid_enum = 362;
pub const CUPTI_DRIVER_TRACE_CBID_cuLinkAddData: CUpti_driver_api_trace_cbid_enum = 363;
pub const CUPTI_DRIVER_TRACE_CBID_cuLinkAddFile: CUpti_driver_api_trace_cbid_enum = 364;
pub const CUPTI_DRIVER_TRACE_CBID_cuLinkComplete: CUpti_driver_api_trace_cbid_enum = 365;
pub const CUPTI_DRIVER_TRACE_CBID_cuLinkDestroy: CUpti_driver_api_trace_cbid_enum = 366;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamCreateWithPriority: CUpti_driver_api_trace_cbid_enum = 367;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetPriority: CUpti_driver_api_trace_cbid_enum = 368;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetFlags: CUpti_driver_api_trace_cbid_enum = 369;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetStreamPriorityRange: CUpti_driver_api_trace_cbid_enum = 370;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocManaged: CUpti_driver_api_trace_cbid_enum = 371;
pub const CUPTI_DRIVER_TRACE_CBID_cuGetErrorString: CUpti_driver_api_trace_cbid_enum = 372;
pub const CUPTI_DRIVER_TRACE_CBID_cuGetErrorName: CUpti_driver_api_trace_cbid_enum = 373;
pub const CUPTI_DRIVER_TRACE_CBID_cuOccupancyMaxActiveBlocksPerMultiprocessor:
    CUpti_driver_api_trace_cbid_enum = 374;
pub const CUPTI_DRIVER_TRACE_CBID_cuda375: CUpti_driver_api_trace_cbid_enum = 375;
pub const CUPTI_DRIVER_TRACE_CBID_cuda376: CUpti_driver_api_trace_cbid_enum = 376;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamAttachMemAsync: CUpti_driver_api_trace_cbid_enum = 377;
pub const CUPTI_DRIVER_TRACE_CBID_cuPointerSetAttribute: CUpti_driver_api_trace_cbid_enum = 378;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemHostRegister_v2: CUpti_driver_api_trace_cbid_enum = 379;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsResourceSetMapFlags_v2: CUpti_driver_api_trace_cbid_enum = 380;
pub const CUPTI_DRIVER_TRACE_CBID_cuLinkCreate_v2: CUpti_driver_api_trace_cbid_enum = 381;
pub const CUPTI_DRIVER_TRACE_CBID_cuLinkAddData_v2: CUpti_driver_api_trace_cbid_enum = 382;
pub const CUPTI_DRIVER_TRACE_CBID_cuLinkAddFile_v2: CUpti_driver_api_trace_cbid_enum = 383;
pub const CUPTI_DRIVER_TRACE_CBID_cuOccupancyMaxPotentialBlockSize: CUpti_driver_api_trace_cbid_enum = 384;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLGetDevices_v2: CUpti_driver_api_trace_cbid_enum = 385;
pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxRetain: CUpti_driver_api_trace_cbid_enum = 386;
pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxRelease: CUpti_driver_api_trace_cbid_enum = 387;
pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxSetFlags: CUpti_driver_api_trace_cbid_enum = 388;
pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxReset: CUpti_driver_api_trace_cbid_enum = 389;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsEGLRegisterImage: CUpti_driver_api_trace_cbid_enum = 390;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetFlags: CUpti_driver_api_trace_cbid_enum = 391;
pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxGetState: CUpti_driver_api_trace_cbid_enum = 392;
pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamConsumerConnect: CUpti_driver_api_trace_cbid_enum = 393;
pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamConsumerDisconnect: CUpti_driver_api_trace_cbid_enum = 394;
pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamConsumerAcquireFrame: CUpti_driver_api_trace_cbid_enum = 395;
pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamConsumerReleaseFrame: CUpti_driver_api_trace_cbid_enum = 396;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoD_v2_ptds: CUpti_driver_api_trace_cbid_enum = 397;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2_ptds: CUpti_driver_api_trace_cbid_enum = 398;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoD_v2_ptds: CUpti_driver_api_trace_cbid_enum = 399;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoA_v2_ptds: CUpti_driver_api_trace_cbid_enum = 400;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoD_v2_ptds: CUpti_driver_api_trace_cbid_enum = 401;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoA_v2_ptds: CUpti_driver_api_trace_cbid_enum = 402;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoH_v2_ptds: CUpti_driver_api_trace_cbid_enum = 403;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoA_v2_ptds: CUpti_driver_api_trace_cbid_enum = 404;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2D_v2_ptds: CUpti_driver_api_trace_cbid_enum = 405;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DUnaligned_v2_ptds: CUpti_driver_api_trace_cbid_enum = 406;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3D_v2_ptds: CUpti_driver_api_trace_cbid_enum = 407;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy_ptds: CUpti_driver_api_trace_cbid_enum = 408;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyPeer_ptds: CUpti_driver_api_trace_cbid_enum = 409;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DPeer_ptds: CUpti_driver_api_trace_cbid_enum = 410;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD8_v2_ptds: CUpti_driver_api_trace_cbid_enum = 411;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD16_v2_ptds: CUpti_driver_api_trace_cbid_enum = 412;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD32_v2_ptds: CUpti_driver_api_trace_cbid_enum = 413;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D8_v2_ptds: CUpti_driver_api_trace_cbid_enum = 414;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D16_v2_ptds: CUpti_driver_api_trace_cbid_enum = 415;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D32_v2_ptds: CUpti_driver_api_trace_cbid_enum = 416;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLMapBufferObject_v2_ptds: CUpti_driver_api_trace_cbid_enum = 417;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 418;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoAAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 419;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoHAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 420;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoDAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 421;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoHAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 422;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoDAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 423;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 424;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 425;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyPeerAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 426;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DPeerAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 427;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD8Async_ptsz: CUpti_driver_api_trace_cbid_enum = 428;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD16Async_ptsz: CUpti_driver_api_trace_cbid_enum = 429;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD32Async_ptsz: CUpti_driver_api_trace_cbid_enum = 430;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D8Async_ptsz: CUpti_driver_api_trace_cbid_enum = 431;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D16Async_ptsz: CUpti_driver_api_trace_cbid_enum = 432;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemsetD2D32Async_ptsz: CUpti_driver_api_trace_cbid_enum = 433;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetPriority_ptsz: CUpti_driver_api_trace_cbid_enum = 434;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetFlags_ptsz: CUpti_driver_api_trace_cbid_enum = 435;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitEvent_ptsz: CUpti_driver_api_trace_cbid_enum = 436;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamAddCallback_ptsz: CUpti_driver_api_trace_cbid_enum = 437;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamAttachMemAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 438;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamQuery_ptsz: CUpti_driver_api_trace_cbid_enum = 439;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize_ptsz: CUpti_driver_api_trace_cbid_enum = 440;
pub const CUPTI_DRIVER_TRACE_CBID_cuEventRecord_ptsz: CUpti_driver_api_trace_cbid_enum = 441;
pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz: CUpti_driver_api_trace_cbid_enum = 442;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsMapResources_ptsz: CUpti_driver_api_trace_cbid_enum = 443;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsUnmapResources_ptsz: CUpti_driver_api_trace_cbid_enum = 444;
pub const CUPTI_DRIVER_TRACE_CBID_cuGLMapBufferObjectAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 445;
pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamProducerConnect: CUpti_driver_api_trace_cbid_enum = 446;
pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamProducerDisconnect: CUpti_driver_api_trace_cbid_enum = 447;
pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamProducerPresentFrame: CUpti_driver_api_trace_cbid_enum = 448;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphicsResourceGetMappedEglFrame: CUpti_driver_api_trace_cbid_enum = 449;
pub const CUPTI_DRIVER_TRACE_CBID_cuPointerGetAttributes: CUpti_driver_api_trace_cbid_enum = 450;
pub const CUPTI_DRIVER_TRACE_CBID_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags:
    CUpti_driver_api_trace_cbid_enum = 451;
pub const CUPTI_DRIVER_TRACE_CBID_cuOccupancyMaxPotentialBlockSizeWithFlags:
    CUpti_driver_api_trace_cbid_enum = 452;
pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamProducerReturnFrame: CUpti_driver_api_trace_cbid_enum = 453;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetP2PAttribute: CUpti_driver_api_trace_cbid_enum = 454;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefSetBorderColor: CUpti_driver_api_trace_cbid_enum = 455;
pub const CUPTI_DRIVER_TRACE_CBID_cuTexRefGetBorderColor: CUpti_driver_api_trace_cbid_enum = 456;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAdvise: CUpti_driver_api_trace_cbid_enum = 457;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue32: CUpti_driver_api_trace_cbid_enum = 458;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue32_ptsz: CUpti_driver_api_trace_cbid_enum = 459;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue32: CUpti_driver_api_trace_cbid_enum = 460;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue32_ptsz: CUpti_driver_api_trace_cbid_enum = 461;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBatchMemOp: CUpti_driver_api_trace_cbid_enum = 462;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBatchMemOp_ptsz: CUpti_driver_api_trace_cbid_enum = 463;
pub const CUPTI_DRIVER_TRACE_CBID_cuda464: CUpti_driver_api_trace_cbid_enum = 464;
pub const CUPTI_DRIVER_TRACE_CBID_cuda465: CUpti_driver_api_trace_cbid_enum = 465;
pub const CUPTI_DRIVER_TRACE_CBID_cuNNSetAllocator: CUpti_driver_api_trace_cbid_enum = 466;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPrefetchAsync: CUpti_driver_api_trace_cbid_enum = 467;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPrefetchAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 468;
pub const CUPTI_DRIVER_TRACE_CBID_cuda469: CUpti_driver_api_trace_cbid_enum = 469;
pub const CUPTI_DRIVER_TRACE_CBID_cuEGLStreamConsumerConnectWithFlags: CUpti_driver_api_trace_cbid_enum = 470;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemRangeGetAttribute: CUpti_driver_api_trace_cbid_enum = 471;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemRangeGetAttributes: CUpti_driver_api_trace_cbid_enum = 472;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue64: CUpti_driver_api_trace_cbid_enum = 473;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue64_ptsz: CUpti_driver_api_trace_cbid_enum = 474;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue64: CUpti_driver_api_trace_cbid_enum = 475;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue64_ptsz: CUpti_driver_api_trace_cbid_enum = 476;
pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel: CUpti_driver_api_trace_cbid_enum = 477;
pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz: CUpti_driver_api_trace_cbid_enum = 478;
pub const CUPTI_DRIVER_TRACE_CBID_cuEventCreateFromEGLSync: CUpti_driver_api_trace_cbid_enum = 479;
pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernelMultiDevice: CUpti_driver_api_trace_cbid_enum =
    480;
pub const CUPTI_DRIVER_TRACE_CBID_cuFuncSetAttribute: CUpti_driver_api_trace_cbid_enum = 481;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetUuid: CUpti_driver_api_trace_cbid_enum = 482;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCtx: CUpti_driver_api_trace_cbid_enum = 483;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCtx_ptsz: CUpti_driver_api_trace_cbid_enum = 484;
pub const CUPTI_DRIVER_TRACE_CBID_cuImportExternalMemory: CUpti_driver_api_trace_cbid_enum = 485;
pub const CUPTI_DRIVER_TRACE_CBID_cuExternalMemoryGetMappedBuffer: CUpti_driver_api_trace_cbid_enum = 486;
pub const CUPTI_DRIVER_TRACE_CBID_cuExternalMemoryGetMappedMipmappedArray: CUpti_driver_api_trace_cbid_enum =
    487;
pub const CUPTI_DRIVER_TRACE_CBID_cuDestroyExternalMemory: CUpti_driver_api_trace_cbid_enum = 488;
pub const CUPTI_DRIVER_TRACE_CBID_cuImportExternalSemaphore: CUpti_driver_api_trace_cbid_enum = 489;
pub const CUPTI_DRIVER_TRACE_CBID_cuSignalExternalSemaphoresAsync: CUpti_driver_api_trace_cbid_enum = 490;
pub const CUPTI_DRIVER_TRACE_CBID_cuSignalExternalSemaphoresAsync_ptsz: CUpti_driver_api_trace_cbid_enum =
    491;
pub const CUPTI_DRIVER_TRACE_CBID_cuWaitExternalSemaphoresAsync: CUpti_driver_api_trace_cbid_enum = 492;
pub const CUPTI_DRIVER_TRACE_CBID_cuWaitExternalSemaphoresAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 493;
pub const CUPTI_DRIVER_TRACE_CBID_cuDestroyExternalSemaphore: CUpti_driver_api_trace_cbid_enum = 494;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture: CUpti_driver_api_trace_cbid_enum = 495;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_ptsz: CUpti_driver_api_trace_cbid_enum = 496;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture: CUpti_driver_api_trace_cbid_enum = 497;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz: CUpti_driver_api_trace_cbid_enum = 498;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamIsCapturing: CUpti_driver_api_trace_cbid_enum = 499;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamIsCapturing_ptsz: CUpti_driver_api_trace_cbid_enum = 500;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphCreate: CUpti_driver_api_trace_cbid_enum = 501;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddKernelNode: CUpti_driver_api_trace_cbid_enum = 502;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeGetParams: CUpti_driver_api_trace_cbid_enum = 503;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddMemcpyNode: CUpti_driver_api_trace_cbid_enum = 504;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphMemcpyNodeGetParams: CUpti_driver_api_trace_cbid_enum = 505;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddMemsetNode: CUpti_driver_api_trace_cbid_enum = 506;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphMemsetNodeGetParams: CUpti_driver_api_trace_cbid_enum = 507;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphMemsetNodeSetParams: CUpti_driver_api_trace_cbid_enum = 508;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetType: CUpti_driver_api_trace_cbid_enum = 509;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphGetRootNodes: CUpti_driver_api_trace_cbid_enum = 510;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetDependencies: CUpti_driver_api_trace_cbid_enum = 511;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetDependentNodes: CUpti_driver_api_trace_cbid_enum = 512;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate: CUpti_driver_api_trace_cbid_enum = 513;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch: CUpti_driver_api_trace_cbid_enum = 514;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz: CUpti_driver_api_trace_cbid_enum = 515;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy: CUpti_driver_api_trace_cbid_enum = 516;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphDestroy: CUpti_driver_api_trace_cbid_enum = 517;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddDependencies: CUpti_driver_api_trace_cbid_enum = 518;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphRemoveDependencies: CUpti_driver_api_trace_cbid_enum = 519;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphMemcpyNodeSetParams: CUpti_driver_api_trace_cbid_enum = 520;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeSetParams: CUpti_driver_api_trace_cbid_enum = 521;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphDestroyNode: CUpti_driver_api_trace_cbid_enum = 522;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphClone: CUpti_driver_api_trace_cbid_enum = 523;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeFindInClone: CUpti_driver_api_trace_cbid_enum = 524;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddChildGraphNode: CUpti_driver_api_trace_cbid_enum = 525;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddEmptyNode: CUpti_driver_api_trace_cbid_enum = 526;
pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchHostFunc: CUpti_driver_api_trace_cbid_enum = 527;
pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchHostFunc_ptsz: CUpti_driver_api_trace_cbid_enum = 528;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphChildGraphNodeGetGraph: CUpti_driver_api_trace_cbid_enum = 529;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddHostNode: CUpti_driver_api_trace_cbid_enum = 530;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphHostNodeGetParams: CUpti_driver_api_trace_cbid_enum = 531;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetLuid: CUpti_driver_api_trace_cbid_enum = 532;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphHostNodeSetParams: CUpti_driver_api_trace_cbid_enum = 533;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphGetNodes: CUpti_driver_api_trace_cbid_enum = 534;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphGetEdges: CUpti_driver_api_trace_cbid_enum = 535;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCaptureInfo: CUpti_driver_api_trace_cbid_enum = 536;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCaptureInfo_ptsz: CUpti_driver_api_trace_cbid_enum = 537;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams: CUpti_driver_api_trace_cbid_enum = 538;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2: CUpti_driver_api_trace_cbid_enum = 539;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 540;
pub const CUPTI_DRIVER_TRACE_CBID_cuThreadExchangeStreamCaptureMode: CUpti_driver_api_trace_cbid_enum = 541;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetNvSciSyncAttributes: CUpti_driver_api_trace_cbid_enum = 542;
pub const CUPTI_DRIVER_TRACE_CBID_cuOccupancyAvailableDynamicSMemPerBlock: CUpti_driver_api_trace_cbid_enum =
    543;
pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxRelease_v2: CUpti_driver_api_trace_cbid_enum = 544;
pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxReset_v2: CUpti_driver_api_trace_cbid_enum = 545;
pub const CUPTI_DRIVER_TRACE_CBID_cuDevicePrimaryCtxSetFlags_v2: CUpti_driver_api_trace_cbid_enum = 546;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAddressReserve: CUpti_driver_api_trace_cbid_enum = 547;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAddressFree: CUpti_driver_api_trace_cbid_enum = 548;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemCreate: CUpti_driver_api_trace_cbid_enum = 549;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemRelease: CUpti_driver_api_trace_cbid_enum = 550;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemMap: CUpti_driver_api_trace_cbid_enum = 551;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemUnmap: CUpti_driver_api_trace_cbid_enum = 552;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemSetAccess: CUpti_driver_api_trace_cbid_enum = 553;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemExportToShareableHandle: CUpti_driver_api_trace_cbid_enum = 554;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemImportFromShareableHandle: CUpti_driver_api_trace_cbid_enum = 555;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetAllocationGranularity: CUpti_driver_api_trace_cbid_enum = 556;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetAllocationPropertiesFromHandle: CUpti_driver_api_trace_cbid_enum =
    557;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetAccess: CUpti_driver_api_trace_cbid_enum = 558;
pub const CUPTI_DRIVER_TRACE_CBID_cuda559: CUpti_driver_api_trace_cbid_enum = 559;
pub const CUPTI_DRIVER_TRACE_CBID_cuda560: CUpti_driver_api_trace_cbid_enum = 560;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate: CUpti_driver_api_trace_cbid_enum = 561;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecMemcpyNodeSetParams: CUpti_driver_api_trace_cbid_enum = 562;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecMemsetNodeSetParams: CUpti_driver_api_trace_cbid_enum = 563;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecHostNodeSetParams: CUpti_driver_api_trace_cbid_enum = 564;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemRetainAllocationHandle: CUpti_driver_api_trace_cbid_enum = 565;
pub const CUPTI_DRIVER_TRACE_CBID_cuFuncGetModule: CUpti_driver_api_trace_cbid_enum = 566;
pub const CUPTI_DRIVER_TRACE_CBID_cuIpcOpenMemHandle_v2: CUpti_driver_api_trace_cbid_enum = 567;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxResetPersistingL2Cache: CUpti_driver_api_trace_cbid_enum = 568;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeCopyAttributes: CUpti_driver_api_trace_cbid_enum = 569;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeGetAttribute: CUpti_driver_api_trace_cbid_enum = 570;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeSetAttribute: CUpti_driver_api_trace_cbid_enum = 571;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamCopyAttributes: CUpti_driver_api_trace_cbid_enum = 572;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamCopyAttributes_ptsz: CUpti_driver_api_trace_cbid_enum = 573;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetAttribute: CUpti_driver_api_trace_cbid_enum = 574;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetAttribute_ptsz: CUpti_driver_api_trace_cbid_enum = 575;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamSetAttribute: CUpti_driver_api_trace_cbid_enum = 576;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamSetAttribute_ptsz: CUpti_driver_api_trace_cbid_enum = 577;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate_v2: CUpti_driver_api_trace_cbid_enum = 578;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetTexture1DLinearMaxWidth: CUpti_driver_api_trace_cbid_enum = 579;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphUpload: CUpti_driver_api_trace_cbid_enum = 580;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphUpload_ptsz: CUpti_driver_api_trace_cbid_enum = 581;
pub const CUPTI_DRIVER_TRACE_CBID_cuArrayGetSparseProperties: CUpti_driver_api_trace_cbid_enum = 582;
pub const CUPTI_DRIVER_TRACE_CBID_cuMipmappedArrayGetSparseProperties: CUpti_driver_api_trace_cbid_enum = 583;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemMapArrayAsync: CUpti_driver_api_trace_cbid_enum = 584;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemMapArrayAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 585;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecChildGraphNodeSetParams: CUpti_driver_api_trace_cbid_enum = 586;
pub const CUPTI_DRIVER_TRACE_CBID_cuEventRecordWithFlags: CUpti_driver_api_trace_cbid_enum = 587;
pub const CUPTI_DRIVER_TRACE_CBID_cuEventRecordWithFlags_ptsz: CUpti_driver_api_trace_cbid_enum = 588;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddEventRecordNode: CUpti_driver_api_trace_cbid_enum = 589;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddEventWaitNode: CUpti_driver_api_trace_cbid_enum = 590;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphEventRecordNodeGetEvent: CUpti_driver_api_trace_cbid_enum = 591;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphEventWaitNodeGetEvent: CUpti_driver_api_trace_cbid_enum = 592;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphEventRecordNodeSetEvent: CUpti_driver_api_trace_cbid_enum = 593;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphEventWaitNodeSetEvent: CUpti_driver_api_trace_cbid_enum = 594;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecEventRecordNodeSetEvent: CUpti_driver_api_trace_cbid_enum = 595;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecEventWaitNodeSetEvent: CUpti_driver_api_trace_cbid_enum = 596;
pub const CUPTI_DRIVER_TRACE_CBID_cuArrayGetPlane: CUpti_driver_api_trace_cbid_enum = 597;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocAsync: CUpti_driver_api_trace_cbid_enum = 598;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 599;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemFreeAsync: CUpti_driver_api_trace_cbid_enum = 600;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemFreeAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 601;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolTrimTo: CUpti_driver_api_trace_cbid_enum = 602;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolSetAttribute: CUpti_driver_api_trace_cbid_enum = 603;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolGetAttribute: CUpti_driver_api_trace_cbid_enum = 604;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolSetAccess: CUpti_driver_api_trace_cbid_enum = 605;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetDefaultMemPool: CUpti_driver_api_trace_cbid_enum = 606;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolCreate: CUpti_driver_api_trace_cbid_enum = 607;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolDestroy: CUpti_driver_api_trace_cbid_enum = 608;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceSetMemPool: CUpti_driver_api_trace_cbid_enum = 609;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetMemPool: CUpti_driver_api_trace_cbid_enum = 610;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocFromPoolAsync: CUpti_driver_api_trace_cbid_enum = 611;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAllocFromPoolAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 612;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolExportToShareableHandle: CUpti_driver_api_trace_cbid_enum = 613;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolImportFromShareableHandle: CUpti_driver_api_trace_cbid_enum = 614;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolExportPointer: CUpti_driver_api_trace_cbid_enum = 615;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolImportPointer: CUpti_driver_api_trace_cbid_enum = 616;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPoolGetAccess: CUpti_driver_api_trace_cbid_enum = 617;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddExternalSemaphoresSignalNode: CUpti_driver_api_trace_cbid_enum =
    618;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExternalSemaphoresSignalNodeGetParams:
    CUpti_driver_api_trace_cbid_enum = 619;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExternalSemaphoresSignalNodeSetParams:
    CUpti_driver_api_trace_cbid_enum = 620;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddExternalSemaphoresWaitNode: CUpti_driver_api_trace_cbid_enum =
    621;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExternalSemaphoresWaitNodeGetParams:
    CUpti_driver_api_trace_cbid_enum = 622;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExternalSemaphoresWaitNodeSetParams:
    CUpti_driver_api_trace_cbid_enum = 623;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecExternalSemaphoresSignalNodeSetParams:
    CUpti_driver_api_trace_cbid_enum = 624;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecExternalSemaphoresWaitNodeSetParams:
    CUpti_driver_api_trace_cbid_enum = 625;
pub const CUPTI_DRIVER_TRACE_CBID_cuGetProcAddress: CUpti_driver_api_trace_cbid_enum = 626;
pub const CUPTI_DRIVER_TRACE_CBID_cuFlushGPUDirectRDMAWrites: CUpti_driver_api_trace_cbid_enum = 627;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphDebugDotPrint: CUpti_driver_api_trace_cbid_enum = 628;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCaptureInfo_v2: CUpti_driver_api_trace_cbid_enum = 629;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCaptureInfo_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 630;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamUpdateCaptureDependencies: CUpti_driver_api_trace_cbid_enum = 631;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamUpdateCaptureDependencies_ptsz: CUpti_driver_api_trace_cbid_enum =
    632;
pub const CUPTI_DRIVER_TRACE_CBID_cuUserObjectCreate: CUpti_driver_api_trace_cbid_enum = 633;
pub const CUPTI_DRIVER_TRACE_CBID_cuUserObjectRetain: CUpti_driver_api_trace_cbid_enum = 634;
pub const CUPTI_DRIVER_TRACE_CBID_cuUserObjectRelease: CUpti_driver_api_trace_cbid_enum = 635;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphRetainUserObject: CUpti_driver_api_trace_cbid_enum = 636;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphReleaseUserObject: CUpti_driver_api_trace_cbid_enum = 637;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddMemAllocNode: CUpti_driver_api_trace_cbid_enum = 638;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddMemFreeNode: CUpti_driver_api_trace_cbid_enum = 639;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGraphMemTrim: CUpti_driver_api_trace_cbid_enum = 640;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetGraphMemAttribute: CUpti_driver_api_trace_cbid_enum = 641;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceSetGraphMemAttribute: CUpti_driver_api_trace_cbid_enum = 642;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags: CUpti_driver_api_trace_cbid_enum = 643;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetExecAffinitySupport: CUpti_driver_api_trace_cbid_enum = 644;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxCreate_v3: CUpti_driver_api_trace_cbid_enum = 645;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetExecAffinity: CUpti_driver_api_trace_cbid_enum = 646;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetUuid_v2: CUpti_driver_api_trace_cbid_enum = 647;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphMemAllocNodeGetParams: CUpti_driver_api_trace_cbid_enum = 648;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphMemFreeNodeGetParams: CUpti_driver_api_trace_cbid_enum = 649;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeSetEnabled: CUpti_driver_api_trace_cbid_enum = 650;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetEnabled: CUpti_driver_api_trace_cbid_enum = 651;
pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx: CUpti_driver_api_trace_cbid_enum = 652;
pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz: CUpti_driver_api_trace_cbid_enum = 653;
pub const CUPTI_DRIVER_TRACE_CBID_cuArrayGetMemoryRequirements: CUpti_driver_api_trace_cbid_enum = 654;
pub const CUPTI_DRIVER_TRACE_CBID_cuMipmappedArrayGetMemoryRequirements: CUpti_driver_api_trace_cbid_enum =
    655;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams: CUpti_driver_api_trace_cbid_enum = 656;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams_ptsz: CUpti_driver_api_trace_cbid_enum = 657;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecGetFlags: CUpti_driver_api_trace_cbid_enum = 658;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue32_v2: CUpti_driver_api_trace_cbid_enum = 659;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue32_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 660;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue64_v2: CUpti_driver_api_trace_cbid_enum = 661;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWaitValue64_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 662;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue32_v2: CUpti_driver_api_trace_cbid_enum = 663;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue32_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 664;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue64_v2: CUpti_driver_api_trace_cbid_enum = 665;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamWriteValue64_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 666;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBatchMemOp_v2: CUpti_driver_api_trace_cbid_enum = 667;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBatchMemOp_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 668;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddBatchMemOpNode: CUpti_driver_api_trace_cbid_enum = 669;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphBatchMemOpNodeGetParams: CUpti_driver_api_trace_cbid_enum = 670;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphBatchMemOpNodeSetParams: CUpti_driver_api_trace_cbid_enum = 671;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecBatchMemOpNodeSetParams: CUpti_driver_api_trace_cbid_enum = 672;
pub const CUPTI_DRIVER_TRACE_CBID_cuModuleGetLoadingMode: CUpti_driver_api_trace_cbid_enum = 673;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetHandleForAddressRange: CUpti_driver_api_trace_cbid_enum = 674;
pub const CUPTI_DRIVER_TRACE_CBID_cuOccupancyMaxPotentialClusterSize: CUpti_driver_api_trace_cbid_enum = 675;
pub const CUPTI_DRIVER_TRACE_CBID_cuOccupancyMaxActiveClusters: CUpti_driver_api_trace_cbid_enum = 676;
pub const CUPTI_DRIVER_TRACE_CBID_cuGetProcAddress_v2: CUpti_driver_api_trace_cbid_enum = 677;
pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryLoadData: CUpti_driver_api_trace_cbid_enum = 678;
pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryLoadFromFile: CUpti_driver_api_trace_cbid_enum = 679;
pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload: CUpti_driver_api_trace_cbid_enum = 680;
pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryGetKernel: CUpti_driver_api_trace_cbid_enum = 681;
pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryGetModule: CUpti_driver_api_trace_cbid_enum = 682;
pub const CUPTI_DRIVER_TRACE_CBID_cuKernelGetFunction: CUpti_driver_api_trace_cbid_enum = 683;
pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryGetGlobal: CUpti_driver_api_trace_cbid_enum = 684;
pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryGetManaged: CUpti_driver_api_trace_cbid_enum = 685;
pub const CUPTI_DRIVER_TRACE_CBID_cuKernelGetAttribute: CUpti_driver_api_trace_cbid_enum = 686;
pub const CUPTI_DRIVER_TRACE_CBID_cuKernelSetAttribute: CUpti_driver_api_trace_cbid_enum = 687;
pub const CUPTI_DRIVER_TRACE_CBID_cuKernelSetCacheConfig: CUpti_driver_api_trace_cbid_enum = 688;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddKernelNode_v2: CUpti_driver_api_trace_cbid_enum = 689;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeGetParams_v2: CUpti_driver_api_trace_cbid_enum = 690;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphKernelNodeSetParams_v2: CUpti_driver_api_trace_cbid_enum = 691;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2: CUpti_driver_api_trace_cbid_enum = 692;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetId: CUpti_driver_api_trace_cbid_enum = 693;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetId_ptsz: CUpti_driver_api_trace_cbid_enum = 694;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetId: CUpti_driver_api_trace_cbid_enum = 695;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate_v2: CUpti_driver_api_trace_cbid_enum = 696;
pub const CUPTI_DRIVER_TRACE_CBID_cuTensorMapEncodeTiled: CUpti_driver_api_trace_cbid_enum = 697;
pub const CUPTI_DRIVER_TRACE_CBID_cuTensorMapEncodeIm2col: CUpti_driver_api_trace_cbid_enum = 698;
pub const CUPTI_DRIVER_TRACE_CBID_cuTensorMapReplaceAddress: CUpti_driver_api_trace_cbid_enum = 699;
pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryGetUnifiedFunction: CUpti_driver_api_trace_cbid_enum = 700;
pub const CUPTI_DRIVER_TRACE_CBID_cuCoredumpGetAttribute: CUpti_driver_api_trace_cbid_enum = 701;
pub const CUPTI_DRIVER_TRACE_CBID_cuCoredumpGetAttributeGlobal: CUpti_driver_api_trace_cbid_enum = 702;
pub const CUPTI_DRIVER_TRACE_CBID_cuCoredumpSetAttribute: CUpti_driver_api_trace_cbid_enum = 703;
pub const CUPTI_DRIVER_TRACE_CBID_cuCoredumpSetAttributeGlobal: CUpti_driver_api_trace_cbid_enum = 704;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxSetFlags: CUpti_driver_api_trace_cbid_enum = 705;
pub const CUPTI_DRIVER_TRACE_CBID_cuMulticastCreate: CUpti_driver_api_trace_cbid_enum = 706;
pub const CUPTI_DRIVER_TRACE_CBID_cuMulticastAddDevice: CUpti_driver_api_trace_cbid_enum = 707;
pub const CUPTI_DRIVER_TRACE_CBID_cuMulticastBindMem: CUpti_driver_api_trace_cbid_enum = 708;
pub const CUPTI_DRIVER_TRACE_CBID_cuMulticastBindAddr: CUpti_driver_api_trace_cbid_enum = 709;
pub const CUPTI_DRIVER_TRACE_CBID_cuMulticastUnbind: CUpti_driver_api_trace_cbid_enum = 710;
pub const CUPTI_DRIVER_TRACE_CBID_cuMulticastGetGranularity: CUpti_driver_api_trace_cbid_enum = 711;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddNode: CUpti_driver_api_trace_cbid_enum = 712;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeSetParams: CUpti_driver_api_trace_cbid_enum = 713;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecNodeSetParams: CUpti_driver_api_trace_cbid_enum = 714;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemAdvise_v2: CUpti_driver_api_trace_cbid_enum = 715;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPrefetchAsync_v2: CUpti_driver_api_trace_cbid_enum = 716;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPrefetchAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 717;
pub const CUPTI_DRIVER_TRACE_CBID_cuFuncGetName: CUpti_driver_api_trace_cbid_enum = 718;
pub const CUPTI_DRIVER_TRACE_CBID_cuKernelGetName: CUpti_driver_api_trace_cbid_enum = 719;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph: CUpti_driver_api_trace_cbid_enum = 720;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz: CUpti_driver_api_trace_cbid_enum = 721;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphConditionalHandleCreate: CUpti_driver_api_trace_cbid_enum = 722;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddNode_v2: CUpti_driver_api_trace_cbid_enum = 723;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphGetEdges_v2: CUpti_driver_api_trace_cbid_enum = 724;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetDependencies_v2: CUpti_driver_api_trace_cbid_enum = 725;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetDependentNodes_v2: CUpti_driver_api_trace_cbid_enum = 726;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddDependencies_v2: CUpti_driver_api_trace_cbid_enum = 727;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphRemoveDependencies_v2: CUpti_driver_api_trace_cbid_enum = 728;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCaptureInfo_v3: CUpti_driver_api_trace_cbid_enum = 729;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCaptureInfo_v3_ptsz: CUpti_driver_api_trace_cbid_enum = 730;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamUpdateCaptureDependencies_v2: CUpti_driver_api_trace_cbid_enum =
    731;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamUpdateCaptureDependencies_v2_ptsz:
    CUpti_driver_api_trace_cbid_enum = 732;
pub const CUPTI_DRIVER_TRACE_CBID_cuFuncGetParamInfo: CUpti_driver_api_trace_cbid_enum = 733;
pub const CUPTI_DRIVER_TRACE_CBID_cuKernelGetParamInfo: CUpti_driver_api_trace_cbid_enum = 734;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceRegisterAsyncNotification: CUpti_driver_api_trace_cbid_enum = 735;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceUnregisterAsyncNotification: CUpti_driver_api_trace_cbid_enum = 736;
pub const CUPTI_DRIVER_TRACE_CBID_cuModuleGetFunctionCount: CUpti_driver_api_trace_cbid_enum = 737;
pub const CUPTI_DRIVER_TRACE_CBID_cuModuleEnumerateFunctions: CUpti_driver_api_trace_cbid_enum = 738;
pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryGetKernelCount: CUpti_driver_api_trace_cbid_enum = 739;
pub const CUPTI_DRIVER_TRACE_CBID_cuLibraryEnumerateKernels: CUpti_driver_api_trace_cbid_enum = 740;
pub const CUPTI_DRIVER_TRACE_CBID_cuFuncIsLoaded: CUpti_driver_api_trace_cbid_enum = 741;
pub const CUPTI_DRIVER_TRACE_CBID_cuFuncLoad: CUpti_driver_api_trace_cbid_enum = 742;
pub const CUPTI_DRIVER_TRACE_CBID_cuGreenCtxCreate: CUpti_driver_api_trace_cbid_enum = 743;
pub const CUPTI_DRIVER_TRACE_CBID_cuGreenCtxDestroy: CUpti_driver_api_trace_cbid_enum = 744;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetDevResource: CUpti_driver_api_trace_cbid_enum = 745;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetDevResource: CUpti_driver_api_trace_cbid_enum = 746;
pub const CUPTI_DRIVER_TRACE_CBID_cuGreenCtxGetDevResource: CUpti_driver_api_trace_cbid_enum = 747;
pub const CUPTI_DRIVER_TRACE_CBID_cuDevResourceGenerateDesc: CUpti_driver_api_trace_cbid_enum = 748;
pub const CUPTI_DRIVER_TRACE_CBID_cuGreenCtxRecordEvent: CUpti_driver_api_trace_cbid_enum = 749;
pub const CUPTI_DRIVER_TRACE_CBID_cuGreenCtxWaitEvent: CUpti_driver_api_trace_cbid_enum = 750;
pub const CUPTI_DRIVER_TRACE_CBID_cuDevSmResourceSplitByCount: CUpti_driver_api_trace_cbid_enum = 751;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetGreenCtx: CUpti_driver_api_trace_cbid_enum = 752;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxFromGreenCtx: CUpti_driver_api_trace_cbid_enum = 753;
pub const CUPTI_DRIVER_TRACE_CBID_cuKernelGetLibrary: CUpti_driver_api_trace_cbid_enum = 754;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxRecordEvent: CUpti_driver_api_trace_cbid_enum = 755;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxWaitEvent: CUpti_driver_api_trace_cbid_enum = 756;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxCreate_v4: CUpti_driver_api_trace_cbid_enum = 757;
pub const CUPTI_DRIVER_TRACE_CBID_cuGreenCtxStreamCreate: CUpti_driver_api_trace_cbid_enum = 758;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCtx_v2: CUpti_driver_api_trace_cbid_enum = 759;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetCtx_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 760;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemBatchDecompressAsync: CUpti_driver_api_trace_cbid_enum = 761;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemBatchDecompressAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 762;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogsRegisterCallback: CUpti_driver_api_trace_cbid_enum = 763;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogsUnregisterCallback: CUpti_driver_api_trace_cbid_enum = 764;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogsCurrent: CUpti_driver_api_trace_cbid_enum = 765;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogsDumpToFile: CUpti_driver_api_trace_cbid_enum = 766;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogsDumpToMemory: CUpti_driver_api_trace_cbid_enum = 767;
pub const CUPTI_DRIVER_TRACE_CBID_cuCheckpointProcessGetRestoreThreadId: CUpti_driver_api_trace_cbid_enum =
    768;
pub const CUPTI_DRIVER_TRACE_CBID_cuCheckpointProcessGetState: CUpti_driver_api_trace_cbid_enum = 769;
pub const CUPTI_DRIVER_TRACE_CBID_cuCheckpointProcessLock: CUpti_driver_api_trace_cbid_enum = 770;
pub const CUPTI_DRIVER_TRACE_CBID_cuCheckpointProcessCheckpoint: CUpti_driver_api_trace_cbid_enum = 771;
pub const CUPTI_DRIVER_TRACE_CBID_cuCheckpointProcessRestore: CUpti_driver_api_trace_cbid_enum = 772;
pub const CUPTI_DRIVER_TRACE_CBID_cuCheckpointProcessUnlock: CUpti_driver_api_trace_cbid_enum = 773;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetDevice: CUpti_driver_api_trace_cbid_enum = 774;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetDevice_ptsz: CUpti_driver_api_trace_cbid_enum = 775;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyBatchAsync: CUpti_driver_api_trace_cbid_enum = 776;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyBatchAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 777;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DBatchAsync: CUpti_driver_api_trace_cbid_enum = 778;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DBatchAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 779;
pub const CUPTI_DRIVER_TRACE_CBID_cuEventElapsedTime_v2: CUpti_driver_api_trace_cbid_enum = 780;
pub const CUPTI_DRIVER_TRACE_CBID_cuTensorMapEncodeIm2colWide: CUpti_driver_api_trace_cbid_enum = 781;
pub const CUPTI_DRIVER_TRACE_CBID_cuGreenCtxGetId: CUpti_driver_api_trace_cbid_enum = 782;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToCig: CUpti_driver_api_trace_cbid_enum = 783;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPrefetchBatchAsync: CUpti_driver_api_trace_cbid_enum = 784;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemPrefetchBatchAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 785;
pub const CUPTI_DRIVER_TRACE_CBID_cuda786: CUpti_driver_api_trace_cbid_enum = 786;
pub const CUPTI_DRIVER_TRACE_CBID_cuda787: CUpti_driver_api_trace_cbid_enum = 787;
pub const CUPTI_DRIVER_TRACE_CBID_cuda788: CUpti_driver_api_trace_cbid_enum = 788;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemDiscardBatchAsync: CUpti_driver_api_trace_cbid_enum = 789;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemDiscardBatchAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 790;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemDiscardAndPrefetchBatchAsync: CUpti_driver_api_trace_cbid_enum = 791;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemDiscardAndPrefetchBatchAsync_ptsz: CUpti_driver_api_trace_cbid_enum =
    792;
pub const CUPTI_DRIVER_TRACE_CBID_cuda793: CUpti_driver_api_trace_cbid_enum = 793;
pub const CUPTI_DRIVER_TRACE_CBID_cuda794: CUpti_driver_api_trace_cbid_enum = 794;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxGetDevice_v2: CUpti_driver_api_trace_cbid_enum = 795;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyBatchAsync_v2: CUpti_driver_api_trace_cbid_enum = 796;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyBatchAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 797;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DBatchAsync_v2: CUpti_driver_api_trace_cbid_enum = 798;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DBatchAsync_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 799;
pub const CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize_v2: CUpti_driver_api_trace_cbid_enum = 800;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetDefaultMemPool: CUpti_driver_api_trace_cbid_enum = 801;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetMemPool: CUpti_driver_api_trace_cbid_enum = 802;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemSetMemPool: CUpti_driver_api_trace_cbid_enum = 803;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetP2PAtomicCapabilities: CUpti_driver_api_trace_cbid_enum = 804;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetHostAtomicCapabilities: CUpti_driver_api_trace_cbid_enum = 805;
pub const CUPTI_DRIVER_TRACE_CBID_cuda806: CUpti_driver_api_trace_cbid_enum = 806;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetDevResource: CUpti_driver_api_trace_cbid_enum = 807;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamGetDevResource_ptsz: CUpti_driver_api_trace_cbid_enum = 808;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetContainingGraph: CUpti_driver_api_trace_cbid_enum = 809;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetLocalId: CUpti_driver_api_trace_cbid_enum = 810;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetToolsId: CUpti_driver_api_trace_cbid_enum = 811;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphGetId: CUpti_driver_api_trace_cbid_enum = 812;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphExecGetId: CUpti_driver_api_trace_cbid_enum = 813;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToCig_ptsz: CUpti_driver_api_trace_cbid_enum = 814;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamEndCaptureToCig: CUpti_driver_api_trace_cbid_enum = 815;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamEndCaptureToCig_ptsz: CUpti_driver_api_trace_cbid_enum = 816;
pub const CUPTI_DRIVER_TRACE_CBID_cuda817: CUpti_driver_api_trace_cbid_enum = 817;
pub const CUPTI_DRIVER_TRACE_CBID_cuda818: CUpti_driver_api_trace_cbid_enum = 818;
pub const CUPTI_DRIVER_TRACE_CBID_cuda819: CUpti_driver_api_trace_cbid_enum = 819;
pub const CUPTI_DRIVER_TRACE_CBID_cuMulticastBindMem_v2: CUpti_driver_api_trace_cbid_enum = 820;
pub const CUPTI_DRIVER_TRACE_CBID_cuMulticastBindAddr_v2: CUpti_driver_api_trace_cbid_enum = 821;
pub const CUPTI_DRIVER_TRACE_CBID_cuDevSmResourceSplit: CUpti_driver_api_trace_cbid_enum = 822;
pub const CUPTI_DRIVER_TRACE_CBID_cuda823: CUpti_driver_api_trace_cbid_enum = 823;
pub const CUPTI_DRIVER_TRACE_CBID_cuda824: CUpti_driver_api_trace_cbid_enum = 824;
pub const CUPTI_DRIVER_TRACE_CBID_cuda825: CUpti_driver_api_trace_cbid_enum = 825;
pub const CUPTI_DRIVER_TRACE_CBID_cuda826: CUpti_driver_api_trace_cbid_enum = 826;
pub const CUPTI_DRIVER_TRACE_CBID_cuda827: CUpti_driver_api_trace_cbid_enum = 827;
pub const CUPTI_DRIVER_TRACE_CBID_cuda828: CUpti_driver_api_trace_cbid_enum = 828;
pub const CUPTI_DRIVER_TRACE_CBID_cuda829: CUpti_driver_api_trace_cbid_enum = 829;
pub const CUPTI_DRIVER_TRACE_CBID_cuda830: CUpti_driver_api_trace_cbid_enum = 830;
pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchHostFunc_v2: CUpti_driver_api_trace_cbid_enum = 831;
pub const CUPTI_DRIVER_TRACE_CBID_cuLaunchHostFunc_v2_ptsz: CUpti_driver_api_trace_cbid_enum = 832;
pub const CUPTI_DRIVER_TRACE_CBID_cuda833: CUpti_driver_api_trace_cbid_enum = 833;
pub const CUPTI_DRIVER_TRACE_CBID_cuda834: CUpti_driver_api_trace_cbid_enum = 834;
pub const CUPTI_DRIVER_TRACE_CBID_cuFuncGetParamCount: CUpti_driver_api_trace_cbid_enum = 835;
pub const CUPTI_DRIVER_TRACE_CBID_cuKernelGetParamCount: CUpti_driver_api_trace_cbid_enum = 836;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyWithAttributesAsync: CUpti_driver_api_trace_cbid_enum = 837;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpyWithAttributesAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 838;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DWithAttributesAsync: CUpti_driver_api_trace_cbid_enum = 839;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemcpy3DWithAttributesAsync_ptsz: CUpti_driver_api_trace_cbid_enum = 840;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeGetParams: CUpti_driver_api_trace_cbid_enum = 841;
pub const CUPTI_DRIVER_TRACE_CBID_cuCoredumpRegisterStartCallback: CUpti_driver_api_trace_cbid_enum = 842;
pub const CUPTI_DRIVER_TRACE_CBID_cuCoredumpRegisterCompleteCallback: CUpti_driver_api_trace_cbid_enum = 843;
pub const CUPTI_DRIVER_TRACE_CBID_cuCoredumpDeregisterStartCallback: CUpti_driver_api_trace_cbid_enum = 844;
pub const CUPTI_DRIVER_TRACE_CBID_cuCoredumpDeregisterCompleteCallback: CUpti_driver_api_trace_cbid_enum =
    845;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginRecaptureToGraph: CUpti_driver_api_trace_cbid_enum = 846;
pub const CUPTI_DRIVER_TRACE_CBID_cuStreamBeginRecaptureToGraph_ptsz: CUpti_driver_api_trace_cbid_enum = 847;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogicalEndpointIdReserve: CUpti_driver_api_trace_cbid_enum = 848;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogicalEndpointIdRelease: CUpti_driver_api_trace_cbid_enum = 849;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogicalEndpointCreate: CUpti_driver_api_trace_cbid_enum = 850;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogicalEndpointAddDevice: CUpti_driver_api_trace_cbid_enum = 851;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogicalEndpointDestroy: CUpti_driver_api_trace_cbid_enum = 852;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogicalEndpointBindAddr: CUpti_driver_api_trace_cbid_enum = 853;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogicalEndpointBindMem: CUpti_driver_api_trace_cbid_enum = 854;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogicalEndpointUnbind: CUpti_driver_api_trace_cbid_enum = 855;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogicalEndpointExport: CUpti_driver_api_trace_cbid_enum = 856;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogicalEndpointImport: CUpti_driver_api_trace_cbid_enum = 857;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogicalEndpointGetLimits: CUpti_driver_api_trace_cbid_enum = 858;
pub const CUPTI_DRIVER_TRACE_CBID_cuLogicalEndpointQuery: CUpti_driver_api_trace_cbid_enum = 859;
pub const CUPTI_DRIVER_TRACE_CBID_cuMemGetLocationInfo: CUpti_driver_api_trace_cbid_enum = 860;
pub const CUPTI_DRIVER_TRACE_CBID_cuCheckpointOperationComplete: CUpti_driver_api_trace_cbid_enum = 861;
pub const CUPTI_DRIVER_TRACE_CBID_cuda862: CUpti_driver_api_trace_cbid_enum = 862;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphAddNode_v3: CUpti_driver_api_trace_cbid_enum = 863;
pub const CUPTI_DRIVER_TRACE_CBID_cuGraphNodeSetParams_v2: CUpti_driver_api_trace_cbid_enum = 864;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetFabricClusterUuid: CUpti_driver_api_trace_cbid_enum = 865;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetCliqueCount: CUpti_driver_api_trace_cbid_enum = 866;
pub const CUPTI_DRIVER_TRACE_CBID_cuDeviceGetCliqueInfo: CUpti_driver_api_trace_cbid_enum = 867;
pub const CUPTI_DRIVER_TRACE_CBID_cuda868: CUpti_driver_api_trace_cbid_enum = 868;
pub const CUPTI_DRIVER_TRACE_CBID_cuda869: CUpti_driver_api_trace_cbid_enum = 869;
pub const CUPTI_DRIVER_TRACE_CBID_cuda870: CUpti_driver_api_trace_cbid_enum = 870;
pub const CUPTI_DRIVER_TRACE_CBID_cuda871: CUpti_driver_api_trace_cbid_enum = 871;
pub const CUPTI_DRIVER_TRACE_CBID_cuda872: CUpti_driver_api_trace_cbid_enum = 872;
pub const CUPTI_DRIVER_TRACE_CBID_cuda873: CUpti_driver_api_trace_cbid_enum = 873;
pub const CUPTI_DRIVER_TRACE_CBID_cuda874: CUpti_driver_api_trace_cbid_enum = 874;
pub const CUPTI_DRIVER_TRACE_CBID_cuda875: CUpti_driver_api_trace_cbid_enum = 875;
pub const CUPTI_DRIVER_TRACE_CBID_cuda876: CUpti_driver_api_trace_cbid_enum = 876;
pub const CUPTI_DRIVER_TRACE_CBID_SIZE: CUpti_driver_api_trace_cbid_enum = 877;
pub const CUPTI_DRIVER_TRACE_CBID_FORCE_INT: CUpti_driver_api_trace_cbid_enum = 2147483647;
pub type CUpti_driver_api_trace_cbid_enum = ::std::os::raw::c_uint;
pub use self::CUpti_driver_api_trace_cbid_enum as CUpti_driver_api_trace_cbid;
