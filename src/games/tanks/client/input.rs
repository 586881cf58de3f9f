//! Keys and gamepads of Tanks: every person has a map of its own, and the table has one for whoever looks on.

use crate::base::Dir;
use crate::client::input::ControlSystems;
use crate::client::input::escape::Escape;
use crate::client::input::steering::{self, Steers, give_gamepads};
use crate::games::tanks::order::{Call, Change};
use crate::games::tanks::plugin::{Battle, Control, Issued, Phase, Seat, SeatKind, TICK_HZ, TableBegins};
use crate::shell::keys::Keys;
use crate::shell::online::Online;
use crate::shell::states::{Mode, Paused, Screen};
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

/// What the keys of Tanks do.
#[derive(Actionlike, Reflect, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TanksAction {
    North,
    East,
    South,
    West,
    Fire,
    /// While it is held, a direction is a word to the allies.
    Wheel,
    Thoughts,
    NextThinker,
    /// The next of the techniques that find ways is drawn.
    Ways,
    Skip,
    Back1,
    On1,
    Back10,
    On10,
    First,
    Last,
    Play,
}

/// Moves and what they mean.
const TURNS: [(TanksAction, Dir); 4] = [
    (TanksAction::North, Dir::North),
    (TanksAction::East, Dir::East),
    (TanksAction::South, Dir::South),
    (TanksAction::West, Dir::West),
];

/// The words of the wheel, by the direction in which they stand.
pub const WHEEL: [(Dir, Call); 4] =
    [(Dir::North, Call::Attack), (Dir::East, Call::Bonus), (Dir::South, Call::Defend), (Dir::West, Call::Follow)];

/// What a person holds, beside the input map.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Holds {
    /// Whether the wheel is open.
    pub is_choosing: bool,
    /// The directions, the latest last.
    dirs: Vec<Dir>,
}

/// Marks the input map of the table.
#[derive(Component, Debug)]
struct Looks;

/// What is shown of the programs' thoughts, if anything.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spectator {
    pub shown: bool,
    /// The slot whose way is drawn; without one, all ways are.
    pub slot: Option<u8>,
    /// Which technique's way is drawn, from 1; 0: none.
    pub technique: usize,
}

fn map(keys: Keys) -> InputMap<TanksAction> {
    use KeyCode::{ControlRight, KeyB, KeyF, KeyH, KeyQ, KeyU, Numpad0, Period, ShiftLeft, ShiftRight};
    let (fire, wheel): (&[KeyCode], _) = match keys {
        Keys::Arrows => (&[ShiftRight, ControlRight, Numpad0], Some(Period)),
        Keys::Wasd => (&[ShiftLeft, KeyF], Some(KeyQ)),
        Keys::Ijkl => (&[KeyB, KeyH], Some(KeyU)),
        Keys::Pad => (&[], None),
    };
    let mut map = steering::map(TURNS.map(|(action, _)| action), keys)
        .with(TanksAction::Fire, GamepadButton::South)
        .with(TanksAction::Fire, GamepadButton::East)
        .with(TanksAction::Fire, GamepadButton::RightTrigger)
        .with(TanksAction::Wheel, GamepadButton::LeftTrigger);
    map.insert_multiple(fire.iter().map(|key| (TanksAction::Fire, *key)));
    map.insert_multiple(wheel.map(|key| (TanksAction::Wheel, key)));
    map
}

const LOOKING: [(TanksAction, KeyCode); 12] = [
    (TanksAction::Thoughts, KeyCode::F2),
    (TanksAction::NextThinker, KeyCode::Tab),
    (TanksAction::Ways, KeyCode::F4),
    (TanksAction::Skip, KeyCode::Enter),
    (TanksAction::Skip, KeyCode::NumpadEnter),
    (TanksAction::Back1, KeyCode::ArrowLeft),
    (TanksAction::On1, KeyCode::ArrowRight),
    (TanksAction::Back10, KeyCode::PageUp),
    (TanksAction::On10, KeyCode::PageDown),
    (TanksAction::First, KeyCode::Home),
    (TanksAction::Last, KeyCode::End),
    (TanksAction::Play, KeyCode::KeyG),
];

/// Techniques that can be drawn, see the view.
pub const TECHNIQUES: usize = 4;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<TanksAction>::default())
        .init_resource::<Spectator>()
        .add_systems(OnEnter(Screen::Match), begin.after(TableBegins).run_if(in_state(Mode::TANKS)))
        .add_systems(
            Update,
            (|mut escape: Escape| escape.listen(Some(Mode::TANKS), || false)).in_set(ControlSystems::Act),
        )
        .add_systems(
            Update,
            (give_gamepads::<TanksAction>, steer, look)
                .chain()
                .in_set(ControlSystems::Act)
                .run_if(in_state(Mode::TANKS)),
        );
}

fn begin(seats: Query<&Seat>, mut spectator: ResMut<Spectator>, mut commands: Commands) {
    spectator.slot = None;
    commands.spawn((Name::new("Table input"), Looks, InputMap::new(LOOKING), DespawnOnExit(Screen::Match)));
    for seat in &seats {
        if let SeatKind::Human(keys) = seat.kind {
            commands.spawn((
                Name::new("Seat input"),
                (Steers(seat.number), Holds::default()),
                map(keys),
                DespawnOnExit(Screen::Match),
            ));
        }
    }
}

/// The direction that was pressed last of those that are held, and the trigger, become what the rules are told. What is
/// held is compared with what the table knows, so that nothing is lost over a pause.
fn steer(
    mut maps: Query<(&Steers, &mut Holds, &ActionState<TanksAction>)>,
    battle: Option<Single<(&Battle, &Phase)>>,
    paused: Res<State<Paused>>,
    mut orders: MessageWriter<Issued>,
) {
    let Some(battle) = battle else { return };
    let (battle, phase) = *battle;
    for (steers, mut holds, actions) in &mut maps {
        let mut dirs = holds.dirs.clone();
        dirs.retain(|dir| TURNS.iter().any(|(action, other)| other == dir && actions.pressed(action)));
        for (action, dir) in TURNS {
            if actions.pressed(&action) && (!dirs.contains(&dir) || actions.just_pressed(&action)) {
                dirs.retain(|other| *other != dir);
                dirs.push(dir);
            }
        }
        let is_choosing = actions.pressed(&TanksAction::Wheel);
        holds.set_if_neq(Holds { is_choosing, dirs });
        if paused.get().0 || *phase != Phase::Playing {
            continue;
        }
        let seat = steers.0;
        let mut issue = |order: Change| {
            orders.write(Issued { seat, order });
        };
        if is_choosing {
            let chosen = TURNS.iter().find(|(action, _)| actions.just_pressed(action)).map(|(_, dir)| *dir);
            if let Some((_, call)) = WHEEL.into_iter().find(|(dir, _)| Some(*dir) == chosen) {
                // The same word once more takes it back.
                let was = battle.world().seats().get(seat).and_then(|seat| seat.call).map(|(call, _)| call);
                issue(Change::Call((was != Some(call)).then_some(call)));
            }
        }
        let known = battle.held(seat);
        let dir = holds.dirs.last().copied().filter(|_| !is_choosing);
        if known.steer != dir {
            issue(Change::Steer(dir));
        }
        let fire = actions.pressed(&TanksAction::Fire);
        if known.fire != fire {
            issue(Change::Fire(fire));
        }
    }
}

/// Ticks that the keys of a replay go back or on.
const STEP: usize = TICK_HZ as usize;

fn look(
    actions: Single<&ActionState<TanksAction>, With<Looks>>,
    table: Single<(&Battle, &Phase)>,
    (paused, online): (Res<State<Paused>>, Option<Res<Online>>),
    mut spectator: ResMut<Spectator>,
    mut controls: MessageWriter<Control>,
) {
    let (battle, phase) = *table;
    // Nobody is helped against somebody elsewhere.
    let may_think = online.is_none_or(|online| online.seat.is_none() || online.over.is_some());
    for action in actions.get_just_pressed() {
        if let Phase::Watching { is_playing } = *phase {
            let at = battle.world().tick() as usize;
            let sought = match action {
                TanksAction::Back1 => Some(at.saturating_sub(STEP)),
                TanksAction::On1 => Some(at + STEP),
                TanksAction::Back10 => Some(at.saturating_sub(10 * STEP)),
                TanksAction::On10 => Some(at + 10 * STEP),
                TanksAction::First => Some(0),
                TanksAction::Last => Some(usize::MAX),
                _ => None,
            };
            controls.write_batch(sought.map(Control::Seek));
            if action == TanksAction::Play {
                controls.write(Control::Play(!is_playing));
            }
        }
        match action {
            TanksAction::Thoughts | TanksAction::NextThinker | TanksAction::Ways if !may_think => {}
            TanksAction::Thoughts => spectator.shown = !spectator.shown,
            TanksAction::NextThinker => {
                let slots: Vec<u8> = battle.world().tanks().map(|tank| tank.slot()).collect();
                let after = spectator.slot.map_or(0, |slot| slot + 1);
                spectator.slot = slots.into_iter().find(|slot| *slot >= after);
                spectator.shown = true;
            }
            TanksAction::Ways => spectator.technique = (spectator.technique + 1) % (TECHNIQUES + 1),
            TanksAction::Skip if !paused.get().0 => {
                controls.write(Control::Skip);
            }
            _ => {}
        }
    }
}
