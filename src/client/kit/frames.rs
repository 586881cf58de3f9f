//! Frames that screens share: the page with its title and footer, the dialog over a match, headings and rows.

use super::theme::{self, Weight};
use super::widgets::fit::Cover;
use super::widgets::{Look, Tip, choice_button, labelled_button};
use crate::client::input::bindings::{Action, Press};
use crate::client::kit::art::Art;
use crate::client::stage::MenuOpen;
use crate::shell::states::Screen;
use bevy::ecs::system::SystemParam;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::prelude::*;

/// How much of the picture behind a page is taken back.
const DARKNESS: f32 = 0.66;

/// Picture over the whole screen, made darker where something is to be read on it.
pub(crate) fn backdrop(art: &Art, darkness: f32) -> impl Bundle + use<> {
    (
        Node { overflow: Overflow::clip(), ..over_all() },
        children![
            (
                Cover { aspect: 16.0 / 9.0 },
                ImageNode { image_mode: NodeImageMode::Stretch, ..ImageNode::new(art.title.clone()) },
            ),
            (over_all(), BackgroundColor(theme::NIGHT.with_alpha(darkness))),
        ],
    )
}

/// Spawns a page over the whole window: a title line whose right end is filled by `head`, the body as a row, and a
/// footer as a row whose parts stand apart. It goes when `screen` is left.
pub(crate) fn spawn_page(
    commands: &mut Commands,
    art: &Art,
    screen: Screen,
    title: &str,
    head: impl FnOnce(&mut ChildSpawnerCommands),
    body: impl FnOnce(&mut ChildSpawnerCommands),
    foot: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let mut page = commands.spawn((
        Name::new(title.to_string()),
        DespawnOnExit(screen),
        Node { width: percent(100), height: percent(100), ..default() },
        BackgroundColor(theme::NIGHT),
        TabGroup::default(),
    ));
    page.with_children(|root| {
        root.spawn(backdrop(art, DARKNESS));
        root.spawn(Node {
            position_type: PositionType::Absolute,
            width: percent(100),
            height: percent(100),
            padding: UiRect::axes(px(28), px(18)),
            ..stack(12.0)
        })
        .with_children(|column| {
            column.spawn(Node { align_items: AlignItems::Center, column_gap: px(10), ..default() }).with_children(
                |line| {
                    line.spawn((
                        theme::text(art, Weight::Black, theme::TITLE, theme::CREAM, title),
                        Node { flex_grow: 1.0, ..default() },
                        theme::shadow(),
                    ));
                    head(line);
                },
            );
            let row = Node { flex_grow: 1.0, min_height: px(0), flex_basis: px(0), column_gap: px(14), ..default() };
            column.spawn(row).with_children(body);
            let row =
                Node { justify_content: JustifyContent::SpaceBetween, align_items: AlignItems::Center, ..default() };
            column.spawn(row).with_children(foot);
        });
    });
}

/// A column of a page's body that takes its share of the width.
pub fn column(share: f32) -> Node {
    Node { flex_grow: share, flex_basis: px(0), min_width: px(0), ..stack(5.0) }
}

/// A button of a page's footer.
pub(crate) fn foot_button(art: &Art, look: Look, label: &str) -> impl Bundle + use<> {
    (labelled_button(art, look, label, Node { width: px(190), height: px(50), ..default() }), TabIndex(0))
}

/// Spawns a framed panel in the middle of a darkened window. It goes when the match is left; dialogs of a higher `layer`
/// lie over those of a lower one. Returns the entity of the whole.
pub(crate) fn spawn_dialog(
    commands: &mut Commands,
    art: &Art,
    name: &'static str,
    layer: i32,
    group: TabGroup,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) -> Entity {
    let mut root = commands.spawn((
        Name::new(name),
        DespawnOnExit(Screen::Match),
        Node { align_items: AlignItems::Center, justify_content: JustifyContent::Center, ..over_all() },
        BackgroundColor(Color::srgba(0.02, 0.03, 0.045, 0.62)),
        GlobalZIndex(layer),
        group,
    ));
    root.with_children(|root| {
        root.spawn(theme::panel(art, Node { column_gap: px(28), ..default() })).with_children(fill);
    });
    root.id()
}

/// A button of a dialog, by its label.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct DialogButton(pub &'static str);

/// The buttons of a dialog, one below the other. The first one has the focus.
pub(crate) struct DialogButtons<'a, 'w> {
    panel: &'a mut ChildSpawnerCommands<'w>,
    art: &'a Art,
    width: Val,
    is_first: bool,
}

impl<'a, 'w> DialogButtons<'a, 'w> {
    pub(crate) fn new(panel: &'a mut ChildSpawnerCommands<'w>, art: &'a Art, width: Val) -> Self {
        Self { panel, art, width, is_first: true }
    }

    /// Adds a button; `act` observes it.
    pub(crate) fn add(&mut self, label: &'static str, act: impl Bundle) -> EntityCommands<'_> {
        let is_first = std::mem::replace(&mut self.is_first, false);
        let look = if is_first { Look::Main } else { Look::Key };
        let node = Node { width: self.width, height: px(42), ..default() };
        let button = labelled_button(self.art, look, label, node);
        let mut entity = self.panel.spawn((button, DialogButton(label), TabIndex(0), act));
        if is_first {
            entity.insert(AutoFocus);
        }
        entity
    }
}

/// Marks the dialog at the end of a match, by its name.
#[derive(Component)]
struct EndDialog(&'static str);

/// The dialogs at the end of a match. One dialog at a time: they go while the menu is open.
#[derive(SystemParam)]
pub(crate) struct EndDialogs<'w, 's> {
    open: Query<'w, 's, (Entity, &'static EndDialog)>,
    menu: Res<'w, MenuOpen>,
    art: Res<'w, Art>,
    commands: Commands<'w, 's>,
}

impl EndDialogs<'_, '_> {
    /// Opens the dialog of a name when there is something to tell and fills it, and closes it when there is nothing.
    pub(crate) fn show<T>(
        &mut self,
        name: &'static str,
        told: Option<T>,
        fill: impl FnOnce(&mut ChildSpawnerCommands, &Art, T),
    ) {
        let open = self.open.iter().find(|(_, dialog)| dialog.0 == name).map(|(entity, _)| entity);
        match (open, told.filter(|_| !self.menu.0)) {
            (Some(entity), None) => self.commands.entity(entity).despawn(),
            (None, Some(told)) => {
                let (art, group) = (&*self.art, TabGroup::default());
                let dialog = spawn_dialog(&mut self.commands, art, name, 40, group, |frame| fill(frame, art, told));
                self.commands.entity(dialog).insert(EndDialog(name));
            }
            _ => {}
        }
    }
}

/// A node over the whole window.
pub(crate) fn over_all() -> Node {
    Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..default() }
}

/// Things one below the other, so many pixels apart.
pub(crate) fn stack(gap: f32) -> Node {
    Node { flex_direction: FlexDirection::Column, row_gap: px(gap), ..default() }
}

/// A column in a dialog, with some room around it.
pub(crate) fn dialog_column(row_gap: f32) -> Node {
    Node { padding: UiRect::all(px(14)), ..stack(row_gap) }
}

/// The dark frame of a picture, which takes what is left of a column.
pub(crate) fn well() -> Node {
    Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_height: px(0),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        padding: UiRect::all(px(8)),
        border_radius: BorderRadius::all(px(6)),
        ..default()
    }
}

/// The heading of a part of a panel.
pub fn heading(art: &Art, label: &str) -> impl Bundle + use<> {
    (
        theme::text(art, Weight::Black, theme::LABEL, theme::GOLD, label),
        Node { margin: UiRect::new(px(2), px(0), px(5), px(1)), ..default() },
    )
}

/// A row of small things that goes on in a second line where the first is full.
pub fn row() -> Node {
    Node { column_gap: px(5), row_gap: px(5), flex_wrap: FlexWrap::Wrap, align_items: AlignItems::Center, ..default() }
}

/// The card of a seat or side in a set-up, with its colour on the left.
pub fn card(
    parent: &mut ChildSpawnerCommands,
    colour: Color,
    min_height: f32,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let frame = Node {
        padding: UiRect::axes(px(10), px(if min_height > 0.0 { 2 } else { 6 })),
        border: UiRect::left(px(5)),
        flex_shrink: 0.0,
        border_radius: BorderRadius::all(px(6)),
        min_height: px(min_height),
        justify_content: JustifyContent::Center,
        ..stack(5.0)
    };
    parent.spawn((frame, BackgroundColor(theme::WELL), BorderColor::all(colour))).with_children(fill);
}

/// A text between a minus and a plus.
pub(crate) fn stepper<A: Bundle>(
    parent: &mut ChildSpawnerCommands,
    art: &Art,
    text: impl Component,
    width: f32,
    [less, more]: [A; 2],
) {
    parent.spawn(Node { align_items: AlignItems::Center, column_gap: px(2), ..default() }).with_children(|line| {
        line.spawn((choice_button(art, "−"), less));
        // A box of its own keeps the word in the middle, and the buttons where they are.
        line.spawn((
            Node { width: px(width), justify_content: JustifyContent::Center, ..default() },
            children![(theme::text(art, Weight::Bold, theme::LABEL, theme::CREAM, ""), text)],
        ));
        line.spawn((choice_button(art, "+"), more));
    });
}

/// A word, and a row of buttons after it: label, marker, what is told when the mouse rests on it (or nothing).
pub fn choices<A: Bundle, T: Into<String>>(
    parent: &mut ChildSpawnerCommands,
    art: &Art,
    label: &str,
    buttons: impl IntoIterator<Item = (String, A, T)>,
) {
    parent.spawn(Node { column_gap: px(5), ..default() }).with_children(|line| {
        line.spawn((
            theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, label),
            Node { width: px(72), flex_shrink: 0.0, margin: UiRect::top(px(6)), ..default() },
        ));
        line.spawn(Node { flex_grow: 1.0, flex_basis: px(0), ..row() }).with_children(|line| {
            for (label, action, tip) in buttons {
                let (mut entity, tip) = (line.spawn((choice_button(art, &label), action)), tip.into());
                if !tip.is_empty() {
                    entity.insert(Tip::new(tip));
                }
            }
        });
    });
}

/// A switch of the options: what it is about, and the buttons for on and off with what they do.
pub(crate) fn switch<B: Bundle>(parent: &mut ChildSpawnerCommands, art: &Art, label: &str, button: impl Fn(bool) -> B) {
    parent.spawn(Node { column_gap: px(10), align_items: AlignItems::Center, ..default() }).with_children(|line| {
        line.spawn((
            theme::text(art, Weight::Bold, theme::LABEL, theme::CREAM, label),
            Node { width: px(320), ..default() },
        ));
        for (label, on) in [("On", true), ("Off", false)] {
            line.spawn((choice_button(art, label), button(on)));
        }
    });
}

/// The system that leaves a page by Escape.
pub(crate) fn escape_to(
    screen: Screen,
) -> impl FnMut(MessageReader<Press>, Res<State<Screen>>, ResMut<NextState<Screen>>) {
    move |mut presses, shown, mut next| {
        // A press that left the page before is not meant for this one.
        let asked = presses.read().filter(|press| press.0 == Action::Menu).count() > 0;
        if asked && !shown.is_changed() {
            next.set(screen);
        }
    }
}
