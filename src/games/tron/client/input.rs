//! Keys and gamepads of Tron: every human has a map of its own, and the table has one for whoever looks on.

use crate::base::Dir;
use crate::client::input::ControlSystems;
use crate::client::input::escape::Escape;
use crate::client::input::steering::{self, Steers, give_gamepads};
use crate::games::tron::plugin::{
    Control, Forward, Issued, Pace, Phase, Round, Seat, SeatKind, TableBegins, TronOrder,
};
use crate::shell::keys::Keys;
use crate::shell::online::Online;
use crate::shell::states::{Mode, Paused, Screen};
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

/// What the keys of Tron do.
#[derive(Actionlike, Reflect, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TronAction {
    North,
    East,
    South,
    West,
    Boost,
    Thoughts,
    NextThinker,
    /// As fast as it can be, or no longer.
    Forward,
    Skip,
    Back1,
    On1,
    Back10,
    On10,
    First,
    Last,
    RoundBefore,
    RoundAfter,
}

/// Moves and what they mean.
const TURNS: [(TronAction, Dir); 4] = [
    (TronAction::North, Dir::North),
    (TronAction::East, Dir::East),
    (TronAction::South, Dir::South),
    (TronAction::West, Dir::West),
];

/// Marks the input map of the table.
#[derive(Component, Debug)]
struct Looks;

/// Whose thoughts are shown, if any: the overlay of the spectator.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Spectator {
    pub shown: bool,
    /// The seat whose chambers and line are shown, if it lives; else the next one that does.
    pub seat: usize,
}

fn map(keys: Keys) -> InputMap<TronAction> {
    let boost = match keys {
        Keys::Arrows => Some(KeyCode::ShiftRight),
        Keys::Wasd => Some(KeyCode::ShiftLeft),
        Keys::Ijkl => Some(KeyCode::KeyB),
        Keys::Pad => None,
    };
    let mut map = steering::map(TURNS.map(|(action, _)| action), keys).with(TronAction::Boost, GamepadButton::South);
    map.insert_multiple(boost.map(|key| (TronAction::Boost, key)));
    map
}

const LOOKING: [(TronAction, KeyCode); 13] = [
    (TronAction::Thoughts, KeyCode::F2),
    (TronAction::NextThinker, KeyCode::Tab),
    (TronAction::Forward, KeyCode::KeyF),
    (TronAction::Skip, KeyCode::Enter),
    (TronAction::Skip, KeyCode::NumpadEnter),
    (TronAction::Back1, KeyCode::ArrowLeft),
    (TronAction::On1, KeyCode::ArrowRight),
    (TronAction::Back10, KeyCode::PageUp),
    (TronAction::On10, KeyCode::PageDown),
    (TronAction::First, KeyCode::Home),
    (TronAction::Last, KeyCode::End),
    (TronAction::RoundBefore, KeyCode::ArrowUp),
    (TronAction::RoundAfter, KeyCode::ArrowDown),
];

pub fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<TronAction>::default())
        .init_resource::<Spectator>()
        .add_systems(OnEnter(Screen::Match), begin.after(TableBegins).run_if(in_state(Mode::TRON)))
        .add_systems(
            Update,
            (|mut escape: Escape| escape.listen(Some(Mode::TRON), || false)).in_set(ControlSystems::Act),
        )
        .add_systems(
            Update,
            (give_gamepads::<TronAction>, steer, look).in_set(ControlSystems::Act).run_if(in_state(Mode::TRON)),
        );
}

fn begin(seats: Query<&Seat>, mut spectator: ResMut<Spectator>, mut commands: Commands) {
    // The first program, whose thoughts are worth looking at.
    let programs = seats.iter().filter(|seat| matches!(seat.kind, SeatKind::Computer(_)));
    *spectator = Spectator { shown: false, seat: programs.map(|seat| seat.number).min().unwrap_or(0) };
    commands.spawn((Name::new("Table input"), Looks, InputMap::new(LOOKING), DespawnOnExit(Screen::Match)));
    for seat in &seats {
        if let SeatKind::Human(keys) = seat.kind {
            commands.spawn((Name::new("Seat input"), Steers(seat.number), map(keys), DespawnOnExit(Screen::Match)));
        }
    }
}

fn steer(
    maps: Query<(&Steers, &ActionState<TronAction>)>,
    round: Option<Single<&Round>>,
    paused: Res<State<Paused>>,
    mut orders: MessageWriter<Issued>,
) {
    let Some(round) = round.filter(|_| !paused.get().0) else { return };
    for (steers, actions) in &maps {
        let heading = round.rider(steers.0).map(|rider| round.position.riders()[rider].heading);
        let mut turns: Vec<Dir> =
            TURNS.iter().filter(|(action, _)| actions.just_pressed(action)).map(|(_, dir)| *dir).collect();
        // Two keys of one frame: the one that is a turn now comes first, the other can be the next.
        turns.sort_by_key(|dir| heading.is_some_and(|heading| *dir == heading || *dir == heading.reverse()));
        for dir in turns {
            orders.write(Issued { seat: steers.0, order: TronOrder::Turn(dir) });
        }
        if actions.pressed(&TronAction::Boost) {
            orders.write(Issued { seat: steers.0, order: TronOrder::Boost });
        }
    }
}

fn look(
    actions: Single<&ActionState<TronAction>, With<Looks>>,
    table: Single<(&Phase, &Pace, &Round)>,
    (paused, online): (Res<State<Paused>>, Option<Res<Online>>),
    mut spectator: ResMut<Spectator>,
    (mut controls, mut forward): (MessageWriter<Control>, MessageWriter<Forward>),
) {
    let (phase, pace, round) = *table;
    // Nobody is helped against somebody elsewhere.
    let may_think = online.is_none_or(|online| online.seat.is_none() || online.over.is_some());
    for action in actions.get_just_pressed() {
        if let Phase::Watching { round: number, step, .. } = *phase {
            let sought = match action {
                TronAction::Back1 => Some(step.saturating_sub(1)),
                TronAction::On1 => Some(step + 1),
                TronAction::Back10 => Some(step.saturating_sub(10)),
                TronAction::On10 => Some(step + 10),
                TronAction::First => Some(0),
                TronAction::Last => Some(usize::MAX),
                _ => None,
            };
            controls.write_batch(sought.map(Control::Seek));
            let other = match action {
                TronAction::RoundBefore => Some(number.saturating_sub(1)),
                TronAction::RoundAfter => Some(number + 1),
                _ => None,
            };
            controls.write_batch(other.map(Control::SeekRound));
        }
        match action {
            TronAction::Thoughts | TronAction::NextThinker if !may_think => {}
            TronAction::Thoughts => spectator.shown = !spectator.shown,
            TronAction::NextThinker => {
                spectator.seat = next_living(round, spectator.seat + 1);
                spectator.shown = true;
            }
            TronAction::Forward if !paused.get().0 => {
                forward.write(Forward(!pace.forward));
            }
            TronAction::Skip if !paused.get().0 => {
                controls.write(Control::Skip);
            }
            _ => {}
        }
    }
}

/// The first living seat from `seat` on, in a circle; `seat` itself if nobody lives.
pub(crate) fn next_living(round: &Round, seat: usize) -> usize {
    let riders = round.position.riders();
    let lives = |seat: &usize| round.rider(*seat).is_some_and(|rider| riders[rider].out.is_none());
    (0..4).map(|shift| (seat + shift) % 4).find(lives).unwrap_or(seat % 4)
}
