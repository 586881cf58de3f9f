//! What the buttons of the editor do to the stage.

use super::{Editing, ways};
use crate::games::tanks::editor::{Editor, Spread, Tool};
use crate::games::tanks::generate::RandomStage;
use crate::games::tanks::stage::judge::MAX_AT_ONCE;
use crate::games::tanks::stage::{Group, Kind, Stage, Wave};
use crate::games::tanks::symmetry::Symmetry;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use std::path::PathBuf;
use std::sync::Arc;

/// A button of the editor.
#[derive(Component, Debug, Clone, PartialEq)]
pub enum EditorButton {
    Tool(Tool),
    Spread(Spread),
    /// Cells along a side of the brush.
    Width(u8),
    Symmetry(Symmetry),
    Undo,
    Redo,
    /// An empty stage of so many cells.
    Blank(u16, u16),
    /// The board gets so many cells more or fewer; what is outside of it then is gone.
    Resize(i16, i16),
    Random,
    /// More or fewer enemies of a kind in the first wave.
    Foes(Kind, i8),
    /// Enemies on the board at once.
    AtOnce(i8),
    /// One of the stages that come with the game.
    Shipped(Arc<Stage>),
    /// One of the user's.
    Open(PathBuf),
    Save,
    Copy,
    Paste,
    /// Play it at once.
    Test,
}

/// Makes a button do what it says.
pub(super) fn does(button: EditorButton) -> impl Bundle + use<> {
    (
        button,
        observe(|activate: On<Activate>, buttons: Query<&EditorButton>, mut commands: Commands| {
            let Ok(button) = buttons.get(activate.entity).cloned() else { return };
            commands.queue(move |world: &mut World| press(&button, world));
        }),
    )
}

fn press(button: &EditorButton, world: &mut World) {
    match button {
        EditorButton::Save => return ways::save(world),
        EditorButton::Copy => return ways::copy(world),
        EditorButton::Paste => return ways::paste(world),
        EditorButton::Test => return ways::test(world),
        EditorButton::Open(path) => return ways::open(world, path),
        _ => {}
    }
    ways::take_name(world);
    let mut editing = world.resource_mut::<Editing>();
    editing.said.clear();
    match button {
        EditorButton::Tool(tool) => editing.editor.tool = *tool,
        EditorButton::Spread(spread) => editing.editor.spread = *spread,
        EditorButton::Width(cells) => editing.editor.brush = *cells,
        EditorButton::Symmetry(symmetry) => editing.editor.symmetry = *symmetry,
        EditorButton::Undo => _ = editing.editor.undo(),
        EditorButton::Redo => _ = editing.editor.redo(),
        EditorButton::Blank(width, height) => ways::replace(world, Stage::blank(*width, *height)),
        EditorButton::Resize(wider, higher) => {
            let (width, height) = (editing.editor.stage().width(), editing.editor.stage().height());
            editing.editor.resize(width.saturating_add_signed(*wider), height.saturating_add_signed(*higher));
        }
        EditorButton::Random => {
            let (width, height) = (editing.editor.stage().width(), editing.editor.stage().height());
            let wish = RandomStage { width, height, ..RandomStage::default() };
            let stage = wish.generate(crate::client::kit::chance::fresh_seed());
            ways::replace(world, stage);
        }
        EditorButton::Foes(kind, by) => foes(&mut editing.editor, *kind, *by),
        EditorButton::AtOnce(by) => {
            editing
                .editor
                .change(|stage| stage.at_once = stage.at_once.saturating_add_signed(*by).clamp(1, MAX_AT_ONCE));
        }
        EditorButton::Shipped(stage) => ways::replace(world, (**stage).clone()),
        _ => {}
    }
}

/// How many of a kind come in the first wave.
pub(super) fn count(stage: &Stage, kind: Kind) -> u8 {
    let groups = stage.waves.first().map_or(&[][..], |wave| &wave.groups);
    groups.iter().filter(|group| group.kind == kind).fold(0, |sum: u8, group| sum.saturating_add(group.count))
}

/// The first wave gets other numbers: kinds in the order of their strength.
fn foes(editor: &mut Editor, kind: Kind, by: i8) {
    editor.change(|stage| {
        let of = |other: Kind| {
            let before = count(stage, other);
            if other == kind { before.saturating_add_signed(by).min(99) } else { before }
        };
        let groups = Kind::ALL.into_iter().map(|kind| Group::of(kind, of(kind))).filter(|group| group.count > 0);
        let groups: Vec<Group> = groups.collect();
        match (groups.is_empty(), stage.waves.first_mut()) {
            (true, Some(_)) => _ = stage.waves.remove(0),
            (true, None) => {}
            (false, Some(wave)) => wave.groups = groups,
            (false, None) => stage.waves.push(Wave { groups }),
        }
    });
}
