//! The rules that the march planner adds to priority inheritance.

mod corridors;
mod traffic;
