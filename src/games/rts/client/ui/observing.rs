//! Whose eyes an observer uses, and what the sides have: for who watches a recording, or a match without a side in it.

use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames;
use crate::client::kit::theme::{self, Weight, sheet_picture};
use crate::client::kit::widgets::{Tip, choice_button, presses, set_checked, set_shown, set_text};
use crate::games::rts::client::input::Player;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::follow::Follow;
use crate::games::rts::client::stage::Viewer;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::matches::MatchSystems;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::skirmish::{Sides, Skirmish};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::ui::Checked;
use bevy::ui_widgets::{Activate, observe};

/// The side that an observer looks with, and the whole of whose team is seen by; `None`: everything is shown.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SeenBy(pub Option<u8>);

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct EyesButton(pub Option<u8>);

/// The panel of who watches a match that is being played.
#[derive(Component)]
struct LivePanel;

/// What all sides have, while all is shown.
#[derive(Component)]
struct Stocks;

#[derive(Component, Clone, Copy)]
struct Name(u8);

#[derive(Component, Clone, Copy)]
struct Stock(u8, Good);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Good {
    Gold,
    Wood,
    Supply,
}

impl Good {
    /// With their places in the sheet of commands, and the widths of their columns in logical pixels.
    const ALL: [(Self, usize, f32); 3] = [(Self::Gold, 13, 58.0), (Self::Wood, 14, 58.0), (Self::Supply, 15, 66.0)];
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Viewer>()
        .init_resource::<SeenBy>()
        .add_systems(OnEnter(Screen::Match), spawn_live.after(MatchSystems::Begin).run_if(in_state(Mode::RTS)))
        .add_systems(
            Update,
            (begin.run_if(resource_changed::<Player>), show_live, show_buttons, show_stocks)
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(Mode::RTS)),
        );
}

/// The eyes to begin with are those of the player, who has all of them without a side.
fn begin(player: Res<Player>, sides: Option<Single<&Sides>>, mut seen_by: ResMut<SeenBy>) {
    let side = sides.and_then(|sides| sides.get(player.side).map(|_| player.side));
    seen_by.set_if_neq(SeenBy(side));
}

/// The button that lets the view follow the action.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct FollowButton;

/// Width of the panel at most, in pixels of nodes.
const WIDTH: f32 = 500.0;

pub(crate) fn spawn_follow(line: &mut ChildSpawnerCommands, art: &Art) {
    let tip = Tip::with_key("The view goes where most happens, until you move it", "End");
    line.spawn((choice_button(art, "Follow the action"), FollowButton, presses(RtsAction::Follow), tip));
}

/// The row of buttons and the table, for `sides` sides.
pub(crate) fn spawn(panel: &mut ChildSpawnerCommands, art: &Art, sides: u8) {
    let row = Node { max_width: px(WIDTH), column_gap: px(6), row_gap: px(6), ..frames::row() };
    panel.spawn(row).with_children(|line| {
        line.spawn(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, "Seen by"));
        line.spawn((choice_button(art, "All"), EyesButton(None), observe(choose)));
        for side in 0..sides {
            line.spawn((choice_button(art, art.player_colours.name(side)), EyesButton(Some(side)), observe(choose)));
        }
        spawn_follow(line, art);
    });
    let table = Node { flex_direction: FlexDirection::Column, row_gap: px(2), ..default() };
    panel.spawn((table, Stocks, Pickable::IGNORE)).with_children(|table| {
        for side in 0..sides {
            let line = Node { align_items: AlignItems::Center, ..default() };
            table.spawn((line, Pickable::IGNORE)).with_children(|line| {
                let name = Node { width: px(64), flex_shrink: 0.0, ..default() };
                line.spawn((name, Pickable::IGNORE)).with_child((
                    theme::text(
                        art,
                        Weight::Black,
                        theme::BODY,
                        art.player_colours.colour(side),
                        art.player_colours.name(side),
                    ),
                    Name(side),
                ));
                for (good, icon, width) in Good::ALL {
                    line.spawn(sheet_picture(&art.commands, icon, 18.0));
                    let number = Node { width: px(width), padding: UiRect::left(px(4)), flex_shrink: 0.0, ..default() };
                    line.spawn((number, Pickable::IGNORE))
                        .with_child((theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""), Stock(side, good)));
                }
            });
        }
    });
}

/// Where the strip of a recording and the panel of observers are. The middle belongs to the sign of the pause.
pub(crate) fn corner() -> Node {
    Node { position_type: PositionType::Absolute, top: px(52), left: px(10), ..default() }
}

fn spawn_live(
    playback: Res<Playback>,
    sides: Option<Single<&Sides, With<Board>>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let Some(sides) = sides.filter(|_| playback.ticks().is_none()) else { return };
    let count = sides.iter().len() as u8;
    let hidden = Node { display: Display::None, ..corner() };
    commands
        .spawn((
            bevy::prelude::Name::new("Observer"),
            DespawnOnExit(Screen::Match),
            Pickable::IGNORE,
            hidden,
            LivePanel,
        ))
        .with_children(|root| {
            let column = Node { flex_direction: FlexDirection::Column, row_gap: px(6), ..default() };
            root.spawn(theme::panel(&art, column)).with_children(|panel| spawn(panel, &art, count));
        });
}

/// Who has lost the own side in a match, or gave it up, becomes an observer in the middle of it.
fn show_live(
    player: Res<Player>,
    playback: Res<Playback>,
    sides: Option<Single<&Sides>>,
    mut panels: Query<&mut Node, With<LivePanel>>,
) {
    let is_shown = sides.is_some_and(|sides| player.observes(&sides, &playback));
    for mut node in &mut panels {
        set_shown(&mut node, is_shown);
    }
}

fn choose(
    activate: On<Activate>,
    buttons: Query<&EyesButton>,
    table: Option<Single<(&Sides, &Skirmish)>>,
    mut seen_by: ResMut<SeenBy>,
    mut viewer: ResMut<Viewer>,
) {
    let (Ok(EyesButton(side)), Some(table)) = (buttons.get(activate.entity), table) else { return };
    let (sides, skirmish) = *table;
    seen_by.set_if_neq(SeenBy(*side));
    // Without fog all eyes see the same.
    let eyes = side.filter(|_| skirmish.fog).map(|side| Viewer::Sides(sides.team_mask(side)));
    viewer.set_if_neq(eyes.unwrap_or_default());
}

fn show_buttons(
    seen_by: Res<SeenBy>,
    follow: Res<Follow>,
    buttons: Query<(Entity, &EyesButton, Has<Checked>)>,
    followers: Query<(Entity, Has<Checked>), With<FollowButton>>,
    mut tables: Query<&mut Node, With<Stocks>>,
    mut commands: Commands,
) {
    for (entity, button, is_checked) in &buttons {
        set_checked(&mut commands, entity, is_checked, button.0 == seen_by.0);
    }
    for (entity, is_checked) in &followers {
        set_checked(&mut commands, entity, is_checked, follow.is_on());
    }
    for mut node in &mut tables {
        // The bar at the top has those of a single side.
        set_shown(&mut node, seen_by.0.is_none());
    }
}

fn show_stocks(
    sides: Option<Single<&Sides>>,
    art: Res<Art>,
    mut stocks: Query<(&Stock, &mut Text)>,
    mut names: Query<(&Name, &mut TextColor)>,
) {
    let Some(sides) = sides else { return };
    for (Stock(side, good), mut text) in &mut stocks {
        let Some(side) = sides.get(*side) else { continue };
        let content = match good {
            Good::Gold => side.stock.gold.to_string(),
            Good::Wood => side.stock.wood.to_string(),
            Good::Supply => format!("{}/{}", side.supply_used, side.supply_given),
        };
        set_text(&mut text, content);
    }
    for (Name(side), mut color) in &mut names {
        // Who seeks back sees those again who are beaten later.
        let is_beaten = sides.get(*side).is_some_and(|side| side.beaten.is_some());
        color.set_if_neq(TextColor(if is_beaten { theme::MUTED } else { art.player_colours.colour(*side) }));
    }
}
