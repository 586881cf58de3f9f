//! What lies beside the board of a game in real time, and over it: a bar above, a foot below, a panel on the right, large words,
//! the bar of a replay. Sizes are in logical pixels.

use super::art::Art;
use super::frames::stack;
use super::replay_bar::{self, ReplayBar, Sought};
use super::theme::{self, Weight};
use super::widgets::{set_shown, set_text};
use crate::client::input::replay::ReplayControls;
use crate::client::stage::fitted;
use crate::shell::states::Screen;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

/// Width of the panel on the right of the board.
const PANEL: f32 = 264.0;
/// Height of the bar above the board.
const BAR: f32 = 56.0;
/// Height of the line below the board.
const FOOT: f32 = 38.0;
/// Room around the board.
const MARGIN: f32 = 13.0;

/// What is written below the board. A replay has its bar there instead.
#[derive(Component, Debug)]
struct Foot;

/// The large words over the board.
#[derive(Component, Debug)]
enum Part {
    Number,
    Sentence,
    Detail,
}

/// The plate behind the sentence.
#[derive(Component, Debug)]
struct Plate;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, show_foot);
}

/// Where a camera stands that shows a whole board of so many cells, as large as it can be, and its scale; `edge` is the
/// width of its frame in cells.
pub(crate) fn whole_board(board: Vec2, edge: f32, window: &Window, ui: f32) -> (Vec2, f32) {
    fitted((board, edge), [MARGIN, PANEL + MARGIN, BAR + MARGIN / 2.0, FOOT + MARGIN / 2.0], window, ui)
}

fn strip(height: f32) -> Node {
    Node {
        position_type: PositionType::Absolute,
        left: px(18),
        right: px(PANEL + 18.0),
        height: px(height),
        align_items: AlignItems::Center,
        ..default()
    }
}

/// The bar above the board; its parts stand apart.
pub(crate) fn bar(name: &'static str) -> impl Bundle {
    (
        Name::new(name),
        DespawnOnExit(Screen::Match),
        Pickable::IGNORE,
        Node { top: px(0), justify_content: JustifyContent::SpaceBetween, ..strip(BAR) },
    )
}

/// The line below the board.
pub(crate) fn foot(art: &Art, keys: &str) -> impl Bundle + use<> {
    (
        Name::new("Keys"),
        DespawnOnExit(Screen::Match),
        Pickable::IGNORE,
        Node { bottom: px(0), justify_content: JustifyContent::Center, ..strip(FOOT) },
        children![(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, keys), Foot)],
    )
}

/// The panel on the right.
pub(crate) fn panel(art: &Art, name: &'static str) -> impl Bundle + use<> {
    let node = Node {
        position_type: PositionType::Absolute,
        right: px(12),
        top: px(12),
        bottom: px(12),
        width: px(PANEL - 12.0),
        ..stack(9.0)
    };
    (Name::new(name), DespawnOnExit(Screen::Match), theme::panel(art, node))
}

fn show_foot(bar: Query<(), With<ReplayBar>>, mut foot: Query<&mut Node, With<Foot>>) {
    for mut node in &mut foot {
        set_shown(&mut node, bar.is_empty());
    }
}

/// Shows a moment of a replay in a bar below the board: its words, so wide, the line that is pressed, the keys.
pub(crate) fn follow_replay(
    moment: Option<ReplayBar>,
    bar: Option<Single<(Entity, &mut ReplayBar)>>,
    (art, commands): (&Art, &mut Commands),
    (width, keys): (f32, &str),
) {
    replay_bar::follow(moment, bar, commands, |commands| {
        commands
            .spawn((
                Name::new("Replay"),
                DespawnOnExit(Screen::Match),
                Node { bottom: px(0), column_gap: px(12), ..strip(FOOT) },
            ))
            .with_children(|bar| {
                bar.spawn(replay_bar::place(art, width));
                bar.spawn(replay_bar::track(12.0, 0.0));
                bar.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, keys));
                bar.spawn(replay_bar::leave(art, 30.0))
                    .observe(|_: On<Activate>, mut replay: ReplayControls| replay.stop());
            })
            .observe(|sought: On<Sought>, mut replay: ReplayControls| replay.seek(sought.to))
            .id()
    });
}

/// Spawns the place of the large words, in the middle of the board.
pub(crate) fn spawn_banner(mut commands: Commands, art: Res<Art>) {
    commands.spawn((
        Name::new("Banner"),
        DespawnOnExit(Screen::Match),
        Pickable::IGNORE,
        Node {
            position_type: PositionType::Absolute,
            left: px(0),
            right: px(PANEL),
            top: px(BAR),
            bottom: px(FOOT),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        },
        GlobalZIndex(10),
        children![
            (theme::text(&art, Weight::Black, 150.0, theme::CREAM, ""), theme::shadow(), Part::Number),
            (
                Node {
                    align_items: AlignItems::Center,
                    display: Display::None,
                    padding: UiRect::axes(px(34), px(16)),
                    border_radius: BorderRadius::all(px(10)),
                    max_width: percent(80),
                    ..stack(5.0)
                },
                BackgroundColor(theme::NIGHT.with_alpha(0.87)),
                Pickable::IGNORE,
                Plate,
                children![
                    (theme::text(&art, Weight::Black, 40.0, theme::CREAM, ""), Part::Sentence),
                    (theme::paragraph(&art, Weight::Regular, theme::LABEL, theme::MUTED, ""), Part::Detail),
                ],
            ),
        ],
    ));
}

/// What is written large over the board.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Words {
    /// By itself, very large.
    pub number: String,
    /// On a plate, which is not there without it.
    pub sentence: String,
    pub colour: Color,
    /// Below the sentence.
    pub detail: String,
}

impl Default for Words {
    fn default() -> Self {
        Self { number: String::new(), sentence: String::new(), colour: theme::CREAM, detail: String::new() }
    }
}

/// The large words over the board.
#[derive(SystemParam)]
pub(crate) struct Banner<'w, 's> {
    parts: Query<'w, 's, (&'static Part, &'static mut Text, &'static mut TextColor)>,
    plate: Query<'w, 's, &'static mut Node, With<Plate>>,
}

impl Banner<'_, '_> {
    pub(crate) fn write(&mut self, words: &Words) {
        // Not only unseen: the number would stand beside it and not in the middle.
        for mut node in &mut self.plate {
            set_shown(&mut node, !words.sentence.is_empty());
        }
        for (part, mut text, mut ink) in &mut self.parts {
            match part {
                Part::Number => set_text(&mut text, words.number.as_str()),
                Part::Sentence => {
                    set_text(&mut text, words.sentence.as_str());
                    ink.set_if_neq(TextColor(words.colour));
                }
                Part::Detail => set_text(&mut text, words.detail.as_str()),
            }
        }
    }
}
