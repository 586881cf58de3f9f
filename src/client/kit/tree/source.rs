//! From the programs of a game to the tree that is looked at, and from its selected node to a position on the board.

use super::looked::{Browser, Looked, Told};
use super::orders::HINT;
use super::{TreeSystems, TreeWish};
use crate::arena::TurnGame;
use crate::base::wording::capitalised;
use crate::client::kit::notices::Notice;
use crate::client::stage::TreeOpen;
use crate::shell::states::Screen;
use crate::table::searched::strongest;
use crate::table::thinking::{ThinkPolicy, Thinking};
use crate::table::{Advice, Board, Phase, Playable, Program, Searched, Seat, TableSetup};
use bevy::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// How long a search takes that is asked for in the window.
const TIME: Duration = Duration::from_secs(1);

/// A position of a tree that the board shows instead of the match.
#[derive(Debug, Clone)]
pub struct Line<G: TurnGame> {
    /// What was searched.
    pub before: G,
    pub steps: Vec<G::Step>,
    pub after: G,
}

/// What the board shows instead of the match, while a tree is looked at.
#[derive(Resource, Debug, Clone)]
pub struct Imagined<G: TurnGame>(Option<Line<G>>);

impl<G: TurnGame> Imagined<G> {
    pub const fn line(&self) -> Option<&Line<G>> {
        self.0.as_ref()
    }
}

impl<G: TurnGame> Default for Imagined<G> {
    fn default() -> Self {
        Self(None)
    }
}

/// The search that is looked at.
#[derive(Resource)]
struct Source<G: TurnGame> {
    searched: Option<Arc<Searched<G>>>,
    /// The different moves of its trees.
    steps: Vec<G::Step>,
    thinking: Option<Thinking<Option<Searched<G>>>>,
    count: u32,
}

impl<G: TurnGame> Default for Source<G> {
    fn default() -> Self {
        Self { searched: None, steps: Vec::new(), thinking: None, count: 0 }
    }
}

/// The trees of a game's programs can be looked at.
pub fn browse<G: Playable>(app: &mut App) {
    app.init_resource::<Source<G>>()
        .init_resource::<Imagined<G>>()
        .add_systems(
            Update,
            ((think::<G>, find::<G>).chain().in_set(TreeSystems::Find), imagine::<G>.in_set(TreeSystems::Show))
                .run_if(in_state(G::MODE))
                .run_if(in_state(Screen::Match)),
        )
        .add_systems(
            OnExit(Screen::Match),
            |mut source: ResMut<Source<G>>, mut imagined: ResMut<Imagined<G>>, mut browser: ResMut<Browser>| {
                *source = Source::default();
                imagined.0 = None;
                browser.looked = None;
                browser.is_thinking = false;
            },
        );
}

/// Takes up a search.
fn look<G: Playable>(source: &mut Source<G>, browser: &mut Browser, searched: &Arc<Searched<G>>, thinker: String) {
    let mut places: BTreeMap<String, u32> = BTreeMap::new();
    let (mut steps, mut words) = (Vec::new(), Vec::new());
    let recording = searched.recording.map(|step| {
        let word = step.to_string();
        *places.entry(word).or_insert_with_key(|word| {
            steps.push(step);
            words.push(word.clone());
            steps.len() as u32 - 1
        })
    });
    let position = &searched.position;
    let (side, turn) = (position.seat(), position.turns());
    let told = Told { game: G::NAME, thinker, position: position.question(side), turn, side };
    source.count += 1000;
    browser.looked = Some(Looked::new(told, words, recording, source.count));
    source.searched = Some(searched.clone());
    source.steps = steps;
    browser.is_old = false;
}

/// Takes up the search that is asked for, or the newest when the window is opened.
fn find<G: Playable>(
    open: Res<TreeOpen>,
    mut orders: MessageReader<TreeWish>,
    (programs, advice): (Query<(&Seat<G::Kind>, &Program<G>)>, Option<Single<&Advice<G>>>),
    mut source: ResMut<Source<G>>,
    mut browser: ResMut<Browser>,
) {
    let mut wanted = None;
    for order in orders.read() {
        match order {
            TreeWish::Newest => wanted = Some(None),
            TreeWish::Source(place) => wanted = Some(Some(*place)),
            _ => {}
        }
    }
    if !open.0 {
        return;
    }
    let has_opened = open.is_changed();
    let of_programs = programs.iter().filter_map(|(seat, program)| {
        let searched = program.searched()?.clone();
        Some((seat.number, seat.kind.name(), searched))
    });
    let hint = advice.and_then(|advice| Some((HINT, "hint".to_string(), advice.searched()?.clone())));
    let newest: Vec<_> = of_programs.chain(hint).collect();
    let sources = [0, 1, HINT].map(|place| newest.iter().any(|(other, ..)| *other == place));
    if browser.sources != sources {
        browser.sources = sources;
    }
    let last = newest.iter().max_by_key(|(.., searched)| searched.number);
    let is_old = last.zip(source.searched.as_ref()).is_some_and(|((.., last), shown)| last.number > shown.number);
    if browser.is_old != is_old && browser.looked.is_some() {
        browser.is_old = is_old;
    }
    let chosen = match wanted {
        Some(Some(place)) => newest.iter().find(|(other, ..)| *other == place),
        Some(None) => last,
        None if has_opened && (is_old || browser.looked.is_none()) => last,
        None => return,
    };
    if let Some((_, thinker, searched)) = chosen {
        look(&mut source, &mut browser, searched, thinker.clone());
    }
}

/// Lets the strongest program search what is on the board, on request.
fn think<G: Playable>(
    mut orders: MessageReader<TreeWish>,
    table: Option<Single<(&Board<G>, &Phase)>>,
    (policy, setup): (Res<ThinkPolicy>, Res<TableSetup<G>>),
    (mut source, mut browser): (ResMut<Source<G>>, ResMut<Browser>),
    mut notices: MessageWriter<Notice>,
) {
    let asked = orders.read().filter(|order| **order == TreeWish::Think).count() > 0;
    let Some(table) = table else { return };
    let Some(kind) = strongest::<G>() else { return };
    if asked && source.thinking.is_none() {
        let position = table.0.position().clone();
        if setup.has_no_help(*table.1) {
            notices.write(Notice("Nothing is searched while a puzzle is to be solved.".into()));
        } else if position.outcome().is_some() {
            notices.write(Notice("The match is over here: there is nothing to search.".into()));
        } else {
            let seat = position.seat();
            let search = move |budget: &_| Searched::by(kind, 0, position, seat, budget);
            source.thinking = Some(Thinking::start(*policy, u32::MAX, TIME, search));
            browser.is_thinking = true;
        }
    }
    if source.thinking.is_none() {
        return;
    }
    let Some(found) = source.thinking.as_mut().and_then(|thinking| thinking.take(0)) else { return };
    source.thinking = None;
    browser.is_thinking = false;
    match found {
        Some(searched) => look(&mut source, &mut browser, &Arc::new(searched), format!("{kind}, asked here")),
        None => _ = notices.write(Notice(capitalised("nothing was searched: the move is forced."))),
    }
}

/// The board shows the selected node.
fn imagine<G: Playable>(
    open: Res<TreeOpen>,
    source: Res<Source<G>>,
    browser: Res<Browser>,
    mut imagined: ResMut<Imagined<G>>,
    mut last: Local<Option<(u32, u32)>>,
) {
    let looked = browser.looked.as_ref().filter(|_| open.0);
    let now = looked.map(|looked| (looked.number, looked.selected()));
    if *last == now {
        return;
    }
    *last = now;
    let line = looked.zip(source.searched.as_ref()).map(|(looked, searched)| {
        let way = looked.tree().way(looked.selected());
        let mut after = searched.position.clone();
        let mut steps = Vec::new();
        for step in way.into_iter().map(|word| source.steps[word as usize]) {
            let seat = after.seat();
            if after.apply(&[(seat, step)]).is_err() {
                break;
            }
            steps.push(step);
        }
        Line { before: searched.position.clone(), steps, after }
    });
    imagined.0 = line;
}
