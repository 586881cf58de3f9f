//! Tests of rules, planners, simulation and input. One binary, so that Bevy is linked once.

mod arena;
mod base;
mod checker;
mod cli;
#[cfg(feature = "client")]
mod client;
mod common;
mod costs;
#[cfg(feature = "client")]
mod desk;
mod determinism;
mod files;
mod filling;
mod fuzz;
mod golden;
mod jams;
mod lab;
mod layers;
mod levels;
mod links;
#[cfg(feature = "client")]
mod links_analysis;
#[cfg(feature = "client")]
mod links_opening;
#[cfg(feature = "client")]
mod links_puzzles;
#[cfg(feature = "client")]
mod links_screens;
#[cfg(feature = "client")]
mod links_window;
#[cfg(feature = "client")]
mod listing;
mod mapf;
mod matches;
mod movement;
mod nav;
mod net;
mod online;
mod oracle;
mod orders;
mod planner;
mod program;
mod property;
mod recording;
mod replay;
mod rts;
mod search;
mod serve;
mod shipped;
mod skirmish;
mod snapshot;
mod strangers;
mod tactics;
mod tactics_sim;
mod tanks;
mod tanks_sim;
mod thinking;
mod tron;
mod tron_sim;

#[cfg(feature = "client")]
mod input;
#[cfg(feature = "client")]
mod keeping;
#[cfg(feature = "client")]
mod lab_pages;
#[cfg(feature = "client")]
mod lab_screens;
#[cfg(feature = "client")]
mod online_screens;
#[cfg(feature = "client")]
mod pointing;
#[cfg(feature = "client")]
mod rts_client;
#[cfg(feature = "client")]
mod rts_ui;
#[cfg(feature = "client")]
mod server_screens;
#[cfg(feature = "client")]
mod skirmish_screens;
#[cfg(feature = "client")]
mod tactics_screens;
#[cfg(feature = "client")]
mod tactics_window;
#[cfg(feature = "client")]
mod tanks_online;
#[cfg(feature = "client")]
mod tanks_screens;
#[cfg(feature = "client")]
mod tanks_window;
#[cfg(feature = "client")]
mod tree_window;
#[cfg(feature = "client")]
mod tron_online;
#[cfg(feature = "client")]
mod tron_screens;
#[cfg(feature = "client")]
mod tron_window;
