//! The set-up of a battle: sides on the left, what decides and the board on the right. Every button changes
//! [`TacticsSetup`], and everything on the screen follows it.

use super::choices::{Picked, Sort, TacticsButton};
use super::parts::{self, Boards, Shown};
use super::preview::{self, Pictured};
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{self, choices, heading};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Look, Tip, set_enabled, set_text};
use crate::games::tactics::Side;
use crate::games::tactics::class::Classes;
use crate::games::tactics::client::view::side_name;
use crate::games::tactics::plugin::{Start, TacticsSetup, Tempo};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::Activate;

/// Where to go from here.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Start,
    Puzzles,
    /// On to many battles without people.
    Simulation,
    Back,
}

/// Why the battle cannot start.
#[derive(Component)]
struct Problem;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::TACTICS_SETUP), spawn)
        .add_systems(
            Update,
            (
                frames::escape_to(Screen::Title),
                (show, follow, picture).run_if(
                    resource_changed::<TacticsSetup>
                        .or_else(resource_changed::<Picked>)
                        .or_else(state_changed::<Screen>),
                ),
            )
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(Screen::TACTICS_SETUP)),
        )
        .add_observer(act);
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    let (boards, classes) = (Boards::read(), Classes::built_in());
    frames::spawn_page(
        &mut commands,
        &art,
        Screen::TACTICS_SETUP,
        "Tactics",
        |head| {
            let tempos = Tempo::ALL.map(|tempo| {
                let tip = "How long every action is shown; + and − change it in the battle";
                (tempo.name().to_string(), TacticsButton::Tempo(tempo), tip)
            });
            head.spawn(Node { width: px(350), flex_direction: FlexDirection::Column, ..default() })
                .with_children(|column| choices(column, &art, "Tempo", tempos));
        },
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.0))).with_children(|left| {
                left.spawn(heading(&art, "Sides"));
                for side in Side::BOTH {
                    parts::spawn_side(left, &art, side, &Sort::ALL, &classes);
                }
                left.spawn(Node { height: px(2), ..default() });
                parts::spawn_first(left, &art);
            });
            body.spawn(theme::panel(&art, frames::column(1.12))).with_children(|right| {
                right.spawn(heading(&art, "Battle"));
                parts::spawn_battle(right, &art, &boards);
                preview::spawn(right, &art);
            });
        },
        |line| {
            line.spawn((frames::foot_button(&art, Look::Key, "Back"), Way::Back));
            line.spawn((theme::text(&art, Weight::Bold, theme::LABEL, theme::ALARM, ""), Problem));
            line.spawn(Node { column_gap: px(10), ..default() }).with_children(|right| {
                let puzzles = Tip::new("Twelve positions with a task");
                right.spawn((frames::foot_button(&art, Look::Key, "Puzzles"), Way::Puzzles, puzzles));
                let many = Tip::new("Many battles between programs, with a table of who is stronger");
                right.spawn((frames::foot_button(&art, Look::Key, "Simulation"), Way::Simulation, many));
                right.spawn((frames::foot_button(&art, Look::Main, "Start"), Way::Start));
            });
        },
    );
}

fn act(
    activate: On<Activate>,
    ways: Query<&Way>,
    mut setup: ResMut<TacticsSetup>,
    mut screen: ResMut<NextState<Screen>>,
    mut mode: ResMut<NextState<Mode>>,
) {
    match ways.get(activate.entity) {
        Ok(Way::Start) if setup.game.check().is_ok() => {
            setup.start = Start::New;
            screen.set(Screen::Match);
            mode.set(Mode::TACTICS);
        }
        Ok(Way::Puzzles) => screen.set(Screen::TACTICS_PUZZLES),
        Ok(Way::Simulation) => screen.set(Screen::TACTICS_SERIES),
        Ok(Way::Back) => screen.set(Screen::Title),
        _ => {}
    }
}

/// The sentence of a problem with the names that the sides have on the screen.
pub(super) fn with_names(sentence: &str) -> String {
    Side::BOTH.into_iter().fold(sentence.to_string(), |text, side| {
        text.replace(&format!("Side {side}"), side_name(side)).replace(&format!("side {side}"), side_name(side))
    })
}

fn show(
    setup: Res<TacticsSetup>,
    ways: Query<(Entity, &Way, Has<InteractionDisabled>)>,
    mut problems: Query<&mut Text, With<Problem>>,
    mut commands: Commands,
) {
    let problem = setup.problem();
    for (entity, way, is_disabled) in &ways {
        if *way == Way::Start {
            set_enabled(&mut commands, entity, is_disabled, problem.is_none());
        }
    }
    for mut text in &mut problems {
        set_text(&mut text, problem.as_deref().map_or_else(String::new, with_names));
    }
}

fn follow(setup: Res<TacticsSetup>, mut shown: Shown) {
    shown.follow(&setup);
}

fn picture(setup: Res<TacticsSetup>, mut pictured: Pictured) {
    pictured.follow(&setup.game);
}
