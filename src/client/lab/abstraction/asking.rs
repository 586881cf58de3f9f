//! Wishes are done; what was made beside the frames is taken.

use super::layered::Layered;
use super::{AbstractionWish, Abstractions};
use crate::client::lab::playback::Playback;
use crate::client::lab::stage::MOST_PANES;
use crate::client::lab::state::{LabPage, OpenScene};
use crate::client::stage::sentence;
use crate::lab::experiments::Scene;
use crate::nav::abstraction::Kind;
use bevy::prelude::*;

/// The page opens with what it is asked to show, or with what it showed before.
pub(super) fn open(mut scenes: ResMut<OpenScene>, mut page: ResMut<Abstractions>, mut playback: ResMut<Playback>) {
    let asked = scenes.take(LabPage::Abstraction);
    if !asked.is_empty() {
        take(&mut page, asked, &mut playback);
    } else if page.all.is_empty() {
        page.give(0, Some(Kind::Sector(3)));
        make(&mut page);
    } else {
        let (unit, length) = (page.unit(), page.length());
        playback.begin(unit, length, 0, 2);
    }
    page.set_changed();
}

/// Opens the chosen map.
fn make(page: &mut Abstractions) {
    let map = page.map.clone();
    page.opening.start(move |_| map.open());
}

fn take(page: &mut Abstractions, scenes: Vec<Scene>, playback: &mut Playback) {
    page.opening.stop();
    page.all.clear();
    let mut map = None;
    for scene in scenes.into_iter().take(MOST_PANES) {
        let Scene::Abstraction { passable, moves, kind, ends } = scene else { continue };
        page.moves = moves;
        page.all.push(Layered::start(kind, &passable, moves));
        map = Some((passable, ends));
    }
    if let Some((passable, ends)) = map {
        page.is_opened = true;
        page.take_map(passable, Some(ends), playback);
    }
}

/// Does what is wished.
pub(super) fn act(
    mut wishes: MessageReader<AbstractionWish>,
    mut scenes: ResMut<OpenScene>,
    mut page: ResMut<Abstractions>,
    mut playback: ResMut<Playback>,
) {
    if !scenes.0.is_empty() {
        let asked = scenes.take(LabPage::Abstraction);
        if !asked.is_empty() {
            take(&mut page, asked, &mut playback);
        }
    }
    for wish in wishes.read() {
        let page = &mut *page;
        match wish {
            AbstractionWish::Map(wish) => {
                page.map.take(wish);
                make(page);
            }
            AbstractionWish::MapAsItWas => {
                let (before, ends) = (page.before.clone(), page.ends);
                page.take_map(before, Some(ends), &mut playback);
            }
            AbstractionWish::Moves(moves) => {
                page.moves = *moves;
                let (before, map, ends) = (page.before.clone(), page.passable.clone(), page.ends);
                page.take_map(map, Some(ends), &mut playback);
                page.before = before;
            }
            AbstractionWish::Kind(place, kind) => page.give(*place, *kind),
            AbstractionWish::Number(number) => {
                let kind = page.all.first().map(|first| first.kind);
                let number = u32::try_from(*number).unwrap_or(u32::MAX);
                if let Some(Ok(kind)) = kind.map(|kind| Kind::named(kind.name(), Some(number)))
                    && page.all.first().is_some_and(|first| first.kind != kind)
                {
                    page.give(0, Some(kind));
                }
            }
            AbstractionWish::View(view) => {
                page.view = *view;
                let (unit, length) = (page.unit(), page.length());
                playback.begin(unit, length, 0, 2);
            }
            AbstractionWish::Begin(begin) => {
                page.begin = *begin;
                page.search();
            }
            AbstractionWish::Rim(rim) => {
                page.rim = *rim;
                page.search();
            }
            AbstractionWish::Measure => {
                let (begin, rim) = (page.begin, page.rim);
                page.all.iter_mut().for_each(|one| one.measure(begin, rim));
            }
            AbstractionWish::Write(_) => {}
        }
    }
}

/// Levels, ways and prices are taken when they are there.
pub(super) fn collect(mut page: ResMut<Abstractions>, mut playback: ResMut<Playback>) {
    let quiet = page.bypass_change_detection();
    let opened = quiet.opening.poll();
    let mut has_come = opened.is_some();
    match opened {
        Some(Ok(opened)) => {
            quiet.is_opened = false;
            quiet.take_map(opened.passable(), None, &mut playback);
        }
        Some(Err(problem)) => quiet.problem = sentence(&problem),
        None => {}
    }
    let (ends, begin, rim) = (quiet.ends, quiet.begin, quiet.rim);
    for one in &mut quiet.all {
        let (something, levels) = one.poll();
        has_come |= something;
        if levels {
            one.search(ends, begin, rim);
        }
    }
    let length = quiet.length();
    if has_come {
        page.set_changed();
    }
    // Also after an edit that has made levels more or fewer.
    if playback.length != length {
        playback.length = length;
        playback.position = playback.position.min(length);
    }
}
