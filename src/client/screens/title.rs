//! The first screen: the picture, the name, where to go.

use crate::client::kit::art::Art;
use crate::client::kit::frames::backdrop;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Ink, Look, button};
use crate::client::stage::OptionsOpen;
use crate::shell::states::Screen;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

/// What a button of the title does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TitleChoice {
    /// On to the set-up of a skirmish.
    Skirmish,
    /// On to the choice of a map for the sandbox of movement.
    Sandbox,
    /// On to a match of Tron.
    Tron,
    /// On to a battle of Tactics.
    Tactics,
    /// On to the recorded matches.
    Replays,
    /// How loud it is.
    Options,
    /// Leave the program.
    Quit,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), spawn).add_observer(choose);
}

fn big_button(art: &Art, look: Look, label: &str) -> impl Bundle + use<> {
    (
        button(art, look, Node { width: px(260), height: px(50), ..default() }),
        children![(theme::text(art, Weight::Black, theme::HEAD, theme::CREAM, label), Ink(theme::CREAM))],
    )
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    let entry = |label: &str, look| big_button(&art, look, label);
    commands.spawn((
        Name::new("Title"),
        DespawnOnExit(Screen::Title),
        Node { width: percent(100), height: percent(100), ..default() },
        BackgroundColor(theme::NIGHT),
        TabGroup::default(),
        children![
            backdrop(&art, 0.0),
            (
                Node {
                    position_type: PositionType::Absolute,
                    left: px(56),
                    top: px(0),
                    bottom: px(0),
                    flex_direction: FlexDirection::Column,
                    justify_content: JustifyContent::Center,
                    row_gap: px(9),
                    ..default()
                },
                children![
                    (
                        ImageNode { image_mode: NodeImageMode::Stretch, ..ImageNode::new(art.logo.clone()) },
                        Node { width: px(456), height: px(96), margin: UiRect::left(px(-12)), ..default() },
                    ),
                    (
                        theme::text(
                            &art,
                            Weight::Regular,
                            theme::HEAD,
                            theme::CREAM,
                            "Whole armies, one path through the gap.",
                        ),
                        Node { margin: UiRect::bottom(px(20)), ..default() },
                        theme::shadow(),
                    ),
                    (entry("Skirmish", Look::Main), TitleChoice::Skirmish, TabIndex(0), AutoFocus),
                    (entry("Sandbox", Look::Key), TitleChoice::Sandbox, TabIndex(0)),
                    (entry("Tron", Look::Key), TitleChoice::Tron, TabIndex(0)),
                    (entry("Tactics", Look::Key), TitleChoice::Tactics, TabIndex(0)),
                    (entry("Saves & replays", Look::Key), TitleChoice::Replays, TabIndex(0)),
                    (entry("Options", Look::Key), TitleChoice::Options, TabIndex(0)),
                    (entry("Quit", Look::Key), TitleChoice::Quit, TabIndex(0)),
                ],
            ),
            (
                Node { position_type: PositionType::Absolute, left: px(56), bottom: px(20), ..default() },
                children![theme::text(
                    &art,
                    Weight::Regular,
                    theme::SMALL,
                    theme::MUTED,
                    concat!(
                        "Version ",
                        env!("CARGO_PKG_VERSION"),
                        "  ·  Enter chooses  ·  Tab goes on  ·  F11 full screen"
                    ),
                )],
            ),
        ],
    ));
}

fn choose(
    activate: On<Activate>,
    choices: Query<&TitleChoice>,
    mut next: ResMut<NextState<Screen>>,
    mut options: ResMut<OptionsOpen>,
    mut exit: MessageWriter<AppExit>,
) {
    match choices.get(activate.entity) {
        Ok(TitleChoice::Skirmish) => next.set(Screen::SkirmishSetup),
        Ok(TitleChoice::Sandbox) => next.set(Screen::Setup),
        Ok(TitleChoice::Tron) => next.set(Screen::TronSetup),
        Ok(TitleChoice::Tactics) => next.set(Screen::TacticsSetup),
        Ok(TitleChoice::Replays) => next.set(Screen::Replays),
        Ok(TitleChoice::Options) => options.0 = true,
        Ok(TitleChoice::Quit) => {
            exit.write(AppExit::Success);
        }
        Err(_) => {}
    }
}
