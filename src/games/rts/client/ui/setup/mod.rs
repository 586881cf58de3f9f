//! The choice of a map: one of the level files or a random one, with a picture of what one gets; and of the planner.
//!
//! What is chosen is a value ([`Setup`]); what follows from it, the level or why there is none, is another
//! ([`Chosen`]). Buttons write the first, [`choose_level`] the second, everything on the screen follows.

mod files;
mod preview;
pub mod random;

use super::map_widgets::{DoubleClick, LevelFile, fresh_seed, tab_button};
use super::planners;
use crate::client::input::ControlSystems;
use crate::client::kit::widgets::{Buttons, Look, Tip, labelled_button, set_shown};
use crate::client::kit::{Art, Weight, frames, layout, theme};
use crate::games::rts::level::Level;
use crate::games::rts::level::generate::{MapKind, MapSpec, generate};
use crate::games::rts::sim::{GameRules, MatchSetup};
use crate::nav::coop::PlannerKind;
use crate::shell::states::Screen;
use bevy::input_focus::FocusGained;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use std::sync::Arc;

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    Files,
    Random,
}

/// What the player has chosen so far. Kept when the screen is left, so that one comes back to the same choice.
#[derive(Resource, Debug)]
pub struct Setup {
    tab: Tab,
    files: Vec<LevelFile>,
    selected: usize,
    spec: MapSpec,
    /// The planner; until one is chosen that of the rules.
    planner: Option<PlannerKind>,
}

impl Default for Setup {
    fn default() -> Self {
        let spec = MapSpec { kind: MapKind::Rivers, width: 96, height: 96, seed: fresh_seed() };
        Self { tab: Tab::Files, files: Vec::new(), selected: 0, spec, planner: None }
    }
}

/// The level of the present choice, or why there is none.
#[derive(Resource, Debug, Clone)]
struct Chosen(Result<Arc<Level>, String>);

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetupButton {
    Tab(Tab),
    /// Take this file of the list; take it and start, on Enter or a double click.
    File(usize),
    Kind(MapKind),
    Width(u16),
    Height(u16),
    SeedDown,
    SeedUp,
    SeedRoll,
    Planner(PlannerKind),
    Start,
    Back,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Setup>()
        .insert_resource(Chosen(Err(String::new())))
        .add_systems(OnEnter(Screen::SANDBOX_SETUP), (files::read_folder, spawn).chain())
        .add_systems(
            Update,
            (
                frames::escape_to(Screen::Title),
                (choose_level, show_choice, random::show_seed)
                    .chain()
                    .run_if(resource_changed::<Setup>.or_else(state_changed::<Screen>)),
                preview::show.run_if(resource_changed::<Chosen>.or_else(state_changed::<Screen>)),
            )
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(Screen::SANDBOX_SETUP)),
        );
}

/// Spawned with the column of a tab: shown while its tab is.
#[derive(Component)]
struct Page(Tab);

fn spawn(mut commands: Commands, art: Res<Art>, setup: Res<Setup>) {
    frames::spawn_page(
        &mut commands,
        &art,
        Screen::SANDBOX_SETUP,
        "Choose a map",
        |head| {
            head.spawn((tab_button(&art, "Maps"), does(SetupButton::Tab(Tab::Files))));
            head.spawn((tab_button(&art, "Random map"), does(SetupButton::Tab(Tab::Random))));
        },
        |body| {
            let column = Node {
                width: percent(40),
                min_width: px(372),
                max_width: px(480),
                flex_shrink: 0.0,
                flex_direction: FlexDirection::Column,
                ..default()
            };
            body.spawn((theme::panel(&art, column.clone()), Page(Tab::Files)))
                .with_children(|page| files::spawn(page, &art, &setup));
            body.spawn((theme::panel(&art, column), Page(Tab::Random)))
                .with_children(|page| random::spawn(page, &art, &setup));
            body.spawn((theme::panel(&art, Node { row_gap: px(6), ..frames::column(1.0) }), preview::Preview));
        },
        |line| {
            line.spawn((frames::foot_button(&art, Look::Key, "Back"), does(SetupButton::Back)));
            planner_row(line, &art);
            line.spawn((frames::foot_button(&art, Look::Main, "Start"), does(SetupButton::Start)));
        },
    );
}

fn does(button: SetupButton) -> impl Bundle {
    (button, observe(act))
}

/// One key for each planner; what it is, is told when the mouse rests on it.
fn planner_row(line: &mut ChildSpawnerCommands, art: &Art) {
    line.spawn(layout::line(5.0)).with_children(|row| {
        row.spawn((
            theme::text(art, Weight::Bold, theme::LABEL, theme::CREAM, "Planner"),
            Node { margin: UiRect::right(px(5)), ..default() },
            theme::shadow(),
        ));
        for kind in PlannerKind::ALL {
            row.spawn((
                labelled_button(art, Look::Key, planners::name(kind), Node { height: px(36), ..default() }),
                does(SetupButton::Planner(kind)),
                Tip::new(planners::about(kind)),
                TabIndex(0),
            ));
        }
    });
}

fn choose_level(
    setup: Res<Setup>,
    rules: Res<GameRules>,
    mut chosen: ResMut<Chosen>,
    mut generated: Local<Option<(MapSpec, Result<Arc<Level>, String>)>>,
) {
    chosen.0 = match setup.tab {
        Tab::Files => setup.files.get(setup.selected).map_or_else(
            || Err("There are no maps in this folder. Try a random one.".into()),
            |file| file.level.clone(),
        ),
        Tab::Random => match &*generated {
            Some((spec, level)) if *spec == setup.spec => level.clone(),
            _ => {
                let level = generate(&setup.spec, &rules.0).map(Arc::new).map_err(|error| format!("{error}."));
                *generated = Some((setup.spec, level.clone()));
                level
            }
        },
    };
}

fn show_choice(
    setup: Res<Setup>,
    rules: Res<GameRules>,
    chosen: Res<Chosen>,
    mut buttons: Buttons<SetupButton>,
    mut pages: Query<(&Page, &mut Node)>,
) {
    buttons.check(|button| match *button {
        SetupButton::Tab(tab) => Some(setup.tab == tab),
        SetupButton::File(index) => Some(setup.selected == index),
        SetupButton::Kind(kind) => Some(setup.spec.kind == kind),
        SetupButton::Width(width) => Some(setup.spec.width == width),
        SetupButton::Height(height) => Some(setup.spec.height == height),
        SetupButton::Planner(kind) => Some(setup.planner.unwrap_or(rules.0.planner.kind) == kind),
        _ => None,
    });
    buttons.enable(|button| (*button == SetupButton::Start).then(|| chosen.0.is_ok()));
    for (page, mut node) in &mut pages {
        set_shown(&mut node, page.0 == setup.tab);
    }
}

fn act(
    activate: On<Activate>,
    buttons: Query<&SetupButton>,
    mut setup: ResMut<Setup>,
    chosen: Res<Chosen>,
    mut clicks: DoubleClick,
    mut next: ResMut<NextState<Screen>>,
    mut commands: Commands,
) {
    let Ok(button) = buttons.get(activate.entity) else { return };
    match *button {
        SetupButton::Tab(tab) => return setup.tab = tab,
        SetupButton::File(index) => {
            let was_selected = std::mem::replace(&mut setup.selected, index) == index;
            if !clicks.is_second() || !was_selected {
                return;
            }
        }
        SetupButton::Planner(kind) => return setup.planner = Some(kind),
        SetupButton::Start => {}
        SetupButton::Back => return next.set(Screen::Title),
        button => return random::change(&mut setup.spec, button),
    }
    if let Ok(level) = &chosen.0 {
        let seed = if setup.tab == Tab::Random { setup.spec.seed } else { fresh_seed() };
        commands.insert_resource(MatchSetup { level: level.clone(), seed, planner: setup.planner, skirmish: None });
        next.set(Screen::Match);
    }
}

/// Walking through the list by keys shows the maps one after the other.
fn select_in_focus(gained: On<FocusGained>, buttons: Query<&SetupButton>, mut setup: ResMut<Setup>) {
    if let Ok(SetupButton::File(index)) = buttons.get(gained.entity)
        && setup.selected != *index
    {
        setup.selected = *index;
    }
}
