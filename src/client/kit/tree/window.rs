//! The window: beside the board, over the panels, which are hidden meanwhile.

use super::looked::{Browser, Looked};
use super::orders::{HINT, TreeButton, TreeWish};
use super::saving::Format;
use super::{TreeSystems, map, rows, words};
use crate::client::kit::art::{Art, SIDE_NAMES};
use crate::client::kit::frames::stack;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::field::field;
use crate::client::kit::widgets::{Buttons, Look, Tip, button, set_text, written};
use crate::client::stage::{TREE_BANNER, TreeOpen, factor, tree_width};
use crate::search::tree::outline::{Perspective, Sorting};
use crate::shell::states::Screen;
use bevy::input::InputSystems;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{Activate, observe};
use bevy::window::PrimaryWindow;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::user_input::updating::EnabledInput;

/// What belongs to the window and goes with it.
#[derive(Component)]
struct Part;

/// The window itself.
#[derive(Component)]
struct Panel;

/// What lies around the board and makes room for the window.
#[derive(Component)]
struct Away;

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Head,
    Legend,
    Details,
    Banner,
    /// What there is to say as long as there is no tree.
    Nothing,
}

/// The writing on a button that says how things are.
#[derive(Component)]
struct Label(TreeWish);

/// What is looked for.
#[derive(Component)]
pub(super) struct Sought;

/// What lies higher is a dialog and stays.
const DIALOGS: i32 = 10;

type Choice = (TreeWish, &'static str, &'static str, &'static str);

const SOURCES: [Choice; 5] = [
    (TreeWish::Source(0), SIDE_NAMES[0], "1", "The last search of this side's program"),
    (TreeWish::Source(1), SIDE_NAMES[1], "2", "The last search of this side's program"),
    (TreeWish::Source(HINT), "Hint", "3", "The search for the last hint"),
    (TreeWish::Newest, "Newest", "W", "The last search of the match"),
    (TreeWish::Think, "Think", "K", "Let the strongest program search the position of the match for a second"),
];

const VIEWS: [Choice; 7] = [
    (TreeWish::Sorting, "Best first", "O", "Moves by their values, or as they were searched"),
    (TreeWish::Perspective, "For the thinker", "S", "Values for the side that thought, or for who makes the move"),
    (TreeWish::Near, "All", "N", "Only moves that are nearly as good as the best of their position"),
    (TreeWish::OnlyLine, "Line", "L", "Only the expected line"),
    (TreeWish::NoWorse, "Better", "B", "Hide moves of which is only known that they are not better"),
    (TreeWish::Once, "Once", "A", "Hide visits that were searched again with another window"),
    (TreeWish::Tree, "Depth", "D", "The last depth that was finished, or the one in which time was up"),
];

const ACTIONS: [Choice; 7] = [
    (TreeWish::Follow, "Follow", "Enter", "Open the expected line to its end"),
    (TreeWish::ExpandAll, "Open", "*", "Open everything below the selected move"),
    (TreeWish::CollapseAll, "Close", "Back", "Close everything"),
    (TreeWish::Twin, "Twin", "G", "Go to where the same position was searched"),
    (TreeWish::Save(Format::Json), "JSON", "J", "Save the tree as JSON"),
    (TreeWish::Save(Format::Svg), "SVG", "I", "Save a picture of the upper part of the tree"),
    (TreeWish::Save(Format::Trace), "Trace", "R", "Save the search as a trace that Posthoc plays"),
];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            clear_the_board,
            (write, label, follow).run_if(resource_changed::<Browser>.or_else(resource_changed::<TreeOpen>)),
            (size, seek).run_if(|open: Res<TreeOpen>| open.0),
        )
            .chain()
            .in_set(TreeSystems::Show)
            .run_if(in_state(Screen::Match)),
    )
    .add_systems(
        Update,
        show.in_set(TreeSystems::Act).run_if(resource_changed::<TreeOpen>).run_if(in_state(Screen::Match)),
    )
    .add_systems(PreUpdate, shut_keys.after(InputSystems).before(InputManagerSystem::Unify));
}

fn show(open: Res<TreeOpen>, parts: Query<Entity, With<Part>>, art: Res<Art>, mut commands: Commands) {
    if !open.0 {
        parts.iter().for_each(|part| commands.entity(part).despawn());
        return;
    }
    if !parts.is_empty() {
        return;
    }
    let art = &*art;
    commands
        .spawn((
            Part,
            Name::new("What if"),
            DespawnOnExit(Screen::Match),
            Pickable::IGNORE,
            Node {
                position_type: PositionType::Absolute,
                left: px(12),
                top: px(0),
                height: px(TREE_BANNER),
                align_items: AlignItems::Center,
                ..default()
            },
        ))
        .with_child((theme::text(art, Weight::Black, theme::HEAD, theme::GOLD, ""), theme::shadow(), Line::Banner));
    let node = Node {
        position_type: PositionType::Absolute,
        right: px(0),
        top: px(0),
        bottom: px(0),
        padding: UiRect::axes(px(10), px(8)),
        ..stack(4.0)
    };
    let panel = (Part, Panel, Name::new("Search tree"), DespawnOnExit(Screen::Match), GlobalZIndex(6));
    commands.spawn((panel, theme::panel(art, node))).with_children(|panel| {
        let line = Node { align_items: AlignItems::Center, column_gap: px(4), flex_shrink: 0.0, ..default() };
        let wrapped = Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..line.clone() };
        panel.spawn(wrapped.clone()).with_children(|line| {
            line.spawn((
                theme::text(art, Weight::Black, theme::HEAD, theme::GOLD, "Search tree"),
                Node { flex_grow: 1.0, ..default() },
            ));
            SOURCES.into_iter().for_each(|choice| small_button(line, art, choice));
            small_button(line, art, (TreeWish::Close, "×", "Esc", "Close the tree"));
        });
        let paragraph = |line: Line| (theme::paragraph(art, Weight::Regular, theme::SMALL, theme::MUTED, ""), line);
        panel.spawn((paragraph(Line::Head), Node { flex_shrink: 0.0, ..default() }));
        panel.spawn(wrapped).with_children(|line| {
            VIEWS.into_iter().chain(ACTIONS).for_each(|choice| small_button(line, art, choice));
        });
        panel.spawn(line).with_children(|line| {
            line.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, "Find (F)"));
            let node = Node { flex_grow: 1.0, height: px(28), ..default() };
            line.spawn((
                field(art, "", 40, |letter| !letter.is_control(), node),
                Sought,
                Tip::new("Moves by a part of their name, values as >20, <-5 or 10..30; Esc goes back to the rows"),
            ));
        });
        panel.spawn((paragraph(Line::Legend), Node { flex_shrink: 0.0, ..default() }));
        panel.spawn((paragraph(Line::Nothing), Node { flex_shrink: 0.0, ..default() }));
        rows::spawn(panel, art);
        let room = Node { flex_shrink: 0.0, min_height: px(50), ..default() };
        panel.spawn((theme::paragraph(art, Weight::Regular, theme::SMALL, theme::CREAM, ""), Line::Details, room));
        map::spawn(panel);
    });
}

/// A low button with its key. It takes no focus, so that keys stay those of the window.
fn small_button(line: &mut ChildSpawnerCommands, art: &Art, (order, name, key, tip): Choice) {
    let node = Node { height: px(25), padding: UiRect::axes(px(7), px(2)), flex_shrink: 0.0, ..default() };
    line.spawn((
        button(art, Look::Key, node),
        TreeButton(order),
        Tip::with_key(tip, key),
        observe(move |_: On<Activate>, mut orders: MessageWriter<TreeWish>| {
            orders.write(order);
        }),
    ))
    .with_child((written(art, Weight::Bold, theme::SMALL, theme::CREAM, name), Label(order)));
}

/// What lies around the board goes while the window is there.
fn clear_the_board(
    open: Res<TreeOpen>,
    mut around: Query<
        (Entity, &mut Visibility, Option<&GlobalZIndex>, Has<Away>),
        (With<Node>, Without<ChildOf>, Without<Part>, With<DespawnOnExit<Screen>>),
    >,
    mut commands: Commands,
) {
    for (entity, mut visibility, index, is_away) in &mut around {
        if open.0 && !is_away && index.is_none_or(|index| index.0 < DIALOGS) {
            *visibility = Visibility::Hidden;
            commands.entity(entity).insert(Away);
        } else if !open.0 && is_away {
            *visibility = Visibility::Inherited;
            commands.entity(entity).remove::<Away>();
        }
    }
}

/// The window takes its part of the window of the game.
fn size(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    ui: Option<Res<UiScale>>,
    mut panels: Query<&mut Node, With<Panel>>,
) {
    let Some(window) = window else { return };
    let width = px(tree_width(window.width() / factor(ui.as_deref())));
    for mut node in &mut panels {
        if node.width != width {
            node.width = width;
        }
    }
}

fn write(browser: Res<Browser>, mut lines: Query<(&Line, &mut Text)>) {
    let looked = browser.looked.as_ref();
    for (line, mut text) in &mut lines {
        let content = match (line, looked) {
            (Line::Head, Some(looked)) => words::head(looked),
            (Line::Legend, Some(looked)) => words::legend(looked),
            (Line::Details, Some(looked)) => words::details(looked),
            (Line::Banner, Some(looked)) => words::banner(looked),
            (Line::Nothing, None) if browser.is_thinking => "A search is under way …".into(),
            (Line::Nothing, None) => {
                "No program has searched in this match. Think (K) lets the strongest one search the position on the board."
                    .into()
            }
            _ => String::new(),
        };
        set_text(&mut text, content);
    }
}

/// Buttons say how things are.
fn label(browser: Res<Browser>, mut labels: Query<(&Label, &mut Text)>) {
    let Some(looked) = &browser.looked else { return };
    for (Label(order), mut text) in &mut labels {
        let content = match order {
            TreeWish::Sorting if looked.outline().order() == Sorting::Value => "Best first".into(),
            TreeWish::Sorting => "As searched".into(),
            TreeWish::Perspective => match looked.outline().perspective() {
                Perspective::Side(side) => format!("For {}", SIDE_NAMES[usize::from(side.min(1))]),
                Perspective::Mover => "For the mover".into(),
            },
            TreeWish::Near => near(looked),
            TreeWish::Tree => {
                let depth = looked.tree().root().depth;
                if looked.is_stopped() { format!("Depth {depth}, cut off") } else { format!("Depth {depth}") }
            }
            TreeWish::Think if browser.is_thinking => "Thinking …".into(),
            TreeWish::Think => "Think".into(),
            _ => continue,
        };
        set_text(&mut text, content);
    }
}

fn near(looked: &Looked) -> String {
    match looked.filter().near {
        None => "All moves".into(),
        Some(0) => "Best only".into(),
        Some(near) => format!("Within {near}"),
    }
}

/// Buttons work when they do something, and are gold while what they switch is on.
fn follow(browser: Res<Browser>, mut buttons: Buttons<TreeButton>) {
    let looked = browser.looked.as_ref();
    buttons.enable(|TreeButton(order)| {
        Some(match order {
            TreeWish::Close => true,
            TreeWish::Source(side) => browser.sources[*side],
            TreeWish::Newest => browser.is_old || looked.is_none() && browser.sources.contains(&true),
            TreeWish::Think => !browser.is_thinking,
            TreeWish::Tree => looked.is_some_and(|looked| looked.recording.trees.len() > 1),
            TreeWish::Twin => looked.is_some_and(|looked| looked.twin(looked.selected()).is_some()),
            _ => looked.is_some(),
        })
    });
    buttons.check(|TreeButton(order)| {
        let filter = looked.map(Looked::filter)?;
        Some(match order {
            TreeWish::OnlyLine => filter.line,
            TreeWish::NoWorse => filter.no_worse,
            TreeWish::Once => filter.no_superseded,
            TreeWish::Near => filter.near.is_some(),
            _ => return None,
        })
    });
}

/// What is typed is looked for as it is typed; Enter and Esc go back to the rows.
fn seek(
    fields: Query<(Entity, &EditableText), With<Sought>>,
    mut orders: MessageReader<TreeWish>,
    keys: Res<ButtonInput<KeyCode>>,
    (mut focus, mut browser): (ResMut<InputFocus>, ResMut<Browser>),
) {
    let Ok((entity, text)) = fields.single() else { return };
    if orders.read().any(|order| *order == TreeWish::Find) {
        focus.set(entity, bevy::input_focus::FocusCause::Navigated);
        return;
    }
    if focus.get() == Some(entity) && keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Escape]) {
        focus.clear();
    }
    if !text.pending_edits.is_empty() {
        return;
    }
    let typed = text.value().to_string();
    let room = browser.room.max(1);
    if browser.looked.as_ref().is_some_and(|looked| looked.sought() != typed)
        && let Some(looked) = &mut browser.looked
    {
        looked.seek(&typed, room);
    }
}

/// Letters that are typed are no commands of the match. The key that ends the typing means nothing else until it is
/// let go.
fn shut_keys(
    fields: Query<(), With<Sought>>,
    focus: Option<Res<InputFocus>>,
    keys: Res<ButtonInput<KeyCode>>,
    mut input: ResMut<EnabledInput<KeyCode>>,
    mut is_shut: Local<bool>,
) {
    let is_typing = focus.and_then(|focus| focus.get()).is_some_and(|focused| fields.contains(focused));
    if is_typing {
        input.is_enabled = false;
        *is_shut = true;
    } else if *is_shut && keys.get_pressed().next().is_none() {
        input.is_enabled = true;
        *is_shut = false;
    }
}
