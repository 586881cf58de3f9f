//! The set-up of a turn-based game: the page on which a match is set up, and what it shares with the
//! [`simulation`](super::simulation). The game gives its values, its buttons and what fills the columns.

use super::art::Art;
use super::frames::{self, foot_button};
use super::simulation::Bench;
use super::theme::{self, Weight};
use super::widgets::{Look, Tip, goes_to, set_checked, set_enabled, set_text};
use crate::client::input::ControlSystems;
use crate::client::stage::HostMatch;
use crate::games::GameEntry;
use crate::shell::states::{Mode, Screen};
use crate::table::series::Contest;
use bevy::ecs::component::Mutable;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{Activate, observe};
use std::ops::Deref;

/// The set-up of a game.
pub trait GameSetup: Resource<Mutability = Mutable> + Clone {
    /// What a simulation of it plays.
    type Contest: Contest;

    const MODE: Mode;
    const NAME: &'static str;
    /// The page on which a match is set up, and that of the simulation.
    const PAGE: Screen;
    const SERIES: Screen;
    /// What the ways are called in which rounds end for a side, in the order of
    /// [`SideRow::reasons`](crate::table::series::SideRow::reasons), as far as they are shown.
    const REASONS: &'static [&'static str];
    /// What is written over them.
    const REASONS_TITLE: &'static str;
    /// What the length of a round is counted in, for "12.0 steps a round".
    const LENGTH: &'static str;

    /// Why a match cannot be played, as a sentence.
    fn check(&self) -> Result<(), String>;

    /// A match is entered from the page.
    fn start(&mut self) {}

    /// What a simulation would play.
    fn contest(&self) -> Result<Self::Contest, String>;

    /// What a side of the simulation is called on the screen, by its name on the command line.
    fn called(name: &str) -> String;
}

/// A button that changes the set-up, on either page.
pub trait SetupButton: Component {
    type Setup: GameSetup;

    fn press(&self, setup: &mut Self::Setup);

    /// Whether the set-up is what it chooses.
    fn is_chosen(&self, setup: &Self::Setup) -> bool;

    /// Whether it can do something now.
    fn works(&self, _setup: &Self::Setup) -> bool {
        true
    }
}

/// Makes a button change the set-up of its page.
pub(crate) fn does<B: SetupButton>(button: B) -> impl Bundle + use<B> {
    (button, observe(change::<B>))
}

fn change<B: SetupButton>(
    activate: On<Activate>,
    buttons: Query<&B>,
    screen: Res<State<Screen>>,
    mut setup: ResMut<B::Setup>,
    mut bench: ResMut<Bench<B::Setup>>,
) {
    let Ok(button) = buttons.get(activate.entity) else { return };
    button.press(if *screen.get() == B::Setup::SERIES { &mut bench.setup } else { &mut setup });
}

/// The set-up that the page shows: that of the match, or that of the simulation.
#[derive(SystemParam)]
pub(crate) struct ShownSetup<'w, S: GameSetup> {
    screen: Res<'w, State<Screen>>,
    setup: Res<'w, S>,
    bench: Res<'w, Bench<S>>,
}

impl<S: GameSetup> Deref for ShownSetup<'_, S> {
    type Target = S;

    fn deref(&self) -> &S {
        if *self.screen.get() == S::SERIES { &self.bench.setup } else { &self.setup }
    }
}

/// The systems that make a page follow its set-up: they run on both pages, when there is something new.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct FollowSetup(Mode);

impl FollowSetup {
    pub(crate) const fn of<S: GameSetup>() -> Self {
        Self(S::MODE)
    }
}

fn is_new<S: GameSetup>(shown: ShownSetup<S>) -> bool {
    let screen = *shown.screen.get();
    (screen == S::PAGE && (shown.setup.is_changed() || shown.screen.is_changed()))
        || (screen == S::SERIES && (shown.bench.is_changed() || shown.screen.is_changed()))
}

/// Enters the match.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct StartMatch;

/// Opens the match for others over the network.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostOnline;

/// What begins a match here or for others.
pub(crate) type Begins = Or<(With<StartMatch>, With<HostOnline>)>;

/// Why nothing can begin.
#[derive(Component)]
pub(super) struct Problem;

/// Both pages of a game. The game spawns them with [`spawn_page`] and [`super::simulation::spawn_page`].
pub(crate) fn plugin<B: SetupButton>(app: &mut App) {
    app.configure_sets(Update, FollowSetup::of::<B::Setup>().run_if(is_new::<B::Setup>).after(ControlSystems::Act))
        .add_systems(Update, mark::<B>.in_set(FollowSetup::of::<B::Setup>()))
        .add_systems(
            Update,
            (
                frames::escape_to(Screen::Title),
                show_problem::<B::Setup>.run_if(resource_changed::<B::Setup>.or_else(state_changed::<Screen>)),
            )
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(B::Setup::PAGE)),
        )
        .add_plugins(super::simulation::plugin::<B::Setup>);
}

/// Spawns the page of a match. `ways` are the buttons that lead further: label, screen, tip.
pub(crate) fn spawn_page<S: GameSetup>(
    commands: &mut Commands,
    art: &Art,
    head: impl FnOnce(&mut ChildSpawnerCommands),
    body: impl FnOnce(&mut ChildSpawnerCommands),
    ways: &[(&str, Screen, &'static str)],
) {
    frames::spawn_page(commands, art, S::PAGE, S::NAME, head, body, |line| {
        spawn_foot(line, art, Screen::Title, |right| {
            for (label, screen, tip) in ways {
                right.spawn((foot_button(art, Look::Key, label), goes_to(*screen), Tip::new(*tip)));
            }
            if GameEntry::of(S::MODE).online.is_some() {
                let tip = Tip::new("Others join you over the network and play against you");
                right.spawn((foot_button(art, Look::Key, "Host online"), HostOnline, tip, observe(host::<S>)));
            }
            right.spawn((foot_button(art, Look::Main, "Start"), StartMatch, observe(start::<S>)));
        });
    });
}

/// The way back, why nothing can begin, and what begins it.
pub(super) fn spawn_foot(
    line: &mut ChildSpawnerCommands,
    art: &Art,
    back: Screen,
    buttons: impl FnOnce(&mut ChildSpawnerCommands),
) {
    line.spawn((foot_button(art, Look::Key, "Back"), goes_to(back)));
    line.spawn((theme::text(art, Weight::Bold, theme::LABEL, theme::ALARM, ""), Problem));
    line.spawn(Node { column_gap: px(10), ..default() }).with_children(buttons);
}

fn start<S: GameSetup>(
    _: On<Activate>,
    mut setup: ResMut<S>,
    mut screen: ResMut<NextState<Screen>>,
    mut mode: ResMut<NextState<Mode>>,
) {
    if setup.check().is_ok() {
        setup.start();
        screen.set(Screen::Match);
        mode.set(S::MODE);
    }
}

fn host<S: GameSetup>(_: On<Activate>, mut setup: ResMut<S>, mut hosts: MessageWriter<HostMatch>) {
    if setup.check().is_ok() {
        setup.start();
        hosts.write(HostMatch(S::MODE));
    }
}

fn mark<B: SetupButton>(
    setup: ShownSetup<B::Setup>,
    buttons: Query<(Entity, &B, Has<Checked>, Has<InteractionDisabled>)>,
    mut commands: Commands,
) {
    for (entity, button, is_checked, is_disabled) in &buttons {
        set_checked(&mut commands, entity, is_checked, button.is_chosen(&setup));
        set_enabled(&mut commands, entity, is_disabled, button.works(&setup));
    }
}

fn show_problem<S: GameSetup>(
    setup: Res<S>,
    mut problem: Single<&mut Text, With<Problem>>,
    begins: Query<(Entity, Has<InteractionDisabled>), Begins>,
    mut commands: Commands,
) {
    let check = setup.check();
    for (entity, is_disabled) in &begins {
        set_enabled(&mut commands, entity, is_disabled, check.is_ok());
    }
    set_text(&mut problem, check.err().unwrap_or_default());
}
