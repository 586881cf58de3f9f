//! The side panel of searches.

use super::lane::Lane;
use super::stops::Stop;
use super::{Pace, SearchWish, Searching, Tool, puzzles};
use crate::base::Cell;
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme;
use crate::client::kit::widgets::number::Number;
use crate::client::kit::widgets::{Buttons, set_shown, set_text};
use crate::client::lab::frame::Side;
use crate::client::lab::maps::LabFolder;
use crate::client::lab::panel::{self, Tells};
use crate::client::lab::raster::range;
use crate::client::lab::select::Selects;
use crate::client::lab::stage::MOST_PANES;
use crate::client::lab::state::LabPage;
use crate::client::lab::{chosen, legend};
use crate::lab::colour::Shade;
use crate::lab::experiments::Answer;
use crate::lab::worlds::guess::Guess;
use crate::nav::coop::mapf::Moves;
use crate::nav::searchers::estimates::Heuristic;
use crate::nav::searchers::{CycleCheck, Searcher};
use bevy::prelude::*;

/// A paragraph of the panel.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// What the searcher does.
    Searcher,
    /// What the estimate does.
    Estimate,
    /// The cells at which playing stops.
    Stops,
    /// What the lowest and the highest colour stand for.
    Range,
}

/// A part of the panel that is not always there.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// What only maps have.
    Map,
    Heuristic,
    Guess,
    Check,
    Weight,
    Depth,
    /// What only several searches have.
    Several,
}

/// A field for a number.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    End(usize, usize),
    Weight,
    Depth,
    /// The breakpoint at f, or at g.
    Least(bool),
}

pub(super) fn spawn(
    side: Single<Entity, With<Side>>,
    (art, folder, page): (Res<Art>, Res<LabFolder>, Res<Searching>),
    mut commands: Commands,
) {
    commands.entity(*side).with_children(|side| {
        side.spawn((Node { flex_shrink: 0.0, ..stack(6.0) }, DespawnOnExit(LabPage::Search))).with_children(|panel| {
            world(panel, &art, &folder, &page);
            searches(panel, &art, &page);
            seen(panel, &art);
            stops(panel, &art, &page);
        });
    });
}

fn part(panel: &mut ChildSpawnerCommands, part: Part, fill: impl FnOnce(&mut ChildSpawnerCommands)) {
    panel.spawn((Node { flex_shrink: 0.0, ..stack(6.0) }, part)).with_children(fill);
}

fn plain(label: &str, wish: SearchWish) -> (String, String, SearchWish) {
    (label.into(), String::new(), wish)
}

fn told(label: &str, tip: &str, wish: SearchWish) -> (String, String, SearchWish) {
    (label.into(), tip.into(), wish)
}

fn world(panel: &mut ChildSpawnerCommands, art: &Art, folder: &LabFolder, page: &Searching) {
    panel::heading(panel, art, "World");
    let puzzles = puzzles().into_iter().map(|(label, tip, question)| (label, tip, SearchWish::World(Some(question))));
    let map = told("The map below", "Cells of a map", SearchWish::World(None));
    panel::select(panel, art, "World", std::iter::once(map).chain(puzzles));
    part(panel, Part::Map, |panel| {
        let given = ("As opened", SearchWish::Undraw);
        chosen::spawn(panel, art, folder, &page.map, Some(given), SearchWish::Map);
        let moves =
            [("4", Moves::Four), ("8", Moves::Eight)].map(|(label, moves)| plain(label, SearchWish::Moves(moves)));
        panel::choice(panel, art, "Moves", moves);
        let prices = [
            told("One price", "Every free cell costs the same", SearchWish::Prices(false)),
            told(
                "By terrain",
                "Roads are cheap, hills and water dear; not for jump point search",
                SearchWish::Prices(true),
            ),
        ];
        panel::choice(panel, art, "Ground", prices);
        let tools = [
            told("Ends", "Left: the start; right: the goal; both are dragged", SearchWish::Tool(Tool::Ends)),
            told("Walls", "Left: draws walls; right: takes them away", SearchWish::Tool(Tool::Wall)),
            told("Breaks", "A click sets a breakpoint, another takes it away", SearchWish::Tool(Tool::Stop)),
        ];
        panel::choice(panel, art, "Pointer", tools);
        for (end, label) in [(0, "Start"), (1, "Goal")] {
            let Cell { x, y } = page.ends[end];
            let fields = [(x, 0), (y, 1)].map(|(at, part)| (at.max(0) as u64, Field::End(end, part)));
            panel::pair(panel, art, (label, "Column and row, from 0"), fields, move |part, number| {
                SearchWish::End(end, part, number)
            });
        }
        let buttons = [
            told("Swap", "Start and goal change places", SearchWish::Swap),
            told("Undo drawing", "The map as it was before it was drawn on", SearchWish::Undraw),
        ];
        panel::buttons(panel, art, buttons);
    });
}

fn searches(panel: &mut ChildSpawnerCommands, art: &Art, page: &Searching) {
    panel::heading(panel, art, "Searches side by side");
    let lanes = (0..MOST_PANES).map(|lane| plain(&(lane + 1).to_string(), SearchWish::Lane(lane)));
    let more = [
        told("Add", "One more search beside the others", SearchWish::Add),
        told("Remove", "Takes the chosen one away", SearchWish::Remove),
    ];
    panel::buttons(panel, art, lanes.chain(more));
    let searchers = Searcher::ALL.map(|one| told(one.title(), one.explanation(), SearchWish::Searcher(one)));
    panel::select(panel, art, "Searcher", searchers);
    panel::words(panel, art, theme::MUTED, "", Line::Searcher);
    part(panel, Part::Heuristic, |panel| {
        let all = Heuristic::ALL.map(|one| told(one.name(), one.explanation(), SearchWish::Heuristic(one)));
        panel::select(panel, art, "Estimate", all);
        let tip = "Is it nowhere too high, and does it fall slowly enough? The worst cells are shown on the board";
        panel::buttons(panel, art, [told("Check the estimate", tip, SearchWish::Judge)]);
    });
    part(panel, Part::Guess, |panel| {
        let all = Guess::ALL.map(|one| told(one.name(), one.explanation(), SearchWish::Guess(one)));
        panel::select(panel, art, "Estimate", all);
    });
    panel::words(panel, art, theme::MUTED, "", Line::Estimate);
    part(panel, Part::Check, |panel| {
        let all = CycleCheck::ALL.map(|one| told(one.name(), one.explanation(), SearchWish::Check(one)));
        panel::choice(panel, art, "Refuses", all);
    });
    let options = page.lane().setup.options;
    part(panel, Part::Weight, |panel| {
        let tip = ("Weight %", "How much it trusts its estimate: 100 is A*, 200 twice as much");
        panel::number(panel, art, tip, options.weight.into(), Field::Weight, SearchWish::Weight);
    });
    part(panel, Part::Depth, |panel| {
        let tip = ("Depth", "The most operators of a way");
        panel::number(panel, art, tip, options.depth.into(), Field::Depth, SearchWish::Depth);
    });
    part(panel, Part::Several, |panel| {
        let paces = [
            told("Event", "The same number of events of all", SearchWish::Pace(Pace::Event)),
            told("Share", "The same share of all: they end together", SearchWish::Pace(Pace::Share)),
        ];
        panel::choice(panel, art, "Together", paces);
    });
}

fn seen(panel: &mut ChildSpawnerCommands, art: &Art) {
    panel::heading(panel, art, "Colours");
    let tip = |shade: Shade| match shade {
        Shade::State => "What each place is: open, closed, on the way",
        Shade::G => "Cost so far",
        Shade::H => "Estimate of the rest",
        Shade::F => "What the open list is ordered by",
        Shade::Order => "When each place became what it is",
    };
    panel::choice(panel, art, "Tell", Shade::ALL.map(|shade| told(shade.name(), tip(shade), SearchWish::Shade(shade))));
    panel::words(panel, art, theme::MUTED, "", Line::Range);
    legend::spawn(panel, art);
}

fn stops(panel: &mut ChildSpawnerCommands, art: &Art, page: &Searching) {
    panel::heading(panel, art, "Breakpoints");
    let kinds = [
        told("Goal seen", "The goal is reached, for the first time or again", SearchWish::Stop(Stop::Goal)),
        told("Halves meet", "Both halves of a two-way search meet", SearchWish::Stop(Stop::Meet)),
        told("New round", "The search begins anew with another limit", SearchWish::Stop(Stop::Round)),
        told("f at least", "A state with this f, or a higher one, is expanded", SearchWish::Stop(Stop::F)),
        told("g at least", "A state with this g, or a higher one, is expanded", SearchWish::Stop(Stop::G)),
    ];
    panel::buttons(panel, art, kinds);
    for (is_f, label, least) in [(true, "f", page.stops.f.1), (false, "g", page.stops.g.1)] {
        let tip = "The number of the breakpoint above";
        panel::number(panel, art, (label, tip), least, Field::Least(is_f), move |number| {
            SearchWish::Least(is_f, number)
        });
    }
    panel::words(panel, art, theme::MUTED, "", Line::Stops);
    panel::buttons(panel, art, [told("Clear breakpoints", "All of them go", SearchWish::ClearStops)]);
}

/// What the colours of the chosen search reach from and to.
fn range_words(page: &Searching) -> String {
    let Some(shown) = page.lane().shown.as_ref().filter(|_| page.shade != Shade::State) else { return String::new() };
    let (least, largest) = range(&shown.run, page.shade);
    let number = |value: f32| Answer::number(value.into());
    format!("From dark blue, {} {}, over green to yellow, {}.", page.shade.name(), number(least), number(largest))
}

/// What was found about the estimate of the chosen search.
fn verdict(page: &Searching) -> Option<String> {
    page.judged.as_ref().filter(|judged| judged.lane == page.chosen).map(|judged| judged.words.clone())
}

/// Controls and words follow the page.
pub(super) fn follow(
    page: Res<Searching>,
    mut buttons: Buttons<Tells<SearchWish>>,
    mut selects: Selects<SearchWish>,
    mut parts: Query<(&Part, &mut Node)>,
    mut lines: Query<(&Line, &mut Text), Without<Children>>,
    mut fields: Query<(&Field, &mut Number)>,
    fresh: Query<(), Added<Part>>,
    mut ranged: Local<(Shade, u32, usize, String)>,
) {
    if !page.is_changed() && fresh.is_empty() {
        return;
    }
    let page = &*page;
    let lane: &Lane = page.lane();
    let setup = &lane.setup;
    selects.choose(|wish| match wish {
        SearchWish::World(world) => *world == page.world,
        SearchWish::Map(wish) => page.given.is_none() && page.map.is_chosen(wish),
        SearchWish::Undraw => page.given.is_some(),
        SearchWish::Searcher(one) => *one == setup.searcher,
        SearchWish::Heuristic(one) => *one == setup.heuristic,
        SearchWish::Guess(one) => *one == setup.guess,
        _ => false,
    });
    buttons.check(|Tells(wish)| {
        Some(match wish {
            SearchWish::Map(wish) => page.given.is_none() && page.map.is_chosen(wish) && page.map.works(wish),
            SearchWish::Moves(moves) => *moves == page.moves,
            SearchWish::Prices(has_prices) => *has_prices == page.has_prices,
            SearchWish::Tool(tool) => *tool == page.tool,
            SearchWish::Lane(index) => *index == page.chosen,
            SearchWish::Check(check) => *check == setup.options.check,
            SearchWish::Shade(shade) => *shade == page.shade,
            SearchWish::Pace(pace) => *pace == page.pace,
            SearchWish::Stop(stop) => page.stops.has(stop),
            _ => return None,
        })
    });
    buttons.enable(|Tells(wish)| {
        Some(match wish {
            SearchWish::Map(wish) => page.map.works(wish),
            SearchWish::Lane(index) => *index < page.lanes.len(),
            SearchWish::Add => page.lanes.len() < MOST_PANES,
            SearchWish::Remove => page.lanes.len() > 1,
            SearchWish::ClearStops => !page.stops.is_empty(),
            _ => return None,
        })
    });
    if (ranged.0, ranged.1, ranged.2) != (page.shade, page.version, page.chosen) {
        *ranged = (page.shade, page.version, page.chosen, range_words(page));
    }
    let is_map = page.world.is_none();
    for (part, mut node) in &mut parts {
        let is_shown = match part {
            Part::Map => is_map,
            Part::Heuristic => is_map && setup.searcher.estimates(),
            Part::Guess => !is_map && setup.searcher.estimates(),
            Part::Check => setup.searcher.checks(),
            Part::Weight => setup.searcher == Searcher::WeightedAStar,
            Part::Depth => setup.searcher == Searcher::DepthLimited,
            Part::Several => page.lanes.len() > 1,
        };
        set_shown(&mut node, is_shown);
    }
    for (line, mut text) in &mut lines {
        let content = match line {
            Line::Searcher => setup.searcher.explanation().into(),
            Line::Estimate if !setup.searcher.estimates() => String::new(),
            Line::Estimate if page.judging.is_busy() => "Checking …".into(),
            Line::Estimate if is_map => verdict(page).unwrap_or_else(|| setup.heuristic.explanation().into()),
            Line::Estimate => setup.guess.explanation().into(),
            Line::Range => ranged.3.clone(),
            Line::Stops => match page.stops.places.len() {
                0 => "B sets one below the pointer: playing stops when that place is closed.".into(),
                1 => "One place is waited for.".into(),
                count => format!("{count} places are waited for."),
            },
        };
        set_text(&mut text, content);
    }
    for (field, mut number) in &mut fields {
        let value = match field {
            Field::End(end, part) => {
                let Cell { x, y } = page.ends[*end];
                [x, y][*part].max(0) as u64
            }
            Field::Weight => setup.options.weight.into(),
            Field::Depth => setup.options.depth.into(),
            Field::Least(is_f) => {
                if *is_f {
                    page.stops.f.1
                } else {
                    page.stops.g.1
                }
            }
        };
        number.set_if_neq(Number(value));
    }
}
