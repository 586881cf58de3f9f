//! The pointer on the boards: it moves the ends of the way, sets corners and takes obstacles away.

use super::{Continuous, ContinuousWish, Hovered};
use crate::client::lab::playback::Typing;
use crate::client::lab::stage::{BoardPointer, PointerKind};
use crate::nav::continuous::Point;
use bevy::prelude::*;

/// Which end is moved with the button held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    Start,
    Goal,
}

pub(super) fn point(
    mut pointers: MessageReader<BoardPointer>,
    mut page: ResMut<Continuous>,
    mut hovered: ResMut<Hovered>,
    mut held: Local<Option<Held>>,
) {
    for pointer in pointers.read() {
        let at = Point::new(pointer.at.0.into(), pointer.at.1.into()).on_raster();
        let is_inside = page.map.bounds().contains(at);
        match pointer.kind {
            PointerKind::Leave => _ = hovered.set_if_neq(Hovered(None)),
            PointerKind::Hover => _ = hovered.set_if_neq(Hovered(Some(at).filter(|_| is_inside))),
            PointerKind::Press if is_inside => *held = press(&mut page, at, pointer.button),
            PointerKind::Press => {}
            PointerKind::Release => *held = None,
            PointerKind::Drag if is_inside && held.is_some() && page.map.obstacle_at(at).is_none() => {
                let end = if *held == Some(Held::Start) { &mut page.ends.0 } else { &mut page.ends.1 };
                *end = at;
                page.change();
            }
            PointerKind::Drag => {}
        }
    }
}

fn press(page: &mut Continuous, at: Point, button: MouseButton) -> Option<Held> {
    let reach = page.reach();
    if button != MouseButton::Left {
        if page.drawn.pop().is_none()
            && let Some(obstacle) = page.map.obstacle_at(at)
        {
            page.map.remove(obstacle);
            page.change();
        }
        return None;
    }
    if page.drawn.is_empty() {
        if page.ends.0.distance(at) < reach {
            return Some(Held::Start);
        }
        if page.ends.1.distance(at) < reach {
            return Some(Held::Goal);
        }
    }
    let closes = page.drawn.len() > 2 && page.drawn.first().is_some_and(|first| first.distance(at) < reach);
    if closes {
        page.close();
    } else {
        page.drawn.push(at);
        page.said.clear();
    }
    None
}

/// Enter ends a polygon, Backspace takes the last corner or obstacle back.
pub(super) fn keys(
    keys: Res<ButtonInput<KeyCode>>,
    page: Res<Continuous>,
    typing: Typing,
    mut wishes: MessageWriter<ContinuousWish>,
) {
    if typing.is_on() {
        return;
    }
    if keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter]) && !page.drawn.is_empty() {
        wishes.write(ContinuousWish::Close);
    }
    if keys.just_pressed(KeyCode::Backspace) {
        wishes.write(ContinuousWish::TakeBack);
    }
}
