//! The composition of plugins, and where the game's files are.

use std::path::PathBuf;

/// The folder that holds `assets` and `levels`: `GRIDMARCH_ROOT` if set, else the nearest of the working directory,
/// the folders above the program, and the checkout that the program was built from.
#[must_use]
pub fn root_folder() -> PathBuf {
    if let Some(root) = std::env::var_os("GRIDMARCH_ROOT") {
        return root.into();
    }
    let holds_levels = |folder: &PathBuf| folder.join("levels/rts").is_dir() && folder.join("assets").is_dir();
    let working = std::env::current_dir().ok();
    let program = std::env::current_exe().ok();
    let above = program.iter().flat_map(|path| path.ancestors().skip(1)).map(PathBuf::from);
    working.into_iter().chain(above).find(holds_levels).unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")))
}

/// The folder of the real-time game's level files.
#[must_use]
pub fn level_folder() -> PathBuf {
    root_folder().join("levels/rts")
}

/// The folder of the levels that the player has made.
#[must_use]
pub fn own_level_folder() -> PathBuf {
    data_folder().join("levels")
}

/// The folder for what the game keeps for its user: saved matches, replays, levels, logs of simulations.
#[must_use]
pub fn data_folder() -> PathBuf {
    directories::ProjectDirs::from("", "", "gridmarch")
        .map_or_else(|| root_folder().join("user"), |dirs| dirs.data_dir().to_path_buf())
}

#[cfg(feature = "client")]
pub use client::{ClientOptions, client};

#[cfg(feature = "client")]
mod client {
    use super::{data_folder, own_level_folder, root_folder};
    use crate::games::rts::client::input::save::OwnLevels;
    use crate::games::rts::sim::record::saves::SavedMatch;
    use crate::games::rts::sim::{GameRules, MatchSetup, SimPlugin};
    use crate::games::tactics::plugin::{TacticsSaves, TacticsSetup};
    use crate::games::tron::plugin::TronSetup;
    use crate::shell::recording::RecordTo;
    use crate::shell::states::{Mode, Paused, Screen};
    use crate::table::series::SeriesLogs;
    use crate::table::thinking::ThinkPolicy;
    use bevy::prelude::*;
    use bevy::settings::SettingsPlugin;
    use bevy::window::{MonitorSelection, PresentMode, WindowMode, WindowResolution};

    /// How the window game starts.
    #[derive(Debug, Clone)]
    pub struct ClientOptions {
        /// Rules to play by.
        pub rules: GameRules,
        /// A match of the real-time game to begin with; without it the title screen.
        pub setup: Option<MatchSetup>,
        /// Go on with this saved match instead; time stands at first.
        pub saved: Option<SavedMatch>,
        /// Begin with a match of Tron on boards of this seed instead.
        pub tron: Option<u64>,
        /// Begin with a battle of Tactics instead.
        pub tactics: Option<TacticsSetup>,
        /// Width and height of the window in logical pixels.
        pub window: (u32, u32),
        /// Whether to fill the screen.
        pub full_screen: bool,
        /// Where matches are recorded to.
        pub record: RecordTo,
    }

    /// The game in a window.
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
            resize_constraints: bevy::window::WindowResizeConstraints {
                min_width: 900.0,
                min_height: 560.0,
                ..default()
            },
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
        )
        // The settings are read here, so what they hold must be known before.
        .register_type::<crate::games::tactics::client::ui::solved::Solved>()
        .register_type::<crate::games::rts::client::ui::skirmish::remembered::Remembered>()
        .register_type::<crate::client::audio::settings::SoundSettings>()
        .register_type::<crate::games::tron::client::view::pulse::PictureSettings>()
        .add_plugins(SettingsPlugin::new("gridmarch"))
        .insert_resource(ClearColor(Color::srgb(0.055, 0.07, 0.09)))
        .insert_resource(Time::<Fixed>::from_hz(f64::from(options.rules.0.tick_hz)))
        .insert_resource(options.rules)
        .insert_resource(options.record)
        .insert_resource(ThinkPolicy::Background)
        .insert_resource(SeriesLogs(Some(data_folder().join("simulations"))))
        .insert_resource(TacticsSaves(Some(data_folder().join("battles"))))
        .insert_resource(OwnLevels(Some(own_level_folder())))
        .add_plugins((
            SimPlugin,
            crate::games::tron::plugin::plugin,
            crate::games::tactics::plugin::plugin,
            crate::games::rts::client::input::plugin,
            crate::games::rts::client::view::plugin,
            crate::client::screens::plugin,
        ));
        if let Some(seed) = options.tron {
            app.insert_resource(TronSetup { seed, ..TronSetup::default() }).add_systems(
                Startup,
                |mut screen: ResMut<NextState<Screen>>, mut mode: ResMut<NextState<Mode>>| {
                    screen.set(Screen::Match);
                    mode.set(Mode::Tron);
                },
            );
        } else if let Some(setup) = options.tactics {
            // The title screen, which is entered first, forgets recordings: the set-up comes after it.
            app.add_systems(
                Startup,
                move |mut screen: ResMut<NextState<Screen>>,
                      mut mode: ResMut<NextState<Mode>>,
                      mut target: ResMut<TacticsSetup>| {
                    *target = setup.clone();
                    screen.set(Screen::Match);
                    mode.set(Mode::Tactics);
                },
            );
        } else if let Some(saved) = options.saved {
            // The title screen would bring the rules of before back.
            app.add_systems(Startup, move |world: &mut World| {
                saved.clone().enter(world);
                world.resource_mut::<NextState<Screen>>().set(Screen::Match);
                world.resource_mut::<NextState<Paused>>().set(Paused(true));
            });
        } else if let Some(setup) = options.setup {
            // In `Startup`, because the first state transition comes before it, when there is no camera yet.
            app.insert_resource(setup)
                .add_systems(Startup, |mut next: ResMut<NextState<Screen>>| next.set(Screen::Match));
        }
        app
    }
}
