//! The panel with what a program thinks, at the right edge while the overlay is shown.

pub mod words;

use crate::base::Cell;
use crate::client::kit::widgets::set_shown;
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::skirmish::key_bindings::KeyBindings;
use crate::games::rts::client::input::thoughts::ThoughtsShown;
use crate::games::rts::client::stage::{MARGIN, TOP_BAR};
use crate::games::rts::client::ui::{PanelSystems, time};
use crate::games::rts::client::view::thoughts::{POWER, THREAT};
use crate::games::rts::rules::Price;
use crate::games::rts::sim::board::{Board, TerrainGrid};
use crate::games::rts::sim::matches::MatchSystems;
use crate::games::rts::sim::skirmish::listening::{Listening, Shadow};
use crate::games::rts::sim::skirmish::{Control, Sides, Skirmish};
use crate::games::rts::sim::{GameRules, MatchClock};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use words::{Chapter, Teller, Tone, program};

#[derive(Component)]
struct Panel;

/// Width of the words, in pixels of nodes.
const WIDTH: f32 = 318.0;
/// Room that the panel takes beside the edge, with what it keeps clear around its words.
pub(crate) const ROOM: f32 = WIDTH + 24.0 + MARGIN;
/// Words that something good or bad is said with.
const GOOD: Color = Color::srgb(0.62, 0.9, 0.55);

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
struct Page {
    side: u8,
    title: String,
    program: String,
    next: Option<String>,
    chapters: Vec<Chapter>,
    warning: Option<String>,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(MatchSystems::Begin).run_if(in_state(Mode::RTS)))
        .add_systems(Update, show.in_set(PanelSystems));
}

fn spawn(boards: Query<(), (With<Board>, With<Skirmish>)>, art: Res<Art>, mut commands: Commands) {
    if boards.is_empty() {
        return;
    }
    let node = Node {
        position_type: PositionType::Absolute,
        top: px(TOP_BAR + MARGIN),
        right: px(MARGIN),
        display: Display::None,
        ..layout::column(3.0)
    };
    commands.spawn((
        Name::new("Thoughts"),
        DespawnOnExit(Screen::Match),
        theme::panel(&art, node),
        Pickable::IGNORE,
        Panel,
    ));
}

/// Shows the page whenever it has changed.
fn show(
    shown: Res<ThoughtsShown>,
    (listening, shadow): (Res<Listening>, Res<Shadow>),
    (rules, now, keys): (Res<GameRules>, Res<MatchClock>, Res<KeyBindings>),
    board: Single<(&Sides, &TerrainGrid), With<Board>>,
    panel: Single<(Entity, &mut Node), With<Panel>>,
    art: Res<Art>,
    mut written: Local<Option<(Entity, Page)>>,
    mut commands: Commands,
) {
    let (panel, mut node) = panel.into_inner();
    let told = shown.0.and_then(|side| Some((side, listening.of(side)?)));
    set_shown(&mut node, told.is_some());
    let Some((side, thoughts)) = told else { return };
    let (sides, terrain) = *board;
    let map = terrain.cells();
    let name = |side: u8| art.player_colours.name(side);
    let starts: Vec<Cell> = sides.iter().map(|side| side.start).collect();
    let teller = Teller {
        rules: &rules.0,
        starts: &starts,
        name: &name,
        side,
        stock: sides.get(side).map_or_else(Price::default, |side| side.stock),
        now: now.tick(),
        map: (map.width(), map.height()),
    };
    let has_others = sides.iter().filter(|side| side.control == Control::Bot).count() > 1;
    let page = Page {
        side,
        title: format!("Thoughts of {}", name(side)),
        program: thoughts.program.map(program).unwrap_or_default(),
        next: has_others.then(|| keys.label(RtsAction::Cycle)).flatten(),
        chapters: teller.page(thoughts),
        warning: shadow.first().map(|(tick, _)| {
            format!("Recorded with another version: from {} on it acted otherwise.", time(tick, &rules.0))
        }),
    };
    if written.as_ref().is_some_and(|(of, shown)| *of == panel && *shown == page) {
        return;
    }
    commands.entity(panel).despawn_children().with_children(|panel| fill(panel, &art, &page));
    *written = Some((panel, page));
}

fn fill(panel: &mut ChildSpawnerCommands, art: &Art, page: &Page) {
    panel
        .spawn(Node { width: px(WIDTH), justify_content: JustifyContent::SpaceBetween, ..layout::line(8.0) })
        .with_children(|head| {
            let colour = art.player_colours.colour(page.side).mix(&Color::WHITE, 0.25);
            head.spawn(theme::text(art, Weight::Black, theme::LABEL, colour, &page.title));
            if let Some(key) = &page.next {
                let words = format!("{key}: the next one");
                head.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, &words));
            }
        });
    let mut line = |weight, colour, words: &str, above: f32| {
        let node = Node { width: px(WIDTH), margin: UiRect::top(px(above)), ..default() };
        panel.spawn((theme::paragraph(art, weight, theme::SMALL, colour, words), node));
    };
    line(Weight::Regular, theme::MUTED, &page.program, 0.0);
    for chapter in &page.chapters {
        line(Weight::Black, theme::GOLD, chapter.title, 6.0);
        for one in &chapter.lines {
            let (weight, colour) = match one.tone {
                Tone::Plain => (Weight::Bold, theme::CREAM),
                Tone::Quiet => (Weight::Regular, theme::CREAM),
                Tone::Good => (Weight::Bold, GOOD),
                Tone::Bad => (Weight::Bold, theme::ALARM),
            };
            line(weight, colour, &one.words, 0.0);
        }
    }
    if let Some(warning) = &page.warning {
        line(Weight::Bold, theme::ALARM, warning, 6.0);
    }
    panel.spawn(Node { margin: UiRect::top(px(8)), ..layout::line(6.0) }).with_children(|legend| {
        for (colour, words) in [(THREAT, "threat"), (POWER, "own power")] {
            let node = Node { border_radius: BorderRadius::all(px(2)), ..layout::sized(12.0, 12.0) };
            legend.spawn((node, BackgroundColor(colour.with_alpha(0.6)), Pickable::IGNORE));
            legend.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, words));
        }
        let faint = "· faint: seen so long ago";
        legend.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, faint));
    });
}
