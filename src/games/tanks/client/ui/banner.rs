//! What is written large over the board: the stage that begins, and how a match ended.

use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{set_shown, set_text};
use crate::games::tanks::client::stage::{BAR, FOOT, PANEL, side_colour};
use crate::games::tanks::plugin::phase::ENDING;
use crate::games::tanks::plugin::{Battle, Phase, TableBegins, TanksSetup};
use crate::games::tanks::setup::{Mode, OURS};
use crate::games::tanks::world::Outcome;
use crate::shell::states::{Mode as Game, Paused, Screen};
use bevy::prelude::*;

/// Ticks of the end in which nothing is said of it.
const UNSAID: u32 = 40;

#[derive(Component, Debug)]
enum Part {
    Sentence,
    Detail,
}

/// The plate behind the sentence.
#[derive(Component, Debug)]
struct Plate;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(TableBegins).run_if(in_state(Game::TANKS)))
        .add_systems(Update, write.after(ControlSystems::Act).run_if(in_state(Game::TANKS)));
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    commands.spawn((
        Name::new("Tanks banner"),
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
        children![(
            Node {
                align_items: AlignItems::Center,
                display: Display::None,
                padding: UiRect::axes(px(34), px(16)),
                border_radius: BorderRadius::all(px(10)),
                max_width: percent(80),
                ..stack(6.0)
            },
            BackgroundColor(theme::NIGHT.with_alpha(0.88)),
            Pickable::IGNORE,
            Plate,
            children![
                (theme::text(&art, Weight::Black, 40.0, theme::CREAM, ""), Part::Sentence),
                (theme::paragraph(&art, Weight::Regular, theme::LABEL, theme::MUTED, ""), Part::Detail),
            ],
        )],
    ));
}

/// How a match is headed: the stage of a campaign by its number, the others by their mode.
pub(super) fn title(battle: &Battle, number: u16) -> String {
    match battle.world().setup().mode {
        Mode::Campaign => format!("Stage {number}  ·  {}", battle.stage.name),
        mode => format!("{}  ·  {}", mode.name(), battle.stage.name),
    }
}

/// Who has won, and the colour in which that is told.
pub(super) fn verdict(battle: &Battle) -> (String, Color) {
    let setup = battle.world().setup();
    match battle.world().outcome() {
        Some(Outcome::Won(OURS)) if setup.mode.has_waves() => ("The stage is yours".into(), theme::GOLD),
        Some(Outcome::Won(_)) if setup.mode.has_waves() => {
            let fell = battle.world().field().bases().iter().any(|base| !base.stands && base.side == OURS);
            (if fell { "The base has fallen" } else { "The last tank is gone" }.into(), theme::ALARM)
        }
        Some(Outcome::Won(side)) if setup.mode == Mode::FreeForAll => {
            (format!("{} wins", super::seat_name(usize::from(side))), side_colour(setup.mode, side))
        }
        Some(Outcome::Won(side)) => {
            let name = crate::games::tanks::client::stage::side_name(side);
            (format!("{name} wins"), side_colour(setup.mode, side))
        }
        Some(Outcome::Draw) | None => ("Nobody wins".into(), theme::CREAM),
    }
}

fn write(
    table: Single<(&Battle, &Phase)>,
    (setup, paused): (Res<TanksSetup>, Res<State<Paused>>),
    mut parts: Query<(&Part, &mut Text, &mut TextColor)>,
    mut plate: Query<&mut Node, With<Plate>>,
) {
    let (battle, phase) = *table;
    let (sentence, detail, colour) = match phase {
        Phase::Intro { .. } => (title(battle, setup.number), battle.stage.description.clone(), theme::CREAM),
        // Not before the photo is taken.
        Phase::Ending { left } if left + UNSAID < ENDING => {
            let (sentence, colour) = verdict(battle);
            (sentence, String::new(), colour)
        }
        Phase::Playing if paused.get().0 => ("Paused".into(), "Space goes on".into(), theme::CREAM),
        _ => (String::new(), String::new(), theme::CREAM),
    };
    for mut node in &mut plate {
        set_shown(&mut node, !sentence.is_empty());
    }
    for (part, mut text, mut ink) in &mut parts {
        match part {
            Part::Sentence => {
                set_text(&mut text, sentence.as_str());
                ink.set_if_neq(TextColor(colour));
            }
            Part::Detail => set_text(&mut text, detail.as_str()),
        }
    }
}
