//! The board of the editor: a picture that is painted on with the mouse.

use super::Editing;
use crate::base::Cell;
use crate::client::kit::frames;
use crate::client::kit::theme;
use crate::client::kit::widgets::fit::Fit;
use crate::games::tanks::client::ui::picture;
use crate::games::tanks::client::view::Pictures;
use crate::games::tanks::editor::Tool;
use crate::games::tanks::stage::Stage;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

/// The frame of the board.
#[derive(Component)]
pub(super) struct Frame;

/// The board itself.
#[derive(Component)]
#[require(RelativeCursorPosition)]
pub(super) struct Board;

/// What the picture shows, and where it is.
#[derive(Default)]
pub(super) struct Shown {
    stage: Option<Stage>,
    image: Handle<Image>,
}

pub(super) fn spawn(panel: &mut ChildSpawnerCommands) {
    panel.spawn((Frame, frames::well(), BackgroundColor(theme::WELL)));
}

/// The picture follows the stage; where only cells have changed only they are painted.
pub(super) fn show(
    editing: Res<Editing>,
    frame: Single<Entity, With<Frame>>,
    boards: Query<Entity, With<Board>>,
    pictures: Option<Res<Pictures>>,
    mut images: ResMut<Assets<Image>>,
    mut shown: Local<Shown>,
    mut commands: Commands,
) {
    let stage = editing.editor.stage();
    if shown.stage.as_ref() == Some(stage) && !boards.is_empty() {
        return;
    }
    let tiles = pictures.as_ref().and_then(|pictures| images.get(&pictures.tiles.image)).cloned();
    let is_as_large = |before: &Stage| before.width() == stage.width() && before.height() == stage.height();
    let before = shown.stage.replace(stage.clone()).filter(|before| !boards.is_empty() && is_as_large(before));
    if let (Some(before), Some(mut image)) = (before, images.get_mut(&shown.image)) {
        picture::repaint(&mut image, &before, stage, tiles.as_ref());
        return;
    }
    shown.image = images.add(picture::of(stage, tiles.as_ref()));
    let aspect = f32::from(stage.width()) / f32::from(stage.height());
    let image = ImageNode { image_mode: NodeImageMode::Stretch, ..ImageNode::new(shown.image.clone()) };
    commands.entity(*frame).despawn_children().with_child((image, Fit { aspect }, Board));
}

/// A press paints, the right button takes away; a drag goes on until the button is let go.
pub(super) fn paint(
    board: Option<Single<&RelativeCursorPosition, With<Board>>>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut editing: ResMut<Editing>,
    // The cell where the stroke is, and the tool that comes back after it.
    mut stroke: Local<Option<(Cell, Tool)>>,
) {
    let Some(cursor) = board else { return };
    let button = [MouseButton::Left, MouseButton::Right].into_iter().find(|button| mouse.pressed(*button));
    let Some(button) = button else {
        if let Some((_, tool)) = stroke.take() {
            editing.editor.release();
            editing.editor.tool = tool;
        }
        return;
    };
    let begins = stroke.is_none() && mouse.just_pressed(button) && cursor.cursor_over();
    let (true, Some(at)) = (begins || stroke.is_some(), cursor.normalized) else { return };
    let (width, height) = (editing.editor.stage().width(), editing.editor.stage().height());
    // The middle of the node is 0.
    let index =
        |share: f32, cells: u16| ((share + 0.5) * f32::from(cells)).floor().clamp(0.0, f32::from(cells) - 1.0) as i16;
    let cell = Cell::new(index(at.x, width), index(at.y, height));
    match *stroke {
        None => {
            *stroke = Some((cell, editing.editor.tool));
            if button == MouseButton::Right {
                editing.editor.tool = Tool::Erase;
            }
            editing.editor.press(cell);
        }
        Some((last, tool)) if last != cell => {
            *stroke = Some((cell, tool));
            editing.editor.drag(cell);
        }
        Some(_) => {}
    }
}
