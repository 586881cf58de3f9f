//! Whose eyes an observer uses, and what the sides have: for who watches a recording, or a match without a side in it.

use crate::client::kit::theme::sheet_picture;
use crate::client::kit::widgets::{Buttons, Tip, choice_button, presses, set_shown, set_text};
use crate::client::kit::{Art, Weight, frames, layout, theme};
use crate::games::rts::client::input::Player;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::follow::Follow;
use crate::games::rts::client::input::thoughts::ThoughtsShown;
use crate::games::rts::client::stage::Viewer;
use crate::games::rts::client::ui::PanelSystems;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::matches::MatchSystems;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::skirmish::{Side, Sides, Skirmish};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
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
struct SideName(u8);

/// How much a side has of something.
#[derive(Component, Clone, Copy)]
struct Stock(u8, fn(&Side) -> String);

/// Goods: the place in the sheet of commands, the width of the column in logical pixels, how much a side has.
const GOODS: [(usize, f32, fn(&Side) -> String); 3] = [
    (13, 58.0, |side| side.stock.gold.to_string()),
    (14, 58.0, |side| side.stock.wood.to_string()),
    (15, 66.0, |side| format!("{}/{}", side.supply_used, side.supply_given)),
];

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Viewer>()
        .init_resource::<SeenBy>()
        .add_systems(OnEnter(Screen::Match), spawn_live.after(MatchSystems::Begin).run_if(in_state(Mode::RTS)))
        .add_systems(
            Update,
            (begin.run_if(resource_changed::<Player>), show_live, show_buttons, show_stocks)
                .chain()
                .in_set(PanelSystems),
        );
}

/// The eyes to begin with are those of the player, who has all of them without a side.
fn begin(player: Res<Player>, sides: Option<Single<&Sides>>, mut seen_by: ResMut<SeenBy>) {
    let side = sides.and_then(|sides| sides.get(player.side).map(|_| player.side));
    seen_by.set_if_neq(SeenBy(side));
}

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct FollowButton;

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThoughtsButton;

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
        let tip = Tip::with_key("What a program plans, and why", "`");
        line.spawn((choice_button(art, "Thoughts"), ThoughtsButton, presses(RtsAction::ShowThoughts), tip));
    });
    panel.spawn((layout::column(2.0), Stocks)).with_children(|table| {
        for side in 0..sides {
            let (name, colour) = (art.player_colours.name(side), art.player_colours.colour(side));
            table.spawn(layout::line(0.0)).with_children(|line| {
                line.spawn(Node { width: px(96), flex_shrink: 0.0, ..default() })
                    .with_child((theme::text(art, Weight::Black, theme::BODY, colour, name), SideName(side)));
                for (icon, width, amount) in GOODS {
                    line.spawn(sheet_picture(&art.commands, icon, 18.0));
                    line.spawn(Node { width: px(width), padding: UiRect::left(px(4)), flex_shrink: 0.0, ..default() })
                        .with_child((
                            theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""),
                            Stock(side, amount),
                        ));
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
    commands.spawn((Name::new("Observer"), DespawnOnExit(Screen::Match), hidden, LivePanel)).with_children(|root| {
        root.spawn(theme::panel(&art, layout::column(6.0))).with_children(|panel| spawn(panel, &art, count));
    });
}

/// Who has lost the own side in a match, or gave it up, becomes an observer in the middle of it.
fn show_live(
    player: Res<Player>,
    playback: Res<Playback>,
    sides: Option<Single<&Sides>>,
    mut panel: Single<&mut Node, With<LivePanel>>,
) {
    set_shown(&mut panel, sides.is_some_and(|sides| player.observes(&sides, &playback)));
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
    mut buttons: Buttons<EyesButton>,
    mut followers: Buttons<FollowButton>,
    thoughts: Res<ThoughtsShown>,
    mut thinkers: Buttons<ThoughtsButton>,
    mut tables: Query<&mut Node, With<Stocks>>,
) {
    buttons.check(|button| Some(button.0 == seen_by.0));
    followers.check(|_| Some(follow.is_on()));
    thinkers.check(|_| Some(thoughts.0.is_some()));
    for mut node in &mut tables {
        // The bar at the top has those of a single side.
        set_shown(&mut node, seen_by.0.is_none());
    }
}

fn show_stocks(
    sides: Single<&Sides>,
    art: Res<Art>,
    mut stocks: Query<(&Stock, &mut Text)>,
    mut names: Query<(&SideName, &mut Text, &mut TextColor), Without<Stock>>,
) {
    for (Stock(side, amount), mut text) in &mut stocks {
        set_text(&mut text, sides.get(*side).map(amount).unwrap_or_default());
    }
    for (SideName(side), mut text, mut color) in &mut names {
        let handicap = sides.get(*side).map(|side| side.handicap).unwrap_or_default();
        set_text(&mut text, handicap.beside(art.player_colours.name(*side)));
        // Who seeks back sees those again who are beaten later.
        let is_beaten = sides.get(*side).is_some_and(|side| side.beaten.is_some());
        color.set_if_neq(TextColor(if is_beaten { theme::MUTED } else { art.player_colours.colour(*side) }));
    }
}
