//! The first screen: the picture, the name, where to go.

use super::online;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{backdrop, stack};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Ink, Look, button, goes_to};
use crate::client::stage::OptionsOpen;
use crate::games::GAMES;
use crate::shell::states::Screen;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

/// What a button of the title does that leads to no screen.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TitleChoice {
    Options,
    Quit,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), spawn);
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    let menu = |column: &mut ChildSpawnerCommands| {
        column.spawn((
            ImageNode { image_mode: NodeImageMode::Stretch, ..ImageNode::new(art.logo.clone()) },
            Node { width: px(456), height: px(96), margin: UiRect::left(px(-12)), ..default() },
        ));
        column.spawn((
            theme::text(&art, Weight::Regular, theme::HEAD, theme::CREAM, "Whole armies, one path through the gap."),
            Node { margin: UiRect::bottom(px(14)), ..default() },
            theme::shadow(),
        ));
        let cards = GAMES.iter().flat_map(|game| game.client.cards).copied();
        for (index, (label, screen)) in cards
            .chain([("Lab", Screen::LAB), ("Multiplayer", online::PAGE), ("Saves & replays", Screen::Replays)])
            .enumerate()
        {
            let look = if index == 0 { Look::Main } else { Look::Key };
            let mut entry = column.spawn((entry(&art, look, label), goes_to(screen)));
            if index == 0 {
                entry.insert(AutoFocus);
            }
        }
        column.spawn((
            entry(&art, Look::Key, "Options"),
            TitleChoice::Options,
            observe(|_: On<Activate>, mut options: ResMut<OptionsOpen>| options.0 = true),
        ));
        column.spawn((
            entry(&art, Look::Key, "Quit"),
            TitleChoice::Quit,
            observe(|_: On<Activate>, mut exit: MessageWriter<AppExit>| {
                exit.write(AppExit::Success);
            }),
        ));
    };
    let version =
        concat!("Version ", env!("CARGO_PKG_VERSION"), "  ·  Enter chooses  ·  Tab goes on  ·  F11 full screen");
    commands
        .spawn((
            Name::new("Title"),
            DespawnOnExit(Screen::Title),
            Node { width: percent(100), height: percent(100), ..default() },
            BackgroundColor(theme::NIGHT),
            TabGroup::default(),
        ))
        .with_children(|root| {
            root.spawn(backdrop(&art, 0.0));
            root.spawn(Node {
                position_type: PositionType::Absolute,
                left: px(56),
                top: px(0),
                bottom: px(0),
                justify_content: JustifyContent::Center,
                ..stack(4.0)
            })
            .with_children(menu);
            root.spawn(Node { position_type: PositionType::Absolute, left: px(56), bottom: px(14), ..default() })
                .with_child(theme::text(&art, Weight::Regular, theme::SMALL, theme::MUTED, version));
        });
}

fn entry(art: &Art, look: Look, label: &str) -> impl Bundle + use<> {
    (
        button(art, look, Node { width: px(260), height: px(38), ..default() }),
        TabIndex(0),
        children![(theme::text(art, Weight::Black, theme::HEAD, theme::CREAM, label), Ink(theme::CREAM))],
    )
}
