//! What controls stand for: wishes, which they tell as messages of their page.

use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use std::fmt::Debug;

/// What can be wished for on a page.
pub trait Wish: Message + Clone + PartialEq + Debug {}

impl<W: Message + Clone + PartialEq + Debug> Wish for W {}

/// A button, and the wish that it tells. [`crate::client::kit::widgets::Buttons`] of it checks and enables.
#[derive(Component, Debug, Clone, PartialEq)]
pub struct Tells<W: Wish>(pub W);

/// Makes a button tell a wish.
pub fn tells<W: Wish>(wish: W) -> impl Bundle {
    (
        Tells(wish),
        observe(|activate: On<Activate>, buttons: Query<&Tells<W>>, mut wishes: MessageWriter<W>| {
            wishes.write_batch(buttons.get(activate.entity).map(|Tells(wish)| wish.clone()));
        }),
    )
}
