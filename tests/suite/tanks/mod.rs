//! Tanks without a window: board, stages, ways, rules, replays, simulations.

mod bench;
mod bonuses;
mod bots;
mod convoy;
mod drawn;
mod driving;
mod editor;
mod errands;
mod field;
mod joint;
mod modes;
mod replaying;
mod shooting;
mod sim;
mod stage;
mod stages;
mod ways;
