//! What a saved match keeps of the window: the speed of the game, where one looks, and what the player has set up for the
//! match: control groups, remembered views, what is selected and what is drawn over the map.
//!
//! Nothing of it is part of the match, and whoever has written the file may have written anything: what makes no sense is
//! left out, and if the text cannot be read at all, the player is told so.

use super::Player;
use super::command::Formation;
use super::groups::Groups;
use super::selection::Selection;
use crate::client::input::time::GameSpeed;
use crate::client::kit::notices::Notice;
use crate::client::stage::{MapCamera, scale, set_scale};
use crate::games::rts::client::input::camera;
use crate::games::rts::client::input::skirmish::look::Bookmarks;
use crate::games::rts::client::stage::{FindAgain, Overlays, RtsSystems};
use crate::games::rts::level::SIDES;
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::orders::Roster;
use crate::games::rts::sim::record::saves::Keepsake;
use crate::games::rts::sim::skirmish::{BuildingIndex, Sides};
use crate::games::rts::sim::units::Owner;
use crate::nav::step::UnitId;
use crate::shell::states::{Mode, Screen};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// It, as it is written into the first line of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SavedView {
    /// How fast time runs: the place among the speeds of the game.
    pub speed: usize,
    /// The middle of the view in world units.
    pub middle: (f32, f32),
    /// World units a pixel.
    pub scale: f32,
    /// The side that the player commands; in a skirmish that follows from its sides.
    pub side: u8,
    /// Who is selected: with buildings their rally points are shown.
    pub selected: Vec<UnitId>,
    /// The groups of the number keys.
    pub groups: Groups,
    /// The remembered views, in world units.
    pub marks: [Option<(f32, f32)>; 4],
    /// Whether units go in formation.
    pub formation: bool,
    /// What is drawn over the map.
    pub overlays: Overlays,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Match),
        find_again
            .in_set(FindAgain)
            .after(camera::look_at_own_units)
            .after(super::first_speed::begin)
            .run_if(in_state(Mode::RTS)),
    )
    .add_systems(Update, keep.in_set(RtsSystems::Act));
}

/// What the player has set up.
#[derive(SystemParam)]
struct SetUp<'w> {
    player: ResMut<'w, Player>,
    speed: ResMut<'w, GameSpeed>,
    selection: ResMut<'w, Selection>,
    groups: ResMut<'w, Groups>,
    marks: ResMut<'w, Bookmarks>,
    formation: ResMut<'w, Formation>,
    /// What is drawn over the map, where anything is drawn.
    overlays: Option<ResMut<'w, Overlays>>,
}

type View<'w, 's, A, B> = Single<'w, 's, (A, B), With<MapCamera>>;

/// Whenever the match is saved, by itself too, it finds here what to write.
fn keep(
    view: View<&Transform, &Projection>,
    now: SetUp,
    mut last: Local<Option<SavedView>>,
    mut keepsake: ResMut<Keepsake>,
) {
    let middle = view.0.translation;
    let now = SavedView {
        speed: now.speed.position(),
        middle: (middle.x, middle.y),
        scale: scale(view.1),
        side: now.player.side,
        selected: now.selection.iter().collect(),
        groups: now.groups.clone(),
        marks: now.marks.0.map(|mark| mark.map(Into::into)),
        formation: now.formation.0,
        overlays: now.overlays.as_deref().copied().unwrap_or_default(),
    };
    if last.as_ref() == Some(&now) {
        return;
    }
    // A number that is none cannot be written; there is nothing to be kept then.
    keepsake.now = serde_json::to_string(&now).unwrap_or_default();
    *last = Some(now);
}

/// What was kept, if the text is of this program and makes sense.
pub fn read(text: &str) -> Option<SavedView> {
    let mut kept: SavedView = serde_json::from_str(text).ok()?;
    let is_sound = |place: (f32, f32)| place.0.is_finite() && place.1.is_finite();
    kept.marks = kept.marks.map(|mark| mark.filter(|mark| is_sound(*mark)));
    kept.scale = kept.scale.max(camera::CLOSEST);
    (is_sound(kept.middle) && kept.scale.is_finite()).then_some(kept)
}

/// A saved match that is opened is looked at as it was left, with what the player had set up.
fn find_again(
    mut keepsake: ResMut<Keepsake>,
    mut view: View<&mut Transform, &mut Projection>,
    board: Single<(&Roster, Option<&BuildingIndex>, Option<&Sides>), With<Board>>,
    owners: Query<&Owner>,
    rules: Res<GameRules>,
    mut set_up: SetUp,
    mut notices: MessageWriter<Notice>,
) {
    // A match that was saved without a window has kept nothing.
    let Some(text) = keepsake.opened.take().filter(|text| !text.is_empty()) else { return };
    let Some(mut kept) = read(&text) else {
        notices
            .write(Notice("The control groups and views of this match cannot be read; it begins without them.".into()));
        return;
    };
    let (roster, building_index, sides) = *board;
    if sides.is_none() && kept.side < SIDES {
        set_up.player.side = kept.side;
    }
    // Whoever commands a side finds only those again who obey it.
    let side = sides.and_then(|sides| sides.get(set_up.player.side)).map(|_| set_up.player.side);
    let is_wanted = |unit: UnitId| {
        let entity = roster.entity(unit).or_else(|| building_index?.entity(unit));
        let owner = entity.and_then(|entity| owners.get(entity).ok());
        owner.is_some_and(|owner| side.is_none_or(|side| side == owner.0))
    };
    kept.groups.keep_only(is_wanted);
    set_up.selection.set(kept.selected.into_iter().filter(|unit| is_wanted(*unit)));
    *set_up.speed = GameSpeed::at(kept.speed);
    *set_up.groups = kept.groups;
    set_up.marks.0 = kept.marks.map(|mark| mark.map(Vec2::from));
    set_up.formation.0 = kept.formation;
    // A skirmish has no keys for them, and they show what the fog hides.
    if let (Some(overlays), None) = (&mut set_up.overlays, sides) {
        // A layer that the planner has.
        let most = rules.0.planner.window.saturating_sub(1);
        **overlays = Overlays { layer: kept.overlays.layer.min(most), ..kept.overlays };
    }
    let (transform, projection) = &mut *view;
    transform.translation = Vec2::from(kept.middle).extend(0.0);
    set_scale(projection, kept.scale);
}
