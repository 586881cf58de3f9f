//! Input that knows no game: bindings, camera, pointer.

pub mod bindings;
pub mod camera;
pub(crate) mod free;
pub(crate) mod latch;
pub mod pointer;
pub mod time;
