//! The sheet of an experiment in the middle: text, question, and the answer as a table with its sentence.

use super::Experiments;
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::lab::frame::Middle;
use crate::client::lab::stage::Stage;
use crate::client::lab::state::LabPage;
use crate::client::stage::{duration, sentence};
use crate::lab::experiments::{Answer, EXPERIMENTS, Experiment, Scene};
use bevy::prelude::*;

/// Size of running text: it is read at some length.
const READING: f32 = 18.0;
/// Width of a column of text, in logical pixels.
const COLUMN: f32 = 800.0;

/// The sheet.
#[derive(Component)]
pub(super) struct Sheet;

pub(super) fn spawn(mut commands: Commands, middle: Single<Entity, With<Middle>>) {
    commands.entity(*middle).with_children(|middle| {
        let node =
            Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..stack(0.0) };
        middle.spawn((Name::new("Experiment"), DespawnOnExit(LabPage::Experiments), node)).with_children(|frame| {
            let column = scrolled(frame, 14.0, |_| {});
            frame.commands().entity(column).insert(Sheet);
        });
    });
}

/// The sheet follows the page.
pub(super) fn show(
    page: Res<Experiments>,
    sheet: Single<Entity, With<Sheet>>,
    art: Res<Art>,
    mut stage: ResMut<Stage>,
    mut commands: Commands,
) {
    let experiment = page.experiment();
    let words = match page.measuring {
        Some(place) if place == page.chosen => "It is being measured …".to_owned(),
        Some(place) => format!("“{}” is being measured …", EXPERIMENTS[place].title),
        None => String::new(),
    };
    stage.words = words;
    commands.entity(*sheet).despawn_children().with_children(|column| fill(column, &art, &page, experiment));
}

fn fill(column: &mut ChildSpawnerCommands, art: &Art, page: &Experiments, experiment: &Experiment) {
    let wide = || Node { max_width: px(COLUMN), margin: UiRect::left(px(18)), ..default() };
    let text = |weight: Weight, size: f32, color: Color, content: &str| {
        (theme::paragraph(art, weight, size, color, content), wide())
    };
    let title = format!("{}. {}", page.chosen + 1, experiment.title);
    column.spawn((
        theme::paragraph(art, Weight::Black, theme::TITLE, theme::CREAM, &title),
        Node { max_width: px(COLUMN), margin: UiRect::new(px(18), px(0), px(14), px(0)), ..default() },
    ));
    column.spawn(text(Weight::Regular, READING, theme::CREAM, experiment.text));
    column.spawn(text(Weight::Black, READING, theme::GOLD, experiment.question));
    column.spawn(text(Weight::Regular, theme::BODY, theme::MUTED, &opens(&(experiment.scenes)())));
    match page.answer() {
        None => {
            let told = if page.measuring == Some(page.chosen) {
                "Measuring …"
            } else {
                "Nothing has been measured yet: “Measure the answer” does it on this machine, now."
            };
            column.spawn(text(Weight::Regular, theme::LABEL, theme::MUTED, told));
        }
        Some(Err(problem)) => _ = column.spawn(text(Weight::Regular, READING, theme::ALARM, &sentence(problem))),
        Some(Ok((answer, time))) => {
            table(column, art, answer);
            column.spawn(text(Weight::Regular, READING, theme::CREAM, &answer.says));
            let told = format!("Measured in {}.", duration(*time));
            column.spawn(text(Weight::Regular, theme::BODY, theme::MUTED, &told));
        }
    }
}

/// What opens in the lab.
fn opens(scenes: &[Scene]) -> String {
    let names: Vec<String> = scenes
        .iter()
        .map(|scene| match scene {
            Scene::Search(setup) => setup.title(),
            Scene::Abstraction { kind, .. } => kind.to_string(),
            Scene::Crowd { planner, settings, .. } => match settings.window {
                Some(window) => format!("{}, window {window}", planner.title()),
                None => planner.title().to_owned(),
            },
        })
        .collect();
    format!("To be watched in the lab: {}.", names.join("; "))
}

fn table(column: &mut ChildSpawnerCommands, art: &Art, answer: &Answer) {
    let columns = answer.columns.len() as u16 + 1;
    let node = Node {
        display: Display::Grid,
        grid_template_columns: vec![RepeatedGridTrack::auto(columns)],
        column_gap: px(26),
        row_gap: px(4),
        align_self: AlignSelf::FlexStart,
        margin: UiRect::left(px(18)),
        padding: UiRect::axes(px(14), px(9)),
        border_radius: BorderRadius::all(px(5)),
        ..default()
    };
    column.spawn((node, BackgroundColor(theme::NIGHT))).with_children(|grid| {
        let mut put = |is_first: bool, weight: Weight, color: Color, content: &str| {
            let justify_content = if is_first { JustifyContent::Start } else { JustifyContent::End };
            let text = theme::text(art, weight, theme::LABEL, color, content);
            grid.spawn((Node { justify_content, ..default() }, Pickable::IGNORE, children![text]));
        };
        put(true, Weight::Bold, theme::MUTED, "");
        answer.columns.iter().for_each(|head| put(false, Weight::Bold, theme::MUTED, head));
        for (what, values) in &answer.rows {
            put(true, Weight::Bold, theme::CREAM, what);
            for place in 0..answer.columns.len() {
                let number = values.get(place).map_or_else(String::new, |value| Answer::number(*value));
                put(false, Weight::Regular, theme::CREAM, &number);
            }
        }
    });
}
