//! The page of the lab: its title and tabs, the stage in the middle, the side panel on the right, the bar of the moment below.

use super::LabSystems;
use super::playback::{Play, Playback, SPEEDS, Typing};
use super::select::Selecting;
use super::stage::Stage;
use super::state::{Lab, LabPage};
use crate::base::wording::grouped;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{over_all, stack};
use crate::client::kit::naming::Naming;
use crate::client::kit::replay_bar::{self, ReplayBar, Sought};
use crate::client::kit::theme::{self, Icon, Weight};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{Buttons, Tip, choice_button, icon_button, set_text};
use crate::shell::states::Screen;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{Activate, observe};

/// Width of the side panel in logical pixels.
pub const SIDE: f32 = 312.0;

/// Where a page spawns its side panel. What it spawns there it marks with [`DespawnOnExit`] of its page.
#[derive(Component, Debug)]
pub struct Side;

/// The boards; a page that shows something else in the middle spawns it here, over them.
#[derive(Component, Debug)]
pub struct Middle;

/// The table.
#[derive(Component, Debug)]
pub(super) struct Below;

/// The line of words.
#[derive(Component, Debug)]
pub(super) struct Words;

/// A tab.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabTab(pub LabPage);

/// Leaves the lab.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaveLab;

/// The speed.
#[derive(Component)]
struct SpeedWords;

/// What has stopped the moment.
#[derive(Component)]
struct MomentWords;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Stage>().add_systems(OnEnter(Lab::Open), spawn).add_systems(
        Update,
        (
            (tabs_by_key, leave_by_key, let_go).in_set(LabSystems::Ask),
            (mark_tabs.run_if(state_changed::<LabPage>), show_moment).in_set(LabSystems::Show),
        ),
    );
    for page in LabPage::ALL {
        app.add_systems(OnExit(page), clear);
    }
}

/// What a page has shown goes with it, and the next one begins at the top of its panel.
fn clear(mut stage: ResMut<Stage>, mut playback: ResMut<Playback>, mut sides: Query<&mut ScrollPosition, With<Side>>) {
    *stage = Stage::default();
    *playback = Playback::default();
    sides.iter_mut().for_each(|mut side| *side = ScrollPosition::default());
}

fn spawn(mut commands: Commands, art: Res<Art>, screen: Res<State<Screen>>) {
    let back = if *screen.get() == Screen::Match { "To the match" } else { "Back" };
    commands
        .spawn((
            Name::new("Lab"),
            DespawnOnExit(Lab::Open),
            over_all(),
            BackgroundColor(theme::NIGHT),
            // Over what belongs to a match, below notices and dialogs.
            GlobalZIndex(45),
            TabGroup::default(),
        ))
        .with_children(|root| {
            root.spawn(Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                height: percent(100),
                padding: UiRect::axes(px(12), px(8)),
                ..stack(7.0)
            })
            .with_children(|page| {
                page.spawn(Node { align_items: AlignItems::Center, column_gap: px(6), flex_shrink: 0.0, ..default() })
                    .with_children(|line| head(line, &art, back));
                let row = Node { flex_grow: 1.0, min_height: px(0), flex_basis: px(0), column_gap: px(8), ..default() };
                page.spawn(row).with_children(|row| body(row, &art));
                page.spawn((
                    plate(
                        &art,
                        Node {
                            padding: UiRect::axes(px(10), px(5)),
                            align_items: AlignItems::Center,
                            column_gap: px(5),
                            flex_shrink: 0.0,
                            height: px(46),
                            ..default()
                        },
                    ),
                    ReplayBar { at: 0, all: 0, label: String::new() },
                    observe(|sought: On<Sought>, mut plays: MessageWriter<Play>| {
                        plays.write(Play::To(sought.to as u32));
                    }),
                ))
                .with_children(|line| bar(line, &art));
            });
        });
}

/// A framed panel with room of its own inside.
fn plate(art: &Art, node: Node) -> impl Bundle + use<> {
    let node = Node { border_radius: BorderRadius::all(px(6)), ..node };
    (node, theme::sliced(&art.panel, Color::WHITE), BackgroundColor(theme::NIGHT.with_alpha(0.75)))
}

fn head(line: &mut ChildSpawnerCommands, art: &Art, back: &str) {
    line.spawn((
        theme::text(art, Weight::Black, 26.0, theme::CREAM, "Lab"),
        Node { margin: UiRect::right(px(12)), ..default() },
    ));
    for (index, page) in LabPage::ALL.into_iter().enumerate() {
        line.spawn((
            choice_button(art, page.title()),
            LabTab(page),
            Tip::with_key(page.explanation(), format!("F{}", index + 1)),
            observe(move |_: On<Activate>, mut next: ResMut<NextState<LabPage>>| {
                NextState::set_if_neq(&mut next, page);
            }),
        ));
    }
    line.spawn(Node { flex_grow: 1.0, ..default() });
    line.spawn((
        choice_button(art, back),
        LeaveLab,
        Tip::with_key("Leave the lab", "Esc"),
        observe(|_: On<Activate>, mut commands: Commands| commands.run_system_cached(leave)),
    ));
}

fn body(row: &mut ChildSpawnerCommands, art: &Art) {
    row.spawn(Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), ..stack(5.0) }).with_children(|middle| {
        middle.spawn((Middle, Node { flex_grow: 1.0, flex_basis: px(0), min_height: px(0), ..default() }));
        let node = Node {
            display: Display::None,
            column_gap: px(16),
            row_gap: px(2),
            padding: UiRect::axes(px(8), px(5)),
            border_radius: BorderRadius::all(px(5)),
            flex_shrink: 0.0,
            ..default()
        };
        middle.spawn((node, BackgroundColor(theme::WELL), Below));
        middle.spawn((
            theme::paragraph(art, Weight::Regular, theme::BODY, theme::CREAM, ""),
            Node { height: px(38), flex_shrink: 0.0, overflow: Overflow::clip(), ..default() },
            Words,
        ));
    });
    let node = Node { width: px(SIDE), flex_shrink: 0.0, padding: UiRect::all(px(8)), ..stack(4.0) };
    row.spawn(plate(art, node)).with_children(|panel| {
        let column = scrolled(panel, 6.0, |_| {});
        panel.commands().entity(column).insert(Side);
    });
}

fn bar(line: &mut ChildSpawnerCommands, art: &Art) {
    step(line, art, ("|<", "To the beginning", "Home"), Play::First);
    step(line, art, ("<<", "Back to the last breakpoint", "Page up"), Play::Stop { forward: false });
    step(line, art, ("<", "One back; ten with Shift, a hundred with Ctrl", "←"), Play::Step(-1));
    let play = (icon_button(art, Icon::Play as usize, 34.0), TabIndex(0), Tip::with_key("Play or stop", "Space or P"));
    line.spawn((play, plays(Play::Toggle)));
    step(line, art, (">", "One on; ten with Shift, a hundred with Ctrl", "→"), Play::Step(1));
    step(line, art, (">>", "On to the next breakpoint", "Page down"), Play::Stop { forward: true });
    step(line, art, (">|", "To the end", "End"), Play::Last);
    line.spawn(replay_bar::place(art, 170.0));
    line.spawn(replay_bar::track(14.0, 6.0));
    let text = |width: f32| {
        (theme::text(art, Weight::Bold, theme::BODY, theme::MUTED, ""), Node { min_width: px(width), ..default() })
    };
    line.spawn((text(0.0), MomentWords));
    step(line, art, ("−", "Slower", "−"), Play::Speed(-1));
    step(line, art, ("+", "Faster", "+"), Play::Speed(1));
    line.spawn((text(110.0), SpeedWords));
}

fn step(line: &mut ChildSpawnerCommands, art: &Art, (label, tip, key): (&str, &str, &str), play: Play) {
    line.spawn((choice_button(art, label), Tip::with_key(tip, key), plays(play)));
}

fn plays(play: Play) -> impl Bundle {
    (
        play,
        observe(move |_: On<Activate>, mut plays: MessageWriter<Play>| {
            plays.write(play);
        }),
    )
}

/// Back to where the lab was opened from.
fn leave(screen: Res<State<Screen>>, mut next: ResMut<NextState<Screen>>, mut lab: ResMut<NextState<Lab>>) {
    if *screen.get() == Screen::Match {
        lab.set(Lab::Shut);
    } else {
        next.set(Screen::Title);
    }
}

/// Escape leaves what was begun first: typing, then the lab. A list that is open goes by itself.
fn leave_by_key(
    keys: Res<ButtonInput<KeyCode>>,
    (selecting, naming): (Res<Selecting>, Option<Res<Naming>>),
    fields: Query<(), With<EditableText>>,
    mut focus: ResMut<InputFocus>,
    // A dialog takes the key in the frame in which it is pressed, perhaps before this.
    mut was_covered: Local<bool>,
    mut commands: Commands,
) {
    let is_covered = selecting.is_open() || naming.is_some_and(|naming| naming.is_open());
    let is_shut = std::mem::replace(&mut *was_covered, is_covered) || is_covered;
    if is_shut || !keys.just_pressed(KeyCode::Escape) {
        return;
    }
    if focus.get().is_some_and(|focused| fields.contains(focused)) {
        focus.clear();
    } else {
        commands.run_system_cached(leave);
    }
}

/// F1 to F6 open the pages.
fn tabs_by_key(keys: Res<ButtonInput<KeyCode>>, typing: Typing, mut next: ResMut<NextState<LabPage>>) {
    const KEYS: [KeyCode; LabPage::ALL.len()] =
        [KeyCode::F1, KeyCode::F2, KeyCode::F3, KeyCode::F4, KeyCode::F5, KeyCode::F6];
    let pressed = KEYS.iter().position(|key| keys.just_pressed(*key)).filter(|_| !typing.is_on());
    if let Some(page) = pressed {
        NextState::set_if_neq(&mut next, LabPage::ALL[page]);
    }
}

/// A button that was clicked does not keep the focus: Space plays, and does not press it again. Nor does a field in which
/// Enter was pressed.
fn let_go(
    (mouse, keys): (Res<ButtonInput<MouseButton>>, Res<ButtonInput<KeyCode>>),
    naming: Option<Res<Naming>>,
    visible: Res<InputFocusVisible>,
    fields: Query<(), With<EditableText>>,
    mut focus: ResMut<InputFocus>,
) {
    let is_idle = mouse.get_pressed().next().is_none() && mouse.get_just_released().next().is_none();
    let is_typed = keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter])
        && !naming.is_some_and(|naming| naming.is_open())
        && focus.get().is_some_and(|focused| fields.contains(focused));
    let is_clicked = is_idle && !visible.0 && focus.get().is_some_and(|focused| !fields.contains(focused));
    if is_typed || is_clicked {
        focus.clear();
    }
}

fn mark_tabs(page: Option<Res<State<LabPage>>>, mut tabs: Buttons<LabTab>) {
    tabs.check(|LabTab(tab)| Some(page.as_ref().is_some_and(|page| page.get() == tab)));
}

fn show_moment(
    playback: Res<Playback>,
    bar: Option<Single<&mut ReplayBar>>,
    mut texts: Query<(&mut Text, Has<SpeedWords>), Or<(With<SpeedWords>, With<MomentWords>)>>,
    mut buttons: Buttons<Play>,
) {
    let Some(mut bar) = bar else { return };
    let Playback { position, length, unit, is_playing, .. } = *playback;
    let label = match length {
        0 => String::new(),
        _ => format!("{unit} {} of {}", grouped(position), grouped(length)),
    };
    bar.set_if_neq(ReplayBar { at: position as usize, all: length as usize, label });
    for (mut text, is_speed) in &mut texts {
        let content = match is_speed {
            true => format!("{} {unit}s/s", grouped(SPEEDS[playback.speed.min(SPEEDS.len() - 1)])),
            false => playback.words.clone(),
        };
        set_text(&mut text, content);
    }
    buttons.check(|play| matches!(play, Play::Toggle).then_some(is_playing));
    buttons.enable(|play| {
        Some(match play {
            Play::Toggle | Play::Speed(_) => length > 0,
            Play::First | Play::Step(..0) | Play::Stop { forward: false } => position > 0,
            _ => position < length,
        })
    });
}
