//! The engine of Tron: its parts, and its games.

mod chambers;
mod contraction;
mod endgame;
mod games;
mod mixing;
mod overlay;
mod polish;
mod territory;
mod work;
