//! What is shown of the battle. The rules do an action at once; here it is played, one after the other.
//!
//! The stage holds the characters as they are shown and the actions that are still to be shown. Whatever is not the
//! continuation of what was shown (an action taken back, a jump in a replay) is shown at once.

use super::middle;
use crate::client::input::ControlSystems;
use crate::client::input::time::GameSpeed;
use crate::client::kit::tree::Imagined;
use crate::games::tactics::battle::ActionEffect;
use crate::games::tactics::client::input::Hurry;
use crate::games::tactics::plugin::{Fight, Pace, Tempo};
use crate::games::tactics::scene::SLOTS;
use crate::games::tactics::{Action, Position, Side};
use crate::shell::states::{Mode, Running};
use bevy::prelude::*;
use std::collections::VecDeque;

/// A character as it is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shown {
    /// Where its base is, in world units.
    pub at: Vec2,
    pub hp: u8,
    /// 1 as long as it lives, down to 0 while it falls.
    pub(crate) life: f32,
    pub right: bool,
}

/// What an action does to a character when it is seen to hit.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub(crate) struct Impact {
    pub at: Vec2,
    /// Points that it lost (negative) or got back.
    pub points: i16,
    pub(crate) fell: bool,
    /// From where, for attacks.
    pub from: Option<Vec2>,
}

/// The stage. A component of the scene.
#[derive(Component, Debug, Clone)]
pub struct Stage {
    shown: [Option<Shown>; SLOTS],
    done: Vec<Action>,
    waiting: VecDeque<ActionEffect>,
    playing: Option<Play>,
}

/// An action that is being shown.
#[derive(Debug, Clone)]
struct Play {
    effect: ActionEffect,
    /// Squares on its way, its own first.
    way: Vec<Vec2>,
    /// Seconds, at the normal speed.
    length: f32,
    passed: f32,
    hit: bool,
}

/// The share of an action at which the attack lands, without and with a way before it.
const BLOW: f32 = 0.45;
const BLOW_AFTER_WAY: f32 = 0.75;

/// How far an attacker lunges, as a share of the way to the target.
const LUNGE: f32 = 0.42;

/// Seconds that an action is shown.
const fn seconds(tempo: Tempo) -> f32 {
    match tempo {
        Tempo::Calm => 0.8,
        Tempo::Normal => 0.44,
        Tempo::Quick => 0.22,
        Tempo::Instant => 0.0,
    }
}

impl Stage {
    /// Everything as it is.
    pub fn at(fight: &Fight) -> Self {
        let done = fight.effects().iter().map(|effect| effect.action).collect();
        Self { done, ..Self::of(fight.position()) }
    }

    /// The characters of a position.
    fn of(position: &Position) -> Self {
        let mut shown = [None; SLOTS];
        for side in Side::BOTH {
            for one in position.characters(side) {
                shown[one.slot] = Some(Shown { at: middle(one.at), hp: one.hp, life: 1.0, right: side == Side::A });
            }
        }
        Self { shown, done: Vec::new(), waiting: VecDeque::new(), playing: None }
    }

    pub fn characters(&self) -> &[Option<Shown>; SLOTS] {
        &self.shown
    }

    /// Whether something is still being shown.
    pub(crate) fn is_busy(&self) -> bool {
        self.playing.is_some() || !self.waiting.is_empty()
    }

    /// The character that acts now.
    pub(crate) fn actor(&self) -> Option<usize> {
        self.playing.as_ref().map(|play| play.effect.who)
    }

    /// Takes up what has been done since.
    fn follow(&mut self, fight: &Fight) {
        let effects = fight.effects();
        let known = self.done.len();
        let goes_on = effects.len() >= known
            && effects[..known].iter().zip(&self.done).all(|(effect, done)| effect.action == *done);
        // A jump in a replay is not played either.
        if !goes_on || effects.len() > known + 8 {
            *self = Self::at(fight);
            return;
        }
        for effect in &effects[known..] {
            self.done.push(effect.action);
            self.waiting.push_back(effect.clone());
        }
    }

    fn begin(&mut self, effect: ActionEffect, tempo: Tempo, position: &Position) {
        let length = if effect.action.is_wait() { 0.0 } else { seconds(tempo) };
        let way = position.way(effect.action.from, effect.action.to).into_iter().map(middle).collect();
        self.playing = Some(Play { effect, way, length, passed: 0.0, hit: false });
    }

    fn hit(&mut self, effect: &ActionEffect, impacts: &mut MessageWriter<Impact>) {
        let from = effect.action.is_attack().then(|| middle(effect.action.to));
        for change in &effect.changes {
            let Some(shown) = &mut self.shown[change.slot] else { continue };
            let points = i16::from(change.after) - i16::from(change.before);
            shown.hp = change.after;
            if points != 0 {
                let own = change.slot == effect.who;
                let at = if own { shown.at } else { middle(change.from) };
                impacts.write(Impact { at, points, fell: change.after == 0, from: from.filter(|_| !own) });
            }
        }
    }

    fn finish(&mut self, effect: &ActionEffect) {
        for change in &effect.changes {
            if let Some(shown) = &mut self.shown[change.slot] {
                shown.at = middle(change.to);
                if change.after == 0 {
                    shown.life = shown.life.min(0.99);
                }
            }
        }
    }

    /// Shows `play` as it is now.
    fn pose(&mut self, play: &Play) {
        let action = play.effect.action;
        let share = (play.passed / play.length.max(1e-3)).min(1.0);
        let strikes = action.is_attack() || action.heals;
        let blow = if action.is_move() { BLOW_AFTER_WAY } else { BLOW };
        // The way takes all of the time, or what is before the blow.
        let walk = if action.is_move() && strikes { (share / (blow - 0.15)).min(1.0) } else { share };
        let Some(shown) = &mut self.shown[play.effect.who] else { return };
        let mut at = along(&play.way, ease(walk));
        if strikes && share > 0.0 {
            let (start, end) = (blow - 0.15, 1.0);
            let swing = if share < blow { (share - start) / (blow - start) } else { (end - share) / (end - blow) };
            let target = middle(action.target);
            at += (target - at) * LUNGE * swing.clamp(0.0, 1.0) * if action.heals { 0.3 } else { 1.0 };
            if target.x != at.x {
                shown.right = target.x > at.x;
            }
        } else if action.to.x() != action.from.x() {
            shown.right = action.to.x() > action.from.x();
        }
        shown.at = at;
        // Who is pushed slides after the blow.
        for change in
            play.effect.changes.iter().filter(|change| change.slot != play.effect.who && change.from != change.to)
        {
            if let Some(pushed) = &mut self.shown[change.slot] {
                let slide = ((share - blow) / (1.0 - blow)).clamp(0.0, 1.0);
                pushed.at = middle(change.from).lerp(middle(change.to), ease(slide));
            }
        }
    }
}

/// A point on a way of several squares.
pub fn along(way: &[Vec2], share: f32) -> Vec2 {
    let legs = way.len().saturating_sub(1);
    let place = share * legs as f32;
    let leg = (place as usize).min(legs.saturating_sub(1));
    match (way.get(leg), way.get(leg + 1)) {
        (Some(from), Some(to)) => from.lerp(*to, place - leg as f32),
        (Some(at), None) => *at,
        _ => Vec2::ZERO,
    }
}

fn ease(share: f32) -> f32 {
    share * share * (3.0 - 2.0 * share)
}

/// Seconds that a fall takes.
const FALL: f32 = 0.5;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Impact>().add_systems(
        Update,
        (follow, play.run_if(in_state(Running)))
            .chain()
            .in_set(StageSystems)
            .after(ControlSystems::Act)
            .run_if(in_state(Mode::TACTICS)),
    );
}

/// The stage has been brought up to date.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct StageSystems;

fn follow(
    fight: Option<Single<Ref<Fight>>>,
    stage: Option<Single<&mut Stage>>,
    mut hurry: MessageReader<Hurry>,
    imagined: Option<Res<Imagined<Position>>>,
) {
    let skips = hurry.read().count() > 0;
    let (Some(fight), Some(mut stage)) = (fight, stage) else { return };
    if let Some(imagined) = imagined.filter(|imagined| imagined.is_changed() || imagined.line().is_some()) {
        if imagined.is_changed() {
            **stage = imagined.line().map_or_else(|| Stage::at(&fight), |line| Stage::of(&line.after));
        }
        return;
    }
    if fight.is_changed() {
        stage.follow(&fight);
    }
    if skips && stage.is_busy() {
        **stage = Stage::at(&fight);
    }
}

fn play(
    table: Single<(&Fight, &Pace)>,
    mut stage: Single<&mut Stage>,
    time: Res<Time<Real>>,
    speed: Res<GameSpeed>,
    mut impacts: MessageWriter<Impact>,
) {
    let (fight, pace) = *table;
    let falls = stage.shown.iter().flatten().any(|shown| shown.life < 1.0);
    if !stage.is_busy() && !falls {
        return;
    }
    let stage = &mut **stage;
    let passed = time.delta_secs().min(0.1) * speed.factor();
    for shown in &mut stage.shown {
        if let Some(one) = shown.as_mut().filter(|one| one.life < 1.0) {
            one.life -= passed / FALL;
            if one.life <= 0.0 {
                *shown = None;
            }
        }
    }
    // Actions that wait are shown quicker.
    let hurry = 1.0 + stage.waiting.len() as f32 * 0.5;
    let mut left = passed * hurry;
    loop {
        if stage.playing.is_none() {
            let Some(effect) = stage.waiting.pop_front() else { return };
            stage.begin(effect, pace.tempo, fight.position());
        }
        let Some(mut play) = stage.playing.take() else { return };
        let used = left.min(play.length - play.passed);
        play.passed += used;
        left -= used;
        stage.pose(&play);
        let blow = if play.effect.action.is_move() { BLOW_AFTER_WAY } else { BLOW };
        if !play.hit && play.passed >= play.length * blow {
            play.hit = true;
            let effect = play.effect.clone();
            stage.hit(&effect, &mut impacts);
        }
        if play.passed < play.length {
            stage.playing = Some(play);
            return;
        }
        stage.finish(&play.effect);
    }
}
