//! The tools beside the board of the editor.

use super::Editing;
use super::buttons::{EditorButton, count, does};
use super::ways::NameField;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{choices, foot_button, heading, row, stepper};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::field::field;
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{Buttons, Look, Tip, choice_button, set_text};
use crate::games::tanks::client::stage::side_name;
use crate::games::tanks::editor::{Editor, MAX_BRUSH, Spread, Tool};
use crate::games::tanks::field::Ground;
use crate::games::tanks::stage::{Kind, Stage};
use crate::games::tanks::symmetry::Symmetry;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use std::path::PathBuf;

/// A text that follows the stage.
#[derive(Component, Debug, Clone, Copy)]
pub(super) enum Line {
    Foes(Kind),
    AtOnce,
    Width,
    Height,
    Findings,
    Said,
}

/// Sides of empty stages that are offered.
const SIZES: [(u16, u16); 3] = [(20, 20), (26, 26), (48, 36)];
/// Letters of a name.
const LETTERS: usize = 60;
/// Findings that are told at once.
const MOST: usize = 4;

pub(super) fn spawn_head(head: &mut ChildSpawnerCommands, art: &Art) {
    for (label, button) in [("Undo", EditorButton::Undo), ("Redo", EditorButton::Redo)] {
        head.spawn((choice_button(art, label), does(button)));
    }
}

pub(super) fn spawn_foot(foot: &mut ChildSpawnerCommands, art: &Art) {
    let buttons = [
        ("Paste code", EditorButton::Paste, "The stage whose code is in the clipboard"),
        ("Copy code", EditorButton::Copy, "A line of text that makes the stage again, to be passed on"),
        ("Save", EditorButton::Save, "Into your folder of stages, under its name"),
    ];
    for (label, button, tip) in buttons {
        foot.spawn((foot_button(art, Look::Key, label), does(button), Tip::new(tip)));
    }
    foot.spawn((foot_button(art, Look::Main, "Test"), does(EditorButton::Test)));
}

pub(super) fn spawn(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    stage: &Stage,
    (own, shipped): &(Vec<PathBuf>, Vec<std::sync::Arc<Stage>>),
) {
    panel.spawn((
        field(art, &stage.name, LETTERS, |letter| !letter.is_control(), Node { width: percent(100), ..default() }),
        NameField,
        TabIndex(0),
    ));
    panel.spawn(heading(art, "Paint"));
    panel.spawn(row()).with_children(|line| {
        for ground in [Ground::Brick, Ground::Steel, Ground::Water, Ground::Forest, Ground::Ice, Ground::Floor] {
            line.spawn((choice_button(art, ground.name()), does(EditorButton::Tool(Tool::Paint(ground)))));
        }
        line.spawn((choice_button(art, "erase"), does(EditorButton::Tool(Tool::Erase))));
    });
    panel.spawn(row()).with_children(|line| {
        for side in 0..2u8 {
            let base = format!("{} base", side_name(side));
            let tools = [(base.as_str(), Tool::Base(side)), ("start", Tool::Player(side)), ("flag", Tool::Flag(side))];
            for (label, tool) in tools {
                line.spawn((choice_button(art, label), does(EditorButton::Tool(tool))));
            }
        }
        let tip = Tip::new("Enemies of waves arrive here");
        line.spawn((choice_button(art, "Gate"), does(EditorButton::Tool(Tool::Gate)), tip));
    });
    panel.spawn(row()).with_children(|line| {
        for (label, spread) in [("Brush", Spread::Brush), ("Box", Spread::Rectangle), ("Fill", Spread::Fill)] {
            line.spawn((choice_button(art, label), does(EditorButton::Spread(spread))));
        }
        for cells in 1..=MAX_BRUSH {
            line.spawn((choice_button(art, &cells.to_string()), does(EditorButton::Width(cells))));
        }
    });
    let symmetries = Symmetry::ALL.map(|one| (short(one).to_owned(), does(EditorButton::Symmetry(one)), one.name()));
    choices(panel, art, "Mirror", symmetries);
    panel.spawn(heading(art, "Enemies"));
    panel.spawn(Node { column_gap: px(14), ..row() }).with_children(|line| {
        for kind in Kind::ALL {
            line.spawn(row()).with_children(|line| {
                line.spawn((
                    theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, kind.name()),
                    Node { width: px(52), ..default() },
                ));
                stepper(line, art, Line::Foes(kind), 30.0, [-1, 1].map(|by| does(EditorButton::Foes(kind, by))));
            });
        }
        line.spawn(row()).with_children(|line| {
            line.spawn((
                theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, "at once"),
                Node { width: px(52), ..default() },
            ));
            stepper(line, art, Line::AtOnce, 30.0, [-1, 1].map(|by| does(EditorButton::AtOnce(by))));
        });
    });
    panel.spawn(heading(art, "Begin with"));
    panel.spawn(row()).with_children(|line| {
        for (width, height) in SIZES {
            line.spawn((choice_button(art, &format!("{width}×{height}")), does(EditorButton::Blank(width, height))));
        }
        line.spawn((choice_button(art, "Random"), does(EditorButton::Random)));
        stepper(line, art, Line::Width, 34.0, [-2, 2].map(|by| does(EditorButton::Resize(by, 0))));
        stepper(line, art, Line::Height, 34.0, [-2, 2].map(|by| does(EditorButton::Resize(0, by))));
    });
    scrolled(panel, 4.0, |list| {
        list.spawn(row()).with_children(|line| {
            for path in own {
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                line.spawn((choice_button(art, &name), does(EditorButton::Open(path.clone()))));
            }
            for stage in shipped {
                line.spawn((choice_button(art, &stage.name), does(EditorButton::Shipped(stage.clone()))));
            }
        });
    });
    panel.spawn((
        theme::paragraph(art, Weight::Regular, theme::BODY, theme::ALARM, ""),
        Node { min_height: px(38), ..default() },
        Line::Findings,
    ));
    panel.spawn((theme::paragraph(art, Weight::Bold, theme::BODY, theme::GOLD, ""), Line::Said));
}

/// A word for a button.
const fn short(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::None => "Off",
        Symmetry::Mirror => "Sides",
        Symmetry::Pond => "Halves",
        Symmetry::Turn => "Turned",
        Symmetry::Quarters => "Quarters",
    }
}

/// Buttons and texts follow the stage.
pub(super) fn follow(editing: Res<Editing>, mut buttons: Buttons<EditorButton>, mut lines: Query<(&Line, &mut Text)>) {
    let editor = &editing.editor;
    buttons.check(|button| match button {
        EditorButton::Tool(tool) => Some(*tool == editor.tool),
        EditorButton::Spread(spread) => Some(*spread == editor.spread),
        EditorButton::Width(cells) => Some(*cells == editor.brush),
        EditorButton::Symmetry(symmetry) => Some(*symmetry == editor.symmetry),
        _ => None,
    });
    let found = findings(editor);
    buttons.enable(|button| match button {
        EditorButton::Undo => Some(editor.can_undo()),
        EditorButton::Redo => Some(editor.can_redo()),
        EditorButton::Test | EditorButton::Save | EditorButton::Copy => Some(editor.problem().is_none()),
        _ => None,
    });
    for (line, mut text) in &mut lines {
        let content = match line {
            Line::Foes(kind) => count(editor.stage(), *kind).to_string(),
            Line::AtOnce => editor.stage().at_once.to_string(),
            Line::Width => editor.stage().width().to_string(),
            Line::Height => editor.stage().height().to_string(),
            Line::Findings => found.clone(),
            Line::Said => editing.said.clone(),
        };
        set_text(&mut text, content);
    }
}

/// What is wrong with a stage, or could be better, as sentences.
fn findings(editor: &Editor) -> String {
    let sentence = |clause: String| crate::client::stage::sentence(&clause);
    if let Some(problem) = editor.problem() {
        return sentence(problem.to_string());
    }
    let found: Vec<String> = editor.findings().iter().map(|one| sentence(one.to_string())).collect();
    let more = found.len().saturating_sub(MOST);
    let mut told = found.into_iter().take(MOST).collect::<Vec<_>>().join("\n");
    if more > 0 {
        told += &format!("\nAnd {more} more.");
    }
    told
}
