//! The options: how loud it is, how the picture moves, and which keys do what. Opened from the title and from the menu of a match.

use crate::client::audio::settings::{SoundSettings, Volume};
use crate::client::game::OptionsPage;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{over_all, stack};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::progress::{progress_bar, set_filled};
use crate::client::kit::widgets::{Look, choice_button, labelled_button, set_checked, set_enabled, set_text};
use crate::client::stage::{MenuOpen, OptionsOpen};
use crate::games::GAMES;
use crate::shell::states::Screen;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{Activate, observe};

/// What a button of the options does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionButton {
    Softer(Volume),
    Louder(Volume),
    Page(&'static str),
    Close,
}

/// The page that is open, by its label.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page(pub &'static str);

impl Default for Page {
    fn default() -> Self {
        Self(PAGES[0].label)
    }
}

/// The pages that are about no game.
const PAGES: [OptionsPage; 1] = [OptionsPage { label: "Sound", spawn: spawn_sound }];

fn pages() -> impl Iterator<Item = &'static OptionsPage> {
    PAGES.iter().chain(GAMES.iter().rev().flat_map(|game| game.client.options))
}

/// The whole.
#[derive(Component, Debug)]
struct Panel;

/// The number of a volume.
#[derive(Component, Debug, Clone, Copy)]
struct Percent(Volume);

/// The filled part of its bar.
#[derive(Component, Debug, Clone, Copy)]
struct Level(Volume);

const VOLUMES: [(Volume, &str); 3] =
    [(Volume::Master, "All sound"), (Volume::Effects, "Effects"), (Volume::Music, "Music")];

/// How much a press changes.
const STEP: f32 = 0.1;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OptionsOpen>().init_resource::<Page>().init_resource::<SoundSettings>().add_systems(
        Update,
        (
            close,
            open.run_if(resource_changed::<OptionsOpen>.or_else(resource_changed::<Page>)),
            follow.run_if(
                resource_changed::<OptionsOpen>
                    .or_else(resource_changed::<SoundSettings>)
                    .or_else(any_with_component::<Panel>),
            ),
        )
            .chain()
            .after(ControlSystems::Act),
    );
}

/// Whatever closes the menu or changes the screen closes them, too. Escape closes them before anything else.
fn close(screen: Res<State<Screen>>, menu: Res<MenuOpen>, mut options: ResMut<OptionsOpen>) {
    let is_beside = screen.is_changed() || (*screen.get() == Screen::Match && !menu.0);
    if options.0 && is_beside {
        options.0 = false;
    }
}

fn open(
    options: Res<OptionsOpen>,
    page: Res<Page>,
    open: Query<Entity, With<Panel>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    for entity in &open {
        commands.entity(entity).despawn();
    }
    if !options.0 {
        return;
    }
    commands
        .spawn((
            Name::new("Options"),
            Panel,
            Node { align_items: AlignItems::Center, justify_content: JustifyContent::Center, ..over_all() },
            BackgroundColor(theme::NIGHT.with_alpha(0.7)),
            // Over the menu of a match.
            GlobalZIndex(70),
            TabGroup { order: 1, modal: true },
        ))
        .with_children(|root| {
            let column = Node { padding: UiRect::all(px(26)), ..stack(12.0) };
            root.spawn(theme::panel(&art, column)).with_children(|panel| spawn(panel, &art, *page));
        });
}

fn spawn(panel: &mut ChildSpawnerCommands, art: &Art, page: Page) {
    panel.spawn(Node { column_gap: px(10), align_items: AlignItems::Center, ..default() }).with_children(|line| {
        line.spawn((
            theme::text(art, Weight::Black, theme::TITLE, theme::GOLD, "Options"),
            Node { margin: UiRect::right(px(20)), ..default() },
        ));
        for OptionsPage { label, .. } in pages() {
            line.spawn((choice_button(art, label), does(OptionButton::Page(label))));
        }
    });
    if let Some(page) = pages().find(|shown| shown.label == page.0) {
        (page.spawn)(panel, art);
    }
    panel.spawn((
        labelled_button(art, Look::Main, "Back", Node { height: px(44), margin: UiRect::top(px(10)), ..default() }),
        does(OptionButton::Close),
        TabIndex(0),
        AutoFocus,
    ));
}

fn spawn_sound(panel: &mut ChildSpawnerCommands, art: &Art) {
    for (volume, name) in VOLUMES {
        panel.spawn(Node { column_gap: px(10), align_items: AlignItems::Center, ..default() }).with_children(|line| {
            line.spawn((
                theme::text(art, Weight::Bold, theme::LABEL, theme::CREAM, name),
                Node { width: px(100), ..default() },
            ));
            line.spawn((choice_button(art, "−"), does(OptionButton::Softer(volume))));
            line.spawn(Node { width: px(220), flex_direction: FlexDirection::Column, ..default() })
                .with_child(progress_bar(12.0, theme::GOLD, Level(volume)));
            line.spawn((choice_button(art, "+"), does(OptionButton::Louder(volume))));
            line.spawn(Node { width: px(52), justify_content: JustifyContent::End, ..default() })
                .with_child((theme::text(art, Weight::Bold, theme::LABEL, theme::CREAM, ""), Percent(volume)));
        });
    }
}

fn follow(
    sound: Res<SoundSettings>,
    page: Res<Page>,
    mut numbers: Query<(&Percent, &mut Text)>,
    mut bars: Query<(&Level, &mut Node)>,
    buttons: Query<(Entity, &OptionButton, Has<InteractionDisabled>, Has<Checked>)>,
    mut commands: Commands,
) {
    for (Percent(volume), mut text) in &mut numbers {
        set_text(&mut text, format!("{:.0} %", sound.get(*volume) * 100.0));
    }
    for (Level(volume), mut node) in &mut bars {
        set_filled(&mut node, sound.get(*volume));
    }
    for (entity, button, is_disabled, is_checked) in &buttons {
        if let OptionButton::Page(of) = button {
            set_checked(&mut commands, entity, is_checked, *of == page.0);
        }
        let works = match button {
            OptionButton::Softer(volume) => sound.get(*volume) > 0.0,
            OptionButton::Louder(volume) => sound.get(*volume) < 1.0,
            _ => true,
        };
        set_enabled(&mut commands, entity, is_disabled, works);
    }
}

fn does(button: OptionButton) -> impl Bundle {
    (button, observe(act))
}

fn act(
    activate: On<Activate>,
    buttons: Query<&OptionButton>,
    mut options: ResMut<OptionsOpen>,
    mut page: ResMut<Page>,
    mut sound: ResMut<SoundSettings>,
    mut commands: Commands,
) {
    let mut step = |volume: Volume, by: f32| {
        // Whole tenths, whatever the file of settings had.
        let tenths = ((sound.get(volume) + by) * 10.0).round() / 10.0;
        sound.set(volume, tenths, &mut commands);
    };
    match buttons.get(activate.entity) {
        Ok(OptionButton::Softer(volume)) => step(*volume, -STEP),
        Ok(OptionButton::Louder(volume)) => step(*volume, STEP),
        Ok(OptionButton::Page(of)) => page.0 = of,
        Ok(OptionButton::Close) => options.0 = false,
        Err(_) => {}
    }
}
