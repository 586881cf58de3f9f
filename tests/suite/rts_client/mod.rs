//! The window of the real-time game, through the interfaces of its modules.

mod alerts;
mod camera;
mod figures;
mod follow;
mod frame;
mod ground;
mod key_bindings;
mod pictures;
mod saved_view;
