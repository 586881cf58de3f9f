//! The bar of a replay below the board, with buttons.

use super::{TableWindow, beside_board, files};
use crate::client::input::ControlSystems;
use crate::client::input::bindings::Press;
use crate::client::input::replay::{ReplayAction, ReplayControls};
use crate::client::kit::art::Art;
use crate::client::kit::replay_bar::{self, ReplayBar, Sought};
use crate::client::kit::theme::{self, Icon};
use crate::client::kit::widgets::{Buttons, Ink, Look, Presses, Tip, action_button, button, labelled_button, presses};
use crate::client::stage::FOOT;
use crate::shell::states::Screen;
use crate::table::{Board, Phase, Replay};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

/// The symbol of the button that plays and pauses.
#[derive(Component, Debug)]
struct PlaySymbol;

const SIDE: f32 = 38.0;

pub(super) fn plugin<G: TableWindow>(app: &mut App) {
    app.add_systems(
        Update,
        (show::<G>, show_playing, play_on::<G>, follow::<G>).after(ControlSystems::Act).run_if(in_state(G::MODE)),
    );
}

fn spawn<G: TableWindow>(commands: &mut Commands, art: &Art) -> Entity {
    let step = |icon: Icon, action: ReplayAction, tip: String, key: &str| {
        (action_button(art, icon, SIDE, action, &tip, key), TabIndex(0))
    };
    let [one, page] = G::STEPS;
    commands
        .spawn((
            Name::new("Replay"),
            DespawnOnExit(Screen::Match),
            Node { bottom: px(8), column_gap: px(6), ..beside_board(FOOT - 40.0) },
        ))
        .with_children(|bar| {
            bar.spawn(step(Icon::Slower, ReplayAction::PageBack, format!("{page} back"), "Up"));
            bar.spawn(step(Icon::Undo, ReplayAction::Back, format!("{one} back"), "Left"));
            bar.spawn((
                button(art, Look::Main, Node { width: px(SIDE), height: px(SIDE), flex_shrink: 0.0, ..default() }),
                presses(ReplayAction::Play),
                Tip::with_key("Play or stop", "G"),
                TabIndex(0),
                children![(theme::icon(art, Icon::Play as usize, 25.0), Ink(theme::CREAM), PlaySymbol)],
            ));
            bar.spawn(step(Icon::Redo, ReplayAction::On, format!("{one} on"), "Right"));
            bar.spawn(step(Icon::Faster, ReplayAction::PageOn, format!("{page} on"), "Down"));
            bar.spawn(replay_bar::track(14.0, 6.0));
            bar.spawn(replay_bar::place(art, 92.0));
            let tip = "A new match goes on from here; the recording stays";
            bar.spawn((
                labelled_button(art, Look::Key, "Play on", Node { height: px(SIDE), ..default() }),
                presses(ReplayAction::PlayOn),
                Tip::with_key(tip, "B"),
                TabIndex(0),
            ));
            bar.spawn(replay_bar::leave(art, SIDE))
                .observe(|_: On<Activate>, mut replay: ReplayControls| replay.stop());
        })
        .observe(|sought: On<Sought>, mut replay: ReplayControls| {
            replay.play(false);
            replay.seek(sought.to);
        })
        .id()
}

fn show<G: TableWindow>(
    table: Single<(&Phase, Option<&Replay<G>>)>,
    bar: Option<Single<(Entity, &mut ReplayBar)>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let moment = if let (Phase::Watching { at, .. }, Some(replay)) = *table {
        let all = replay.steps().len();
        Some(ReplayBar { at: *at, all, label: format!("{at} / {all}") })
    } else {
        None
    };
    replay_bar::follow(moment, bar, &mut commands, |commands| spawn::<G>(commands, &art));
}

fn play_on<G: TableWindow>(mut presses: MessageReader<Press<ReplayAction>>, mut commands: Commands) {
    if presses.read().any(|press| press.0 == ReplayAction::PlayOn) {
        commands.queue(files::play_on::<G>);
    }
}

/// Where the match is over nobody can play on.
fn follow<G: TableWindow>(board: Single<&Board<G>>, mut buttons: Buttons<Presses<ReplayAction>>) {
    buttons.enable(|Presses(action)| (*action == ReplayAction::PlayOn).then(|| !board.is_over()));
}

fn show_playing(phase: Option<Single<&Phase>>, mut symbols: Query<&mut ImageNode, With<PlaySymbol>>) {
    let playing = phase.is_some_and(|phase| matches!(**phase, Phase::Watching { playing: true, .. }));
    let index = if playing { Icon::Pause } else { Icon::Play } as usize;
    for mut image in &mut symbols {
        if image.texture_atlas.as_ref().is_some_and(|atlas| atlas.index != index)
            && let Some(atlas) = &mut image.texture_atlas
        {
            atlas.index = index;
        }
    }
}
