//! Escape, and the keys while something lies over a match.

use super::bindings::{Action, Press, Verb};
use crate::client::stage::{MenuOpen, OptionsOpen, SheetOpen, TreeOpen};
use crate::shell::states::{Mode, Screen};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

/// While the menu or another dialog is open the keys are its own: Space presses the entry in focus and does not start
/// time as well.
pub(crate) fn shut_out_the_match<A: Verb>(
    menu: Res<MenuOpen>,
    sheet: Res<SheetOpen>,
    mut inputs: Query<&mut ActionState<A>>,
) {
    if !menu.is_changed() && !sheet.is_changed() {
        return;
    }
    for mut actions in &mut inputs {
        if !menu.0 && !sheet.0 {
            actions.enable_all_actions();
            continue;
        }
        for action in actions.keys().into_iter().filter(|action| !action.works_under_menus()) {
            actions.disable_action(&action);
        }
    }
}

/// ESC leaves the innermost thing that has been begun, one press a thing: the options, the tree of a search, what the
/// game says, and only then the menu opens.
#[derive(SystemParam)]
pub(crate) struct Escape<'w, 's> {
    presses: ParamSet<'w, 's, (MessageReader<'static, 'static, Press>, MessageWriter<'static, Press>)>,
    screen: Res<'w, State<Screen>>,
    mode: Option<Res<'w, State<Mode>>>,
    options: Option<ResMut<'w, OptionsOpen>>,
    menu: Option<Res<'w, MenuOpen>>,
    tree: Option<ResMut<'w, TreeOpen>>,
}

impl Escape<'_, '_> {
    /// Listens in matches of a game, or outside of matches; `leave` leaves what the game has begun, if there is
    /// something.
    pub(crate) fn listen(&mut self, mode: Option<Mode>, mut leave: impl FnMut() -> bool) {
        // Read in any case, so that an old press means nothing in a new match.
        let asked = self.presses.p0().read().filter(|press| press.0 == Action::Cancel).count();
        if self.mode.as_ref().map(|mode| *mode.get()).filter(|_| *self.screen.get() == Screen::Match) != mode {
            return;
        }
        for _ in 0..asked {
            if let Some(options) = self.options.as_mut().filter(|options| options.0) {
                options.0 = false;
            } else if let Some(tree) =
                self.tree.as_mut().filter(|tree| tree.0 && !self.menu.as_ref().is_some_and(|menu| menu.0))
            {
                tree.0 = false;
            } else if self.menu.as_ref().is_some_and(|menu| menu.0) || !leave() {
                self.presses.p1().write(Press(Action::Menu));
            }
        }
    }
}
