//! Keys and gamepads of Tanks: every person has a map of its own, and the table has one for whoever looks on.

use crate::base::Dir;
use crate::client::input::ControlSystems;
use crate::client::input::escape::Escape;
use crate::games::tanks::order::{Call, Change};
use crate::games::tanks::plugin::{Battle, Control, Issued, Keys, Phase, Seat, SeatKind, TICK_HZ, TableBegins};
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

/// Marks the input map of a person's seat.
#[derive(Component, Debug, Clone)]
pub struct Steers {
    pub seat: usize,
    /// Whether the wheel is open.
    pub is_choosing: bool,
    /// The directions that are held, the latest last.
    held: Vec<Dir>,
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

/// Up, right, down, left of a person, then what fires, then what opens the wheel.
fn steering(keys: Keys) -> InputMap<TanksAction> {
    use KeyCode::{
        ArrowDown, ArrowLeft, ArrowRight, ArrowUp, ControlRight, KeyA, KeyB, KeyD, KeyF, KeyH, KeyI, KeyJ, KeyK, KeyL,
        KeyQ, KeyS, KeyU, KeyW, Numpad0, Period, ShiftLeft, ShiftRight,
    };
    let (turns, fire, wheel): (_, &[KeyCode], _) = match keys {
        Keys::Arrows => ([ArrowUp, ArrowRight, ArrowDown, ArrowLeft], &[ShiftRight, ControlRight, Numpad0], Period),
        Keys::Wasd => ([KeyW, KeyD, KeyS, KeyA], &[ShiftLeft, KeyF], KeyQ),
        Keys::Ijkl => ([KeyI, KeyL, KeyK, KeyJ], &[KeyB, KeyH], KeyU),
        Keys::Pad => return pad(),
    };
    let mut map = pad();
    map.insert_multiple(TURNS.map(|(action, _)| action).into_iter().zip(turns));
    map.insert_multiple(fire.iter().map(|key| (TanksAction::Fire, *key)));
    map.insert(TanksAction::Wheel, wheel);
    map
}

fn pad() -> InputMap<TanksAction> {
    InputMap::new([
        (TanksAction::North, GamepadButton::DPadUp),
        (TanksAction::East, GamepadButton::DPadRight),
        (TanksAction::South, GamepadButton::DPadDown),
        (TanksAction::West, GamepadButton::DPadLeft),
        (TanksAction::Fire, GamepadButton::South),
        (TanksAction::Fire, GamepadButton::East),
        (TanksAction::Fire, GamepadButton::RightTrigger),
        (TanksAction::Wheel, GamepadButton::LeftTrigger),
    ])
    .with(TanksAction::North, GamepadControlDirection::LEFT_UP)
    .with(TanksAction::East, GamepadControlDirection::LEFT_RIGHT)
    .with(TanksAction::South, GamepadControlDirection::LEFT_DOWN)
    .with(TanksAction::West, GamepadControlDirection::LEFT_LEFT)
}

/// How far a stick is out when somebody holds it: beyond what sticks drift by.
const STICK_IN_USE: f32 = 0.5;

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
            (give_gamepads, steer, look).chain().in_set(ControlSystems::Act).run_if(in_state(Mode::TANKS)),
        );
}

fn begin(seats: Query<&Seat>, mut spectator: ResMut<Spectator>, mut commands: Commands) {
    spectator.slot = None;
    commands.spawn((Name::new("Table input"), Looks, InputMap::new(LOOKING), DespawnOnExit(Screen::Match)));
    for seat in &seats {
        if let SeatKind::Human(keys) = seat.kind {
            commands.spawn((
                Name::new("Seat input"),
                Steers { seat: seat.number, is_choosing: false, held: Vec::new() },
                steering(keys),
                DespawnOnExit(Screen::Match),
            ));
        }
    }
}

/// One person has the gamepad that was used last; of several, the first one has the first gamepad and so on.
fn give_gamepads(gamepads: Query<(Entity, &Gamepad)>, mut maps: Query<(&Steers, &mut InputMap<TanksAction>)>) {
    let mut maps: Vec<_> = maps.iter_mut().collect();
    maps.sort_by_key(|(steers, _)| steers.seat);
    let mut all: Vec<(Entity, &Gamepad)> = gamepads.iter().collect();
    all.sort_by_key(|(entity, _)| *entity);
    if let [(_, map)] = &mut maps[..] {
        let in_use =
            |pad: &Gamepad| pad.get_just_pressed().next().is_some() || pad.left_stick().length() > STICK_IN_USE;
        let used = all.iter().find(|(_, pad)| in_use(pad)).map(|(entity, _)| *entity);
        if let Some(used) = used.filter(|used| map.gamepad() != Some(*used)) {
            map.set_gamepad(used);
        }
        return;
    }
    for (index, (_, map)) in maps.iter_mut().enumerate() {
        // A gamepad that is not there moves nobody.
        let own = all.get(index).map_or(Entity::PLACEHOLDER, |(entity, _)| *entity);
        if map.gamepad() != Some(own) {
            map.set_gamepad(own);
        }
    }
}

/// The direction that was pressed last of those that are held, and the trigger, become what the rules are told. What is
/// held is compared with what the table knows, so that nothing is lost over a pause.
fn steer(
    mut maps: Query<(&mut Steers, &ActionState<TanksAction>)>,
    battle: Option<Single<(&Battle, &Phase)>>,
    paused: Res<State<Paused>>,
    mut orders: MessageWriter<Issued>,
) {
    let Some(battle) = battle else { return };
    let (battle, phase) = *battle;
    for (mut steers, actions) in &mut maps {
        let mut held = steers.held.clone();
        held.retain(|dir| TURNS.iter().any(|(action, other)| other == dir && actions.pressed(action)));
        for (action, dir) in TURNS {
            if actions.pressed(&action) && (!held.contains(&dir) || actions.just_pressed(&action)) {
                held.retain(|other| *other != dir);
                held.push(dir);
            }
        }
        let is_choosing = actions.pressed(&TanksAction::Wheel);
        if held != steers.held || is_choosing != steers.is_choosing {
            (steers.held, steers.is_choosing) = (held, is_choosing);
        }
        if paused.get().0 || *phase != Phase::Playing {
            continue;
        }
        let seat = steers.seat;
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
        let dir = steers.held.last().copied().filter(|_| !is_choosing);
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
