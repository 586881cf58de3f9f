//! The camera of who only watches: a match begins where something happens, and on request the view stays with what happens.
//!
//! What happens is read from the state and not from events, so that it is known after a leap through a recording as well:
//! who was hurt a short while ago counts most, then armies on the march, sites, workers on their ways. It is added up in
//! squares of cells, and the view goes to the square in whose neighbourhood most happens.

use crate::base::Cell;
use crate::client::input::bindings::Press;
use crate::client::stage::{MapCamera, scale, to_world};
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::camera;
use crate::games::rts::client::input::frame::Covered;
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::{FindAgain, RtsSystems, Viewer};
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::skirmish::sight::Seen;
use crate::nav::step::Tick;
use crate::shell::states::{Mode, Screen};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Whether the view follows the action, and how it does.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Follow {
    is_on: bool,
    /// Where it goes, in cells.
    target: Option<Vec2>,
    /// Real seconds until it looks for another place, and since it has come to this one.
    pause: f32,
    stayed: f32,
    /// Where the view was left in the last frame, and its scale: somewhere else the player has moved it.
    left: Option<(Vec2, f32)>,
}

impl Follow {
    pub(crate) const fn is_on(&self) -> bool {
        self.is_on
    }
}

/// Cells of a side of the squares in which what happens is added up.
const SQUARE: i16 = 8;
/// Ticks for which damage counts.
pub const DAMAGE: Tick = 100;
/// Weight of a unit that fights on the march; fresh damage has [`DAMAGE`].
pub const MARCH: u32 = 4;
/// Weight of a site.
const SITE: u32 = 3;
/// Weight of a worker on the way.
pub const WORK: u32 = 1;
/// Real seconds from one look for the place to the next.
const LOOKS_EVERY: f32 = 0.25;
/// Real seconds that the view stays at a place, unless nothing happens there any more or several times as much elsewhere.
const STAYS: f32 = 4.0;
/// How many halves as much must happen elsewhere before the view leaves a place, in its first seconds and afterwards.
const HALVES: [u64; 2] = [8, 3];
/// How fast the view comes near the place, as parts a second.
const PACE: f32 = 2.5;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Follow>()
        .add_systems(
            OnEnter(Screen::Match),
            begin.after(camera::look_at_own_units).before(FindAgain).run_if(in_state(Mode::RTS)),
        )
        .add_systems(
            Update,
            (follow.after(camera::look_at).before(camera::clamp), note.after(camera::clamp)).in_set(RtsSystems::Look),
        );
}

/// Something that happens: where, and how much it counts.
pub type Activity = (Cell, u32);

/// The middle, in cells, of where most happens. It stays in the neighbourhood of `here` unless `halves` halves as much happens
/// elsewhere.
pub fn busiest(activities: &[Activity], here: Option<Vec2>, halves: u64) -> Option<Vec2> {
    let square = |cell: Cell| (cell.x.div_euclid(SQUARE), cell.y.div_euclid(SQUARE));
    let mut squares: BTreeMap<(i16, i16), [u64; 3]> = BTreeMap::new();
    for (cell, weight) in activities.iter().filter(|(cell, _)| cell.x >= 0 && cell.y >= 0) {
        let [all, x, y] = squares.entry(square(*cell)).or_default();
        let weight = u64::from(*weight);
        *all += weight;
        *x += weight * cell.x as u64;
        *y += weight * cell.y as u64;
    }
    let around = |(column, row): (i16, i16)| {
        let near = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (column.saturating_add(dx), row.saturating_add(dy))));
        near.filter_map(|near| squares.get(&near)).fold([0; 3], |sum, one| [0, 1, 2].map(|part| sum[part] + one[part]))
    };
    // Of equal ones the upper left one.
    let best = squares.keys().map(|key| (around(*key), Reverse(*key))).max_by_key(|(sum, key)| (sum[0], *key))?.0;
    let here = here.map(|here| around(square(Cell::new(here.x as i16, here.y as i16))));
    let chosen = here.filter(|here| here[0] > 0 && here[0] * halves >= best[0] * 2).unwrap_or(best);
    let middle = |sum: u64| sum as f32 / chosen[0].max(1) as f32 + 0.5;
    Some(Vec2::new(middle(chosen[1]), middle(chosen[2])))
}

/// What happens, as far as the eyes of the window see it.
#[derive(SystemParam)]
struct MatchActivity<'w, 's> {
    skirmish: SkirmishView<'w, 's>,
    seen: Query<'w, 's, &'static Seen, With<Board>>,
    viewer: Option<Res<'w, Viewer>>,
    playback: Res<'w, Playback>,
}

/// How much damage counts that fell at a tick; none at all if that is 0.
pub fn damage_weight(at: Tick, now: Tick) -> u32 {
    if at == 0 { 0 } else { DAMAGE.saturating_sub(now.saturating_sub(at)) }
}

impl MatchActivity<'_, '_> {
    /// Whether nobody in front of this window plays.
    fn is_watched(&self) -> bool {
        let sides = self.skirmish.sides();
        sides.map_or(self.playback.ticks().is_some(), |sides| self.skirmish.player.observes(sides, &self.playback))
    }

    /// Damage, and unless only that is wanted marches, sites and work.
    fn all(&self, only_damage: bool) -> Vec<Activity> {
        let (skirmish, now) = (&self.skirmish, self.skirmish.clock.tick());
        let units = skirmish.units.iter().map(|unit| {
            let weight = match unit.stepping.under_way(now) {
                Some(_) if skirmish.unit_kind(&unit).works => WORK,
                Some(_) => MARCH,
                None => 0,
            };
            (skirmish.unit_area(&unit), unit.owner.0, unit.fighting.hurt_at(), weight)
        });
        let buildings = skirmish.buildings.iter().map(|building| {
            let weight = if building.state.is_finished() { 0 } else { SITE };
            (skirmish.building_area(&building), building.owner.0, building.fighting.hurt_at(), weight)
        });
        let viewer = self.viewer.as_deref().copied().unwrap_or_default();
        let seen = self.seen.iter().next();
        let weighed = units.chain(buildings).map(|(area, owner, hurt_at, weight)| {
            (area, owner, damage_weight(hurt_at, now) + if only_damage { 0 } else { weight })
        });
        weighed
            .filter(|(area, owner, weight)| *weight > 0 && viewer.sees_body(seen, *owner, area.at, area.size))
            .map(|(area, _, weight)| {
                let half = i16::from(area.size) / 2;
                (Cell::new(area.at.x.saturating_add(half), area.at.y.saturating_add(half)), weight)
            })
            .collect()
    }
}

/// Who comes to a fight begins there.
fn begin(mut follow: ResMut<Follow>, activity: MatchActivity, mut view: Single<&mut Transform, With<MapCamera>>) {
    *follow = Follow::default();
    if activity.is_watched()
        && let Some(place) = busiest(&activity.all(true), None, 0)
    {
        view.translation = to_world(place.x, place.y).extend(0.0);
    }
}

/// Moves the view, and lets it go where the player moves it by hand.
fn follow(
    mut presses: MessageReader<Press<RtsAction>>,
    activity: MatchActivity,
    time: Res<Time<Real>>,
    ui: Option<Res<UiScale>>,
    window: Single<&Window, With<PrimaryWindow>>,
    view: Single<(&mut Transform, &Projection), With<MapCamera>>,
    mut follow: ResMut<Follow>,
) {
    let is_asked = presses.read().filter(|press| press.0 == RtsAction::Follow).count() % 2 == 1;
    let can = activity.is_watched();
    let (mut transform, projection) = view.into_inner();
    let at = transform.translation.truncate();
    let scale = scale(projection);
    // The wheel moves the view as well, and means nothing by it.
    let is_moved = follow.left.is_some_and(|(left, before)| before == scale && left.distance(at) > scale);
    if follow.is_on && (is_asked || is_moved || !can) {
        *follow = Follow::default();
        return;
    }
    if is_asked && can {
        *follow = Follow { is_on: true, ..Follow::default() };
    }
    if !follow.is_on {
        return;
    }
    let passed = time.delta_secs().min(0.1);
    let state = follow.bypass_change_detection();
    state.pause -= passed;
    state.stayed += passed;
    if state.pause <= 0.0 {
        state.pause = LOOKS_EVERY;
        let halves = HALVES[usize::from(state.stayed > STAYS)];
        let found = busiest(&activity.all(false), state.target, halves);
        let is_far = |place: Vec2| state.target.is_none_or(|before| before.distance(place) > f32::from(SQUARE));
        if found.is_some_and(is_far) {
            state.stayed = 0.0;
        }
        state.target = found.or(state.target);
    }
    let Some(place) = state.target else { return };
    // In the middle of what the panels leave free.
    let lift = Covered::by_hud(ui.as_deref()).lift() * scale;
    let wanted = to_world(place.x, place.y) - Vec2::new(0.0, lift);
    let way = wanted - at;
    // A place out of sight is cut to: to fly over half of a map shows nothing of it.
    let part = if way.length() > window.size().length() * scale / 2.0 { 1.0 } else { 1.0 - (-PACE * passed).exp() };
    transform.translation = (at + way * part).extend(0.0);
}

/// Where the view is after all that may move it.
fn note(view: Single<(&Transform, &Projection), With<MapCamera>>, mut follow: ResMut<Follow>) {
    if follow.is_on {
        follow.bypass_change_detection().left = Some((view.0.translation.truncate(), scale(view.1)));
    }
}
