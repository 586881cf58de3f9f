//! Whether the lab is open, on which page, and with what.

use crate::client::kit::naming::Naming;
use crate::lab::experiments::Scene;
use crate::shell::states::{Paused, Screen};
use bevy::input::InputSystems;
use bevy::prelude::*;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::user_input::updating::EnabledInput;

impl Screen {
    /// The lab, opened from the title.
    pub const LAB: Self = Self::Page("lab");
}

/// Whether the lab is on the screen: on its own, or over a match.
#[derive(States, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Lab {
    #[default]
    Shut,
    Open,
}

/// The page that is open.
#[derive(SubStates, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[source(Lab = Lab::Open)]
pub enum LabPage {
    #[default]
    Search,
    Plan,
    Abstraction,
    Continuous,
    Experiments,
    /// Files of the search that is shown, and how searches grow with the map.
    Files,
}

impl LabPage {
    pub const ALL: [Self; 6] =
        [Self::Search, Self::Plan, Self::Abstraction, Self::Continuous, Self::Experiments, Self::Files];

    /// The word on its tab.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Search => "Search",
            Self::Plan => "Plan",
            Self::Abstraction => "Abstraction",
            Self::Continuous => "Continuous",
            Self::Experiments => "Experiments",
            Self::Files => "Files",
        }
    }

    /// What it is for.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::Search => "Searches on maps and in puzzles, step by step, up to four side by side",
            Self::Plan => "Many agents that plan their ways together, tick by tick",
            Self::Abstraction => "Maps in ever coarser levels, and ways that are refined",
            Self::Continuous => "Maps of polygons: five ways to make a graph of them",
            Self::Experiments => "Questions to think about first, and answers that are measured",
            Self::Files => "Pictures, tables and traces of the searches, and how they grow with the map",
        }
    }

    /// The page that shows a scene.
    pub const fn of(scene: &Scene) -> Self {
        match scene {
            Scene::Search(_) => Self::Search,
            Scene::Abstraction { .. } => Self::Abstraction,
            Scene::Crowd { .. } => Self::Plan,
        }
    }
}

/// What a page is to open with, side by side. The page takes what is there when it opens, and when this changes while it is
/// open: [`OpenScene::take`].
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub struct OpenScene(pub Vec<Scene>);

impl OpenScene {
    /// The scenes, if they are this page's.
    pub fn take(&mut self, page: LabPage) -> Vec<Scene> {
        if self.0.first().is_some_and(|scene| LabPage::of(scene) == page) {
            std::mem::take(&mut self.0)
        } else {
            Vec::new()
        }
    }
}

/// Opens the lab with scenes on the page that shows the first of them, wherever one is: over a match, which stands still.
pub fn open(world: &mut World, scenes: Vec<Scene>) {
    let page = scenes.first().map_or(LabPage::Search, LabPage::of);
    world.resource_mut::<OpenScene>().0 = scenes;
    let is_open = *world.resource::<State<Lab>>().get() == Lab::Open;
    if !is_open {
        world.resource_mut::<NextState<Lab>>().set(Lab::Open);
    }
    world.resource_mut::<NextState<LabPage>>().set(page);
}

/// Whether time stood before the lab was opened over a match.
#[derive(Resource, Default)]
struct WasPaused(bool);

pub(super) fn plugin(app: &mut App) {
    app.init_state::<Lab>()
        .add_sub_state::<LabPage>()
        .init_resource::<OpenScene>()
        .init_resource::<WasPaused>()
        .add_systems(OnEnter(Screen::LAB), |mut next: ResMut<NextState<Lab>>| next.set(Lab::Open))
        .add_systems(OnExit(Screen::LAB), |mut next: ResMut<NextState<Lab>>| next.set(Lab::Shut))
        .add_systems(OnExit(Screen::Match), |mut next: ResMut<NextState<Lab>>| {
            NextState::set_if_neq(&mut next, Lab::Shut)
        })
        .add_systems(OnEnter(Lab::Open), stand)
        .add_systems(OnExit(Lab::Open), go_on)
        .add_systems(PreUpdate, shut_keys.after(InputSystems).before(InputManagerSystem::Unify));
}

fn stand(
    screen: Res<State<Screen>>,
    paused: Res<State<Paused>>,
    mut was_paused: ResMut<WasPaused>,
    mut next: ResMut<NextState<Paused>>,
) {
    if *screen.get() == Screen::Match {
        was_paused.0 = paused.get().0;
        NextState::set_if_neq(&mut next, Paused(true));
    }
}

fn go_on(screen: Res<State<Screen>>, was_paused: Res<WasPaused>, mut next: ResMut<NextState<Paused>>) {
    if *screen.get() == Screen::Match {
        NextState::set_if_neq(&mut next, Paused(was_paused.0));
    }
}

/// Over a match the keys are the lab's. The key that has left it means nothing else until it is let go.
fn shut_keys(
    lab: Res<State<Lab>>,
    screen: Res<State<Screen>>,
    naming: Option<Res<Naming>>,
    keys: Res<ButtonInput<KeyCode>>,
    mut input: ResMut<EnabledInput<KeyCode>>,
    mut is_shut: Local<bool>,
) {
    if *lab.get() == Lab::Open && *screen.get() == Screen::Match {
        input.is_enabled = false;
        *is_shut = true;
    } else if *is_shut && keys.get_pressed().next().is_none() && !naming.is_some_and(|naming| naming.is_open()) {
        input.is_enabled = true;
        *is_shut = false;
    }
}
