//! Pause and speed of a match of any game, and the full screen. Over the network the players vote on both, and whether time
//! stands is the server's.

use super::bindings::{Action, Press};
use crate::client::game::GameClient;
use crate::client::input::ControlSystems;
use crate::net::frame::Motion;
use crate::shell::online::{Online, Saying};
use crate::shell::states::{Mode, Paused, Screen};
use bevy::prelude::*;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode};
use std::time::Instant;

/// How fast time runs: a position in [`SPEEDS`].
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameSpeed(usize);

/// Speeds as multiples of the normal one.
pub(crate) const SPEEDS: [f32; 6] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0];

/// The fastest of them that a server runs.
const FASTEST_ONLINE: usize = 4;

impl Default for GameSpeed {
    fn default() -> Self {
        Self(2)
    }
}

impl GameSpeed {
    /// The speed at a position in [`SPEEDS`]; a position beyond its end is the last one.
    pub const fn at(position: usize) -> Self {
        Self(if position < SPEEDS.len() { position } else { SPEEDS.len() - 1 })
    }

    pub const fn position(self) -> usize {
        self.0
    }

    /// Multiple of the normal speed.
    pub const fn factor(self) -> f32 {
        SPEEDS[self.0]
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<GameSpeed>()
        .add_systems(OnEnter(Screen::Match), begin)
        .add_systems(
            Update,
            (
                (change_time.run_if(not(resource_exists::<Online>)), vote.run_if(resource_exists::<Online>))
                    .in_set(ControlSystems::Act)
                    .run_if(in_state(Screen::Match)),
                apply_speed.run_if(resource_changed::<GameSpeed>),
                toggle_full_screen.in_set(ControlSystems::Press),
            ),
        )
        // After everybody who would let time stand in this window.
        .add_systems(Last, stand.run_if(in_state(Screen::Match).and_then(resource_exists::<Online>)));
}

pub(crate) fn begin(mut speed: ResMut<GameSpeed>) {
    *speed = GameSpeed::default();
}

fn change_time(
    mut presses: MessageReader<Press>,
    mut speed: ResMut<GameSpeed>,
    paused: Res<State<Paused>>,
    mut next: ResMut<NextState<Paused>>,
) {
    for Press(action) in presses.read() {
        match action {
            Action::Faster => speed.0 = (speed.0 + 1).min(SPEEDS.len() - 1),
            Action::Slower => speed.0 = speed.0.saturating_sub(1),
            Action::Pause => next.set(Paused(!paused.get().0)),
            _ => {}
        }
    }
}

/// Over the network a press is a wish. Who watches has none.
fn vote(mut presses: MessageReader<Press>, mut online: ResMut<Online>) {
    for Press(action) in presses.read() {
        if let Some(motion) = wished(*action, &online, Instant::now())
            && online.seat.is_some()
        {
            if !online.votes {
                online.tell("Time does not stand in this match, and goes at one speed.".into());
                continue;
            }
            online.say(Saying::Vote { motion, yes: true });
        }
    }
}

/// What a press proposes.
pub fn wished(action: Action, online: &Online, now: Instant) -> Option<Motion> {
    let place = |percent: u16| SPEEDS.iter().position(|speed| (speed * 100.0) as u16 >= percent);
    let speed = |by: isize| {
        let to = place(online.speed).unwrap_or(0).saturating_add_signed(by).min(FASTEST_ONLINE);
        let percent = (SPEEDS[to] * 100.0) as u16;
        (percent != online.speed).then_some(Motion::Speed(percent))
    };
    match action {
        Action::Pause if online.stands(now) => Some(Motion::Resume),
        Action::Pause => Some(Motion::Pause),
        Action::Faster => speed(1),
        Action::Slower => speed(-1),
        _ => None,
    }
}

/// The picture stands while the match does.
fn stand(online: Res<Online>, mut next: ResMut<NextState<Paused>>, paused: Res<State<Paused>>) {
    let stands = Paused(online.stands(Instant::now()));
    if *paused.get() != stands || !matches!(*next, NextState::Unchanged) {
        NextState::set_if_neq(&mut next, stands);
    }
}

/// Each game has its own number of ticks a second.
fn apply_speed(world: &mut World) {
    let mode = world.get_resource::<State<Mode>>().map_or_else(Mode::default, |mode| *mode.get());
    let hz = (GameClient::of(mode).tick_hz)(world) * f64::from(world.resource::<GameSpeed>().factor());
    world.resource_mut::<Time<Fixed>>().set_timestep_hz(hz);
}

fn toggle_full_screen(mut presses: MessageReader<Press>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    if presses.read().any(|press| press.0 == Action::FullScreen) {
        window.mode = match window.mode {
            WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
            _ => WindowMode::Windowed,
        };
    }
}
