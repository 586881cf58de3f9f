//! The side panel of the page.

use super::layered::{Begin, Layered};
use super::{AbstractionWish, Abstractions, Format, View, kinds};
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::widgets::number::Number;
use crate::client::kit::widgets::{Buttons, Look};
use crate::client::lab::chosen;
use crate::client::lab::frame::Side;
use crate::client::lab::maps::LabFolder;
use crate::client::lab::panel::{Tells, buttons, choice, heading, number, select, wide};
use crate::client::lab::select::Selects;
use crate::client::lab::stage::MOST_PANES;
use crate::client::lab::state::LabPage;
use crate::nav::coop::mapf::Moves;
use bevy::prelude::*;

/// The field for the number of the first kind.
#[derive(Component)]
pub(super) struct OfFirst;

pub(super) fn spawn(
    mut commands: Commands,
    side: Single<Entity, With<Side>>,
    art: Res<Art>,
    folder: Res<LabFolder>,
    page: Res<Abstractions>,
) {
    let column = (Name::new("Abstraction"), DespawnOnExit(LabPage::Abstraction), stack(6.0));
    commands.entity(*side).with_children(|side| {
        side.spawn(column).with_children(|panel| fill(panel, &art, &folder, &page));
    });
}

fn fill(panel: &mut ChildSpawnerCommands, art: &Art, folder: &LabFolder, page: &Abstractions) {
    heading(panel, art, "Map");
    let opened = ("As opened", AbstractionWish::MapAsItWas);
    chosen::spawn(panel, art, folder, &page.map, Some(opened), AbstractionWish::Map);
    let moves = [("4", Moves::Four), ("8", Moves::Eight)];
    let moves = moves
        .map(|(label, moves)| (label.to_owned(), "Directions of a step".to_owned(), AbstractionWish::Moves(moves)));
    choice(panel, art, "Directions", moves);
    let undo = ("Map as it was", "Without the walls that were painted", AbstractionWish::MapAsItWas);
    buttons(panel, art, [(undo.0.to_owned(), undo.1.to_owned(), undo.2)]);

    heading(panel, art, "Abstractions");
    for place in 0..MOST_PANES {
        let none = ("–".to_owned(), "Nothing here".to_owned(), AbstractionWish::Kind(place, None));
        let all = kinds()
            .into_iter()
            .map(|kind| (kind.to_string(), kind.explanation().to_owned(), AbstractionWish::Kind(place, Some(kind))));
        select(panel, art, &(place + 1).to_string(), (place > 0).then_some(none).into_iter().chain(all));
    }
    let tip = "Of the first: cells of a side, edges or nodes of a group, 1 or 2 to 64";
    let first = page.all.first().and_then(|first| first.kind.number()).unwrap_or(3);
    number(panel, art, ("Number", tip), first.into(), OfFirst, AbstractionWish::Number);

    heading(panel, art, "What is shown");
    let views = [
        ("Levels", "The moment is a level: the coarsest last", View::Levels),
        ("Way", "The moment is a search: each finds a way inside of the one before", View::Way),
    ];
    choice(
        panel,
        art,
        "Boards",
        views.map(|(label, tip, view)| (label.to_owned(), tip.to_owned(), AbstractionWish::View(view))),
    );

    heading(panel, art, "The way");
    let half = ("Half-way", "Half of the level on which both ends are one node", Begin::Half);
    let levels = [1, 2, 3, 4]
        .map(|level| (["1", "2", "3", "4"][level - 1], "The first search is on this level", Begin::Level(level)));
    let begins = std::iter::once(half).chain(levels);
    choice(
        panel,
        art,
        "Begins",
        begins.map(|(label, tip, begin)| (label.to_owned(), tip.to_owned(), AbstractionWish::Begin(begin))),
    );
    let rims = [0, 1, 2].map(|rim| {
        let tip = "Edges beside the way before that a search may use as well".to_owned();
        (rim.to_string(), tip, AbstractionWish::Rim(rim))
    });
    choice(panel, art, "Rim", rims);
    let measure = ("Measure the price", "Ways of a hundred questions against the shortest");
    wide(panel, art, Look::Main, measure, AbstractionWish::Measure);

    heading(panel, art, "Files");
    let files = [
        ("SVG", "The first board as a picture of shapes", Format::Svg),
        ("PNG", "The first board as a picture of pixels", Format::Png),
    ];
    buttons(
        panel,
        art,
        files.map(|(label, tip, format)| (label.to_owned(), tip.to_owned(), AbstractionWish::Write(format))),
    );
}

/// Buttons follow the page.
pub(super) fn follow(
    page: Res<Abstractions>,
    mut all: Buttons<Tells<AbstractionWish>>,
    mut fields: Query<&mut Number, With<OfFirst>>,
    mut known: Local<Option<u32>>,
) {
    all.check(|Tells(wish)| {
        Some(match wish {
            AbstractionWish::Map(wish) => !page.is_opened && page.map.is_chosen(wish),
            AbstractionWish::Moves(moves) => *moves == page.moves,
            AbstractionWish::View(view) => *view == page.view,
            AbstractionWish::Begin(begin) => *begin == page.begin,
            AbstractionWish::Rim(rim) => *rim == page.rim,
            _ => return None,
        })
    });
    let has_levels = page.all.iter().all(|one| one.hierarchy.is_some());
    all.enable(|Tells(wish)| {
        Some(match wish {
            AbstractionWish::Map(wish) => page.map.works(wish),
            AbstractionWish::MapAsItWas => page.before != page.passable,
            AbstractionWish::Measure => has_levels && !page.all.iter().any(Layered::is_pricing),
            AbstractionWish::Write(_) => has_levels,
            _ => return None,
        })
    });
    // Only when the kind has become another: the field may show a number half typed.
    let number = page.all.first().and_then(|first| first.kind.number());
    if let Some(number) = number.filter(|_| *known != number) {
        fields.iter_mut().for_each(|mut field| _ = field.set_if_neq(Number(number.into())));
    }
    *known = number;
}

/// Lists follow the page.
pub(super) fn follow_lists(page: Res<Abstractions>, mut lists: Selects<AbstractionWish>) {
    lists.choose(|wish| match wish {
        AbstractionWish::Map(wish) => !page.is_opened && page.map.is_chosen(wish),
        AbstractionWish::MapAsItWas => page.is_opened,
        AbstractionWish::Kind(place, kind) => page.all.get(*place).map(|one| one.kind) == *kind,
        _ => false,
    });
}
