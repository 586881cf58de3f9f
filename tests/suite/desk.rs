//! The program without a window, for tests of its screens, where buttons are pressed by what they mean, and of its keys.

use bevy::asset::AssetPlugin;
use bevy::input::InputPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::Activate;
use bevy::window::{PrimaryWindow, WindowResolution};
use bevy::winit::WinitPlugin;
use gridmarch::client::kit::art::Art;
use gridmarch::client::kit::notices::Notice;
use gridmarch::games::rts::sim::GameRules;
use gridmarch::shell::folders::root_folder;
use gridmarch::shell::recording::RecordTo;
use gridmarch::shell::states::Screen;
use gridmarch::table::thinking::ThinkPolicy;
use std::time::Duration;

/// A match without any screens, in which mouse and keys go through the real input plugins of all games, in a window of
/// 800 × 600: `steps` a second; `prepare` inserts the set-up of the game.
pub fn keyboard(steps: f64, prepare: impl FnOnce(&mut App)) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .insert_resource(Time::<Virtual>::from_max_delta(Duration::MAX))
        .insert_resource(Time::<Fixed>::from_hz(steps))
        .insert_resource(GameRules::default())
        .insert_resource(RecordTo::Nowhere)
        .insert_resource(ThinkPolicy::Inline { nodes: 300 })
        .init_resource::<bevy::input_focus::InputFocus>()
        .add_message::<Notice>();
    prepare(&mut app);
    app.add_plugins(gridmarch::app::input);
    let window = Window { resolution: WindowResolution::new(800, 600), focused: true, ..default() };
    app.world_mut().spawn((window, PrimaryWindow));
    app.finish();
    app.cleanup();
    app.update();
    app
}

/// The program without window, sound and graphics card.
pub struct Desk {
    /// The program.
    pub app: App,
}

impl Desk {
    /// The program at a screen.
    pub fn at(screen: Screen) -> Self {
        let mut app = App::new();
        app.add_plugins(
            DefaultPlugins
                .build()
                .disable::<WinitPlugin>()
                .disable::<PipelinedRenderingPlugin>()
                .disable::<bevy::log::LogPlugin>()
                .disable::<bevy::audio::AudioPlugin>()
                .disable::<bevy::app::TerminalCtrlCHandlerPlugin>()
                .set(RenderPlugin { render_creation: WgpuSettings { backends: None, ..default() }.into(), ..default() })
                .set(AssetPlugin { file_path: root_folder().join("assets").display().to_string(), ..default() }),
        )
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .insert_resource(Time::<Virtual>::from_max_delta(Duration::MAX))
        .insert_resource(Time::<Fixed>::from_hz(20.0))
        .insert_resource(GameRules::default())
        .insert_resource(RecordTo::Nowhere)
        .insert_resource(ThinkPolicy::Inline { nodes: 300 })
        .add_plugins(gridmarch::app::interface);
        app.finish();
        app.cleanup();
        app.update();
        let mut desk = Self { app };
        desk.settle();
        desk.load_fonts();
        if screen != Screen::Title {
            desk.go(screen);
        }
        desk
    }

    /// Texts have no width before their fonts are there, and these come from the disk when they come.
    fn load_fonts(&mut self) {
        let world = self.app.world();
        let (art, assets) = (world.resource::<Art>(), world.resource::<AssetServer>());
        let (fonts, assets) = ([art.regular.id(), art.bold.id(), art.black.id()], assets.clone());
        for _ in 0..5000 {
            if fonts.iter().all(|font| assets.is_loaded(*font)) {
                return;
            }
            self.app.update();
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("the fonts are not loaded");
    }

    /// A screen is spawned in the frame after its state is set, and marked in the next.
    pub fn settle(&mut self) {
        for _ in 0..3 {
            self.app.update();
        }
    }

    /// Another screen.
    pub fn go(&mut self, screen: Screen) {
        self.app.world_mut().resource_mut::<NextState<Screen>>().set(screen);
        self.settle();
    }

    /// The one button of a sort.
    pub fn find<B: Component + PartialEq + std::fmt::Debug>(&mut self, button: &B) -> Entity {
        let world = self.app.world_mut();
        let mut query = world.query::<(Entity, &B)>();
        let found: Vec<Entity> =
            query.iter(world).filter(|(_, one)| *one == button).map(|(entity, _)| entity).collect();
        assert_eq!(found.len(), 1, "{button:?}");
        found[0]
    }

    /// Whether there is such a button.
    pub fn is_there<B: Component + PartialEq>(&mut self, button: &B) -> bool {
        let world = self.app.world_mut();
        world.query::<&B>().iter(world).any(|one| one == button)
    }

    /// Whether a button can be pressed.
    pub fn works<B: Component + PartialEq + std::fmt::Debug>(&mut self, button: &B) -> bool {
        let entity = self.find(button);
        !self.app.world().entity(entity).contains::<InteractionDisabled>()
    }

    /// Whether a button is marked.
    pub fn is_checked<B: Component + PartialEq + std::fmt::Debug>(&mut self, button: &B) -> bool {
        let entity = self.find(button);
        self.app.world().entity(entity).contains::<Checked>()
    }

    /// Presses a button, which must work.
    pub fn press<B: Component + PartialEq + std::fmt::Debug>(&mut self, button: B) {
        let entity = self.find(&button);
        assert!(self.works(&button), "{button:?} does not work");
        self.app.world_mut().trigger(Activate { entity });
        self.settle();
    }

    /// All that is written on the screen.
    pub fn written(&mut self) -> String {
        let world = self.app.world_mut();
        let texts: Vec<&str> = world.query::<&Text>().iter(world).map(|text| text.0.as_str()).collect();
        texts.join("\n")
    }

    /// Whether something is written where it is shown.
    pub fn shows(&mut self, sentence: &str) -> bool {
        let world = self.app.world_mut();
        let mut texts = world.query::<(Entity, &Text)>();
        let found: Vec<Entity> =
            texts.iter(world).filter(|(_, text)| text.0.contains(sentence)).map(|(entity, _)| entity).collect();
        found.into_iter().any(|entity| {
            let above =
                std::iter::successors(Some(entity), |entity| world.get::<ChildOf>(*entity).map(ChildOf::parent));
            above
                .map(|entity| world.get::<Node>(entity))
                .all(|node| node.is_none_or(|node| node.display != Display::None))
        })
    }

    /// Where the buttons of a sort stand that are shown, in physical pixels.
    pub fn places<B: Component + Clone>(&mut self) -> Vec<(B, Vec2)> {
        for _ in 0..5 {
            self.app.update();
        }
        let world = self.app.world_mut();
        let mut buttons = world.query::<(&B, &ComputedNode, &UiGlobalTransform)>();
        let shown = buttons.iter(world).filter(|(_, node, _)| node.size() != Vec2::ZERO);
        shown.map(|(button, _, place)| (button.clone(), place.translation.round())).collect()
    }

    /// Panics if a button that was shown before has moved.
    pub fn stay<B: Component + Clone + PartialEq + std::fmt::Debug>(&mut self, before: &[(B, Vec2)], what: &str) {
        assert!(before.len() > 20, "the screen is laid out: {}", before.len());
        let after = self.places::<B>();
        for (button, place) in before {
            let now = after.iter().find(|(other, _)| other == button).map(|(_, place)| place);
            assert!(now.is_none_or(|now| now == place), "{what}: {button:?} moves from {place} to {now:?}");
        }
    }

    /// Something must be written on the screen.
    pub fn reads(&mut self, sentence: &str) {
        let written = self.written();
        assert!(written.contains(sentence), "{sentence:?} is not in:\n{written}");
    }

    /// The screen.
    pub fn screen(&self) -> Screen {
        *self.app.world().resource::<State<Screen>>().get()
    }
}
