//! The composition of plugins.

use crate::client;
use crate::games::GAMES;
use crate::games::simulations;
use crate::shell::folders::{data_folder, root_folder};
use crate::shell::recording::RecordTo;
use crate::table::series::SeriesLogs;
use crate::table::thinking::ThinkPolicy;
use bevy::prelude::*;
use bevy::settings::SettingsPlugin;
use bevy::window::{MonitorSelection, PresentMode, WindowMode, WindowResolution};

#[derive(Debug, Clone)]
pub struct ClientOptions {
    /// Width and height of the window in logical pixels.
    pub window: (u32, u32),
    pub(crate) full_screen: bool,
    pub record: RecordTo,
}

pub fn client(options: ClientOptions) -> App {
    let mut app = App::new();
    let mode = if options.full_screen {
        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
    } else {
        WindowMode::Windowed
    };
    let window = Window {
        title: "Gridmarch".into(),
        name: Some("gridmarch".into()),
        resolution: WindowResolution::new(options.window.0, options.window.1),
        present_mode: PresentMode::AutoVsync,
        mode,
        resize_constraints: bevy::window::WindowResizeConstraints { min_width: 900.0, min_height: 560.0, ..default() },
        ..default()
    };
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin { primary_window: Some(window), ..default() })
            .set(AssetPlugin { file_path: root_folder().join("assets").display().to_string(), ..default() })
            .set(bevy::log::LogPlugin {
                // No sound card is no reason to worry a player.
                filter: "warn,wgpu=error,naga=error,bevy_audio=off,bevy_settings=error,gridmarch=info".into(),
                ..default()
            }),
    );
    // The settings are read here, so what they hold must be known before.
    app.register_type::<client::audio::settings::SoundSettings>();
    app.register_type::<client::screens::online::settings::OnlineSettings>();
    GAMES.iter().for_each(|game| (game.client.storage)(&mut app));
    app.add_plugins(SettingsPlugin::new("gridmarch"))
        .insert_resource(ClearColor(Color::srgb(0.055, 0.07, 0.09)))
        .insert_resource(options.record)
        .insert_resource(ThinkPolicy::Background)
        .insert_resource(client::kit::clipboard::Clipboard::desktop())
        .insert_resource(SeriesLogs(Some(data_folder().join("simulations"))))
        .insert_resource(client::kit::tree::TreeFolder(Some(data_folder().join("trees"))))
        .insert_resource(client::lab::maps::LabFolder(Some(data_folder().join("lab"))))
        .add_plugins((interface, client::audio::plugin));
    GAMES.iter().for_each(|game| (game.client.view)(&mut app));
    app
}

/// All games, and what keys and mouse do in them. Nothing is seen or heard.
pub fn input(app: &mut App) {
    app.add_plugins((simulations, client::input::plugin));
    GAMES.iter().for_each(|game| (game.client.input)(app));
}

/// The [`input`] with screens and panels: what works without a graphics card.
pub fn interface(app: &mut App) {
    app.add_plugins((input, client::kit::art::plugin, client::screens::plugin, client::lab::plugin));
    GAMES.iter().for_each(|game| (game.client.ui)(app));
}
