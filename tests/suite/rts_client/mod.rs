//! The window of the real-time game, through the interfaces of its modules.

mod figures;
mod frame;
mod ground;
mod key_bindings;
