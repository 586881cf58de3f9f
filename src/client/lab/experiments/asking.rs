//! Wishes are done; answers are measured beside the frames.

use super::{ExperimentWish, Experiments};
use crate::client::lab::playback::{Playback, Typing};
use crate::client::lab::state;
use crate::lab::experiments::EXPERIMENTS;
use bevy::prelude::*;
use std::time::Instant;

pub(super) fn open(mut page: ResMut<Experiments>, mut playback: ResMut<Playback>) {
    playback.begin("moment", 0, 0, 1);
    page.set_changed();
}

/// Page up and Page down go from one to the next.
pub(super) fn keys(keys: Res<ButtonInput<KeyCode>>, typing: Typing, mut wishes: MessageWriter<ExperimentWish>) {
    if typing.is_on() {
        return;
    }
    for (key, wish) in [
        (KeyCode::PageDown, ExperimentWish::Next(1)),
        (KeyCode::PageUp, ExperimentWish::Next(-1)),
        (KeyCode::KeyM, ExperimentWish::Measure),
        (KeyCode::KeyO, ExperimentWish::Open),
    ] {
        if keys.just_pressed(key) {
            wishes.write(wish);
        }
    }
}

/// Does what is wished.
pub(super) fn act(mut wishes: MessageReader<ExperimentWish>, mut page: ResMut<Experiments>, mut commands: Commands) {
    for wish in wishes.read() {
        let page = &mut *page;
        let last = EXPERIMENTS.len() - 1;
        match *wish {
            ExperimentWish::Choose(chosen) => page.chosen = chosen.min(last),
            ExperimentWish::Next(by) => page.chosen = page.chosen.saturating_add_signed(by as isize).min(last),
            ExperimentWish::Open => {
                let scenes = page.experiment().scenes;
                commands.queue(move |world: &mut World| state::open(world, scenes()));
            }
            ExperimentWish::Measure if page.measuring.is_none() => {
                let measure = page.experiment().measure;
                page.measuring = Some(page.chosen);
                page.job.start(move |budget| {
                    let clock = Instant::now();
                    measure(budget).map(|answer| (answer, clock.elapsed()))
                });
            }
            ExperimentWish::Measure => {}
            ExperimentWish::Stop => {
                page.job.stop();
                page.measuring = None;
            }
        }
    }
}

/// The answer is taken when it is there.
pub(super) fn collect(mut page: ResMut<Experiments>) {
    let Some(measured) = page.bypass_change_detection().job.poll() else { return };
    if let Some(place) = page.measuring.take()
        && let Some(answer) = page.answers.get_mut(place)
    {
        *answer = Some(measured);
    }
}
