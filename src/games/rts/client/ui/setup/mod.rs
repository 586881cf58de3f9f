//! The choice of a map: one of the level files or a random one, with a picture of what one gets; and of the planner.
//!
//! What is chosen is a value ([`Setup`]); what follows from it, the level or why there is none, is another
//! ([`Chosen`]). Buttons write the first, [`choose_level`] the second, everything on the screen follows.

pub mod files;
mod preview;
mod random;

use super::map_widgets::{fresh_seed, is_double_click};
use super::planners;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Look, Tip, labelled_button, set_checked, set_enabled, set_shown};
use crate::games::rts::level::Level;
use crate::games::rts::level::generate::{MapKind, MapSpec, generate};
use crate::games::rts::sim::{GameRules, MatchSetup};
use crate::nav::coop::PlannerKind;
use crate::shell::states::Screen;
use bevy::input_focus::FocusGained;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{Activate, observe};
use std::sync::Arc;

/// The two ways to a map.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    Files,
    Random,
}

/// A level file, read or not.
#[derive(Debug, Clone)]
struct MapFile {
    title: String,
    is_own: bool,
    /// The level, or one sentence that says why there is none.
    level: Result<Arc<Level>, String>,
}

/// What the player has chosen so far. Kept when the screen is left, so that one comes back to the same choice.
#[derive(Resource, Debug)]
pub struct Setup {
    tab: Tab,
    files: Vec<MapFile>,
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

/// What a button of this screen does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SetupButton {
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
    let tab = |tab, label| {
        (
            labelled_button(&art, Look::Key, label, Node { width: px(190), height: px(42), ..default() }),
            does(SetupButton::Tab(tab)),
            TabIndex(0),
        )
    };
    frames::spawn_page(
        &mut commands,
        &art,
        Screen::SANDBOX_SETUP,
        "Choose a map",
        |head| {
            head.spawn(tab(Tab::Files, "Maps"));
            head.spawn(tab(Tab::Random, "Random map"));
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
            body.spawn((theme::panel(&art, preview::node()), preview::Preview));
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
    line.spawn(Node { align_items: AlignItems::Center, column_gap: px(5), ..default() }).with_children(|row| {
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

/// Reads or generates the level of the choice.
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

/// Marks what is chosen.
fn show_choice(
    setup: Res<Setup>,
    rules: Res<GameRules>,
    chosen: Res<Chosen>,
    buttons: Query<(Entity, &SetupButton, Has<Checked>, Has<InteractionDisabled>)>,
    mut pages: Query<(&Page, &mut Node)>,
    mut commands: Commands,
) {
    for (entity, button, is_checked, is_disabled) in &buttons {
        let checked = match *button {
            SetupButton::Tab(tab) => setup.tab == tab,
            SetupButton::File(index) => setup.selected == index,
            SetupButton::Kind(kind) => setup.spec.kind == kind,
            SetupButton::Width(width) => setup.spec.width == width,
            SetupButton::Height(height) => setup.spec.height == height,
            SetupButton::Planner(kind) => setup.planner.unwrap_or(rules.0.planner.kind) == kind,
            SetupButton::Start => {
                set_enabled(&mut commands, entity, is_disabled, chosen.0.is_ok());
                continue;
            }
            _ => continue,
        };
        set_checked(&mut commands, entity, is_checked, checked);
    }
    for (page, mut node) in &mut pages {
        set_shown(&mut node, page.0 == setup.tab);
    }
}

fn act(
    activate: On<Activate>,
    buttons: Query<&SetupButton>,
    mut setup: ResMut<Setup>,
    chosen: Res<Chosen>,
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Real>>,
    mut last_click: Local<Option<f64>>,
    mut next: ResMut<NextState<Screen>>,
    mut commands: Commands,
) {
    let Ok(button) = buttons.get(activate.entity) else { return };
    let start = match *button {
        SetupButton::Tab(tab) => {
            setup.tab = tab;
            false
        }
        SetupButton::File(index) => {
            let was_selected = std::mem::replace(&mut setup.selected, index) == index;
            is_double_click(&mut last_click, &time, &keys) && was_selected
        }
        SetupButton::Planner(kind) => {
            setup.planner = Some(kind);
            false
        }
        SetupButton::Start => true,
        SetupButton::Back => {
            next.set(Screen::Title);
            false
        }
        button => {
            random::change(&mut setup.spec, button);
            false
        }
    };
    if start && let Ok(level) = &chosen.0 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::state::app::StatesPlugin;

    #[test]
    fn the_match_begins_with_the_planner_whose_key_was_pressed_or_with_that_of_the_rules() {
        let mut app = App::new();
        let spec = MapSpec { kind: MapKind::Open, width: 48, height: 48, seed: 1 };
        let level = generate(&spec, &GameRules::default().0).expect("a map");
        app.add_plugins((MinimalPlugins, StatesPlugin))
            .init_state::<Screen>()
            .init_resource::<Setup>()
            .init_resource::<ButtonInput<KeyCode>>()
            .insert_resource(Chosen(Ok(Arc::new(level))))
            .add_observer(act);
        let mut press = |button: SetupButton| {
            let entity = app.world_mut().spawn(button).id();
            app.world_mut().trigger(Activate { entity });
            app.update();
            app.world().get_resource::<MatchSetup>().map(|setup| setup.planner)
        };
        assert_eq!(press(SetupButton::Start), Some(None));
        press(SetupButton::Planner(PlannerKind::Whca));
        assert_eq!(press(SetupButton::Start), Some(Some(PlannerKind::Whca)));
        press(SetupButton::Planner(PlannerKind::March));
        assert_eq!(press(SetupButton::Start), Some(Some(PlannerKind::March)));
    }
}
