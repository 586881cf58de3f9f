//! The side panel of the page.

use super::{Continuous, ContinuousWish, Format, Source};
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme;
use crate::client::kit::widgets::Buttons;
use crate::client::lab::chosen::MapWish;
use crate::client::lab::frame::Side;
use crate::client::lab::maps::{LabFolder, SIDES, choices};
use crate::client::lab::panel::{Tells, buttons, choice, heading, number, select, words};
use crate::client::lab::select::Selects;
use crate::client::lab::state::LabPage;
use crate::files::listed;
use crate::nav::continuous::Method;
use bevy::prelude::*;

pub(super) fn spawn(
    mut commands: Commands,
    side: Single<Entity, With<Side>>,
    art: Res<Art>,
    folder: Res<LabFolder>,
    page: Res<Continuous>,
) {
    let column = (Name::new("Continuous"), DespawnOnExit(LabPage::Continuous), stack(6.0));
    commands.entity(*side).with_children(|side| {
        side.spawn(column).with_children(|panel| fill(panel, &art, &folder, &page));
    });
}

fn fill(panel: &mut ChildSpawnerCommands, art: &Art, folder: &LabFolder, page: &Continuous) {
    heading(panel, art, "Polygons");
    let own = [("A few polygons", "To begin with", Source::Sample), ("An empty map", "To draw on", Source::Empty)];
    let own = own.map(|(label, tip, source)| (label.to_owned(), tip.to_owned(), source));
    let cells = choices(folder).into_iter().map(|(label, tip, choice)| (label, tip, Source::Cells(choice)));
    let files = ["ron", "svg"].into_iter().flat_map(|end| {
        let paths = folder.0.iter().flat_map(move |folder| listed(folder, end).unwrap_or_default());
        paths.map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, path.display().to_string(), Source::File(path))
        })
    });
    let sources = own.into_iter().chain(cells).chain(files);
    select(panel, art, "From", sources.map(|(label, tip, source)| (label, tip, ContinuousWish::Source(source))));
    let sides = SIDES.into_iter().filter(|side| *side <= 128);
    let sides = sides.map(|side| (side.to_string(), "Cells of maps that are made".to_owned(), side));
    choice(panel, art, "Side", sides.map(|(label, tip, side)| (label, tip, ContinuousWish::Map(MapWish::Side(side)))));
    let seed = ("Map seed", "Another number makes another map of its kind");
    number(panel, art, seed, page.cells.seed, (), |seed| ContinuousWish::Map(MapWish::Seed(seed)));
    let drawing = [
        ("End polygon", "The corners that were set become an obstacle (Enter)", ContinuousWish::Close),
        ("Take back", "The last corner, or the last obstacle, goes (Backspace)", ContinuousWish::TakeBack),
    ];
    buttons(panel, art, drawing.map(|(label, tip, wish)| (label.to_owned(), tip.to_owned(), wish)));

    heading(panel, art, "Methods");
    let methods = Method::ALL
        .map(|method| (method.name().to_owned(), method.explanation().to_owned(), ContinuousWish::Show(method)));
    buttons(panel, art, methods);
    words(panel, art, theme::MUTED, "Up to four are shown; all are asked.", ());
    let squares = [16, 32, 64, 128].map(|squares| {
        let tip = "Squares along the longer side: of the grid, and the smallest of the quadtree".to_owned();
        (squares.to_string(), tip, ContinuousWish::Squares(squares))
    });
    choice(panel, art, "Squares", squares);

    heading(panel, art, "Files");
    let files = [
        ("Polygons", "The map as RON, which can be read again", Format::Ron),
        ("SVG", "The first board as a picture of shapes", Format::Svg),
        ("PNG", "The first board as a picture of pixels", Format::Png),
    ];
    buttons(
        panel,
        art,
        files.map(|(label, tip, format)| (label.to_owned(), tip.to_owned(), ContinuousWish::Write(format))),
    );
}

/// Buttons follow the page.
pub(super) fn follow(page: Res<Continuous>, mut all: Buttons<Tells<ContinuousWish>>) {
    let has_cells = matches!(page.source, Source::Cells(_));
    all.check(|Tells(wish)| {
        Some(match wish {
            ContinuousWish::Map(wish) => page.cells.is_chosen(wish),
            ContinuousWish::Squares(squares) => *squares == page.squares,
            ContinuousWish::Show(method) => page.shown.contains(method),
            _ => return None,
        })
    });
    all.enable(|Tells(wish)| {
        Some(match wish {
            ContinuousWish::Map(wish) => has_cells && page.cells.works(wish),
            ContinuousWish::Close => page.drawn.len() > 2,
            ContinuousWish::TakeBack => !page.drawn.is_empty() || !page.map.obstacles().is_empty(),
            _ => return None,
        })
    });
}

/// Lists follow the page.
pub(super) fn follow_lists(page: Res<Continuous>, mut lists: Selects<ContinuousWish>) {
    lists.choose(|wish| matches!(wish, ContinuousWish::Source(source) if *source == page.source));
}
