//! Keys of a replay at a table at which one seat at a time acts, and what buttons ask of a replay.

use super::ControlSystems;
use super::bindings::{self, Press, Verb};
use crate::arena::Match;
use crate::shell::states::Screen;
use crate::table::{Board, Control, Phase, Playable, Replay, TableBegins};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

/// What the keys of a replay do.
#[derive(Actionlike, Reflect, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReplayAction {
    /// A step back.
    Back,
    On,
    PageBack,
    PageOn,
    First,
    Last,
    /// It goes on by itself, or no longer.
    Play,
    /// A new match goes on from there.
    PlayOn,
}

impl Verb for ReplayAction {}

const KEYS: [(ReplayAction, KeyCode); 10] = [
    (ReplayAction::Back, KeyCode::ArrowLeft),
    (ReplayAction::On, KeyCode::ArrowRight),
    (ReplayAction::PageBack, KeyCode::ArrowUp),
    (ReplayAction::PageBack, KeyCode::PageUp),
    (ReplayAction::PageOn, KeyCode::ArrowDown),
    (ReplayAction::PageOn, KeyCode::PageDown),
    (ReplayAction::First, KeyCode::Home),
    (ReplayAction::Last, KeyCode::End),
    (ReplayAction::Play, KeyCode::KeyG),
    (ReplayAction::PlayOn, KeyCode::KeyB),
];

/// The keys at the table of a game. A page has so many steps; without a number it is a turn.
pub(crate) fn keys<G: Playable>(page: Option<usize>) -> impl Plugin {
    move |app: &mut App| {
        if !app.is_plugin_added::<InputManagerPlugin<ReplayAction>>() {
            app.add_plugins(bindings::add::<ReplayAction>);
        }
        app.add_systems(OnEnter(Screen::Match), begin.after(TableBegins).run_if(in_state(G::MODE))).add_systems(
            Update,
            (move |presses: MessageReader<Press<ReplayAction>>, table: Table<G>, controls: ReplayControls| {
                seek(page, presses, *table, controls);
            })
            .in_set(ControlSystems::Act)
            .run_if(in_state(G::MODE)),
        );
    }
}

type Table<'w, 's, G> = Single<'w, 's, (&'static Board<G>, &'static Phase, Option<&'static Replay<G>>)>;

fn begin(mut commands: Commands) {
    commands.spawn((Name::new("Replay input"), InputMap::new(KEYS), DespawnOnExit(Screen::Match)));
}

/// They work while time stands, too.
fn seek<G: Playable>(
    page: Option<usize>,
    mut presses: MessageReader<Press<ReplayAction>>,
    (board, phase, replay): (&Board<G>, &Phase, Option<&Replay<G>>),
    mut controls: ReplayControls,
) {
    let (Phase::Watching { at, playing }, Some(replay)) = (*phase, replay) else {
        presses.clear();
        return;
    };
    for Press(action) in presses.read() {
        let to = match action {
            ReplayAction::Back => at.saturating_sub(1),
            ReplayAction::On => at + 1,
            ReplayAction::PageBack => page.map_or_else(|| turn_before(board, at), |page| at.saturating_sub(page)),
            ReplayAction::PageOn => page.map_or_else(|| turn_after(replay, board, at), |page| at + page),
            ReplayAction::First => 0,
            ReplayAction::Last => usize::MAX,
            ReplayAction::Play => {
                controls.play(!playing);
                continue;
            }
            // The bar does that.
            ReplayAction::PlayOn => continue,
        };
        controls.play(false);
        controls.seek(to);
    }
}

/// Steps at the beginning of this turn, or of the turn before if it has just begun.
fn turn_before<G: Playable>(board: &Match<G>, at: usize) -> usize {
    let seats = board.seats();
    let mut start = at.saturating_sub(1);
    while start > 0 && seats.get(start - 1) == seats.get(start) {
        start -= 1;
    }
    start
}

/// Steps at the end of this turn.
fn turn_after<G: Playable>(replay: &Match<G>, board: &Match<G>, at: usize) -> usize {
    let mut position = board.position().clone();
    let (turn, mut end) = (position.turns(), at);
    for (seat, step) in replay.seats().iter().zip(replay.steps()).skip(at) {
        if position.apply(&[(*seat, *step)]).is_err() {
            break;
        }
        end += 1;
        if position.turns() != turn || position.outcome().is_some() {
            break;
        }
    }
    end
}

/// What the buttons of a replay and of the result ask for, in every game.
#[derive(SystemParam)]
pub struct ReplayControls<'w> {
    controls: MessageWriter<'w, Control>,
}

impl ReplayControls<'_> {
    /// Shows the match again from its first step.
    pub fn watch(&mut self) {
        self.controls.write(Control::Watch);
    }

    pub(crate) fn seek(&mut self, count: usize) {
        self.controls.write(Control::Seek(count));
    }

    /// Goes on by itself, or no longer.
    pub fn play(&mut self, on: bool) {
        self.controls.write(Control::Play(on));
    }

    pub fn stop(&mut self) {
        self.controls.write(Control::StopWatching);
    }

    /// Writes the match to the folder of saves.
    pub fn save(&mut self) {
        self.controls.write(Control::Save);
    }
}
