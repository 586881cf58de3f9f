//! What is written large over the board: the countdown and the result of a round.

use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{set_shown, set_text};
use crate::games::tron::client::view::{BAR, FOOT, PANEL, SEAT_COLOURS, SEAT_NAMES};
use crate::games::tron::plugin::table::COUNTDOWN;
use crate::games::tron::plugin::{Phase, Round, TableBegins};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

#[derive(Component, Debug)]
enum Part {
    Number,
    Sentence,
    Detail,
}

/// The plate behind the sentence.
#[derive(Component, Debug)]
struct Plate;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(TableBegins).run_if(in_state(Mode::TRON)))
        .add_systems(Update, write.after(crate::client::input::ControlSystems::Act).run_if(in_state(Mode::TRON)));
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    commands.spawn((
        Name::new("Tron banner"),
        DespawnOnExit(Screen::Match),
        Pickable::IGNORE,
        Node {
            position_type: PositionType::Absolute,
            left: px(0),
            right: px(PANEL),
            top: px(BAR),
            bottom: px(FOOT),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        },
        GlobalZIndex(10),
        children![
            (theme::text(&art, Weight::Black, 150.0, theme::CREAM, ""), theme::shadow(), Part::Number),
            (
                Node {
                    align_items: AlignItems::Center,
                    display: Display::None,
                    padding: UiRect::axes(px(34), px(16)),
                    border_radius: BorderRadius::all(px(10)),
                    ..stack(4.0)
                },
                BackgroundColor(theme::NIGHT.with_alpha(0.86)),
                Pickable::IGNORE,
                Plate,
                children![
                    (theme::text(&art, Weight::Black, 38.0, theme::CREAM, ""), Part::Sentence),
                    (theme::text(&art, Weight::Regular, theme::LABEL, theme::MUTED, ""), Part::Detail),
                ],
            ),
        ],
    ));
}

fn write(
    table: Single<(&Round, &Phase)>,
    mut parts: Query<(&Part, &mut Text, &mut TextColor)>,
    mut plate: Query<&mut Node, With<Plate>>,
) {
    let (round, phase) = *table;
    let third = COUNTDOWN / 3;
    let number = match phase {
        Phase::Countdown { left } => left.div_ceil(third).to_string(),
        Phase::Riding { .. } if round.position.steps() < 3 => "Go!".into(),
        _ => String::new(),
    };
    let (sentence, colour) = match (phase, round.winner()) {
        (Phase::Between { .. }, Some(seat)) => (format!("{} wins the round", SEAT_NAMES[seat]), SEAT_COLOURS[seat]),
        (Phase::Between { .. }, None) => ("Draw".into(), theme::CREAM),
        _ => (String::new(), theme::CREAM),
    };
    let fates = |seat: &usize| {
        let rider = round.rider(*seat)?;
        let (reason, step) = round.position.riders()[rider].out?;
        (step == round.position.steps()).then(|| format!("{} {}", SEAT_NAMES[*seat], super::fate(reason)))
    };
    // Not only unseen: the number would stand beside it and not in the middle.
    for mut node in &mut plate {
        set_shown(&mut node, !sentence.is_empty());
    }
    for (part, mut text, mut ink) in &mut parts {
        match part {
            Part::Number => set_text(&mut text, number.as_str()),
            Part::Sentence => {
                set_text(&mut text, sentence.as_str());
                ink.set_if_neq(TextColor(colour));
            }
            Part::Detail => {
                let fates: Vec<String> = round.seats.iter().filter_map(fates).collect();
                let steps = match round.position.steps() {
                    1 => "1 step".into(),
                    steps => format!("{steps} steps"),
                };
                set_text(&mut text, format!("{}  ·  {steps}", fates.join(", ")));
            }
        }
    }
}
