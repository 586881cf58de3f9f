//! How players come together: open seats, challenges, invitations, rematches, and the games in the hall that come of them.
//! The routes and the pages of the server are two faces of these functions.

mod again;
mod moving;
mod opening;
mod play;
mod view;

pub(crate) use moving::{give_up_moved, take_over};
pub(crate) use opening::{DECLINE_REASONS, Wish, decline, invited, open, rematch, take, withdraw};
pub(crate) use play::{copy_logs, resume, vacation, watch};
pub(crate) use view::{GameView, acts, log, see, setup, views};
