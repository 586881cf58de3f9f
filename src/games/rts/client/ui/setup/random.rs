//! A map to order: type, size, seed.

use super::{Setup, SetupButton, does};
use crate::client::kit::widgets::number::{Number, number_field};
use crate::client::kit::widgets::{Look, Tip, button, icon_button, set_text, written};
use crate::client::kit::{Art, Icon, Weight, layout, theme};
use crate::games::rts::client::ui::map_widgets::fresh_seed;
use crate::games::rts::level::generate::{MapKind, MapSpec};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui_widgets::{ValueChange, observe};

/// Side lengths to choose from, in cells.
pub const SIDES: [u16; 6] = [48, 64, 96, 128, 192, 256];

#[derive(Component)]
pub(super) struct KindText;

/// Does what a button asks for with the map to generate.
pub fn change(spec: &mut MapSpec, button: SetupButton) {
    match button {
        SetupButton::Kind(kind) => spec.kind = kind,
        SetupButton::Width(width) => spec.width = width,
        SetupButton::Height(height) => spec.height = height,
        SetupButton::SeedDown => spec.seed = spec.seed.saturating_sub(1),
        SetupButton::SeedUp => spec.seed = spec.seed.saturating_add(1),
        SetupButton::SeedRoll => spec.seed = fresh_seed(),
        _ => {}
    }
}

pub(super) fn spawn(page: &mut ChildSpawnerCommands, art: &Art, setup: &Setup) {
    heading(page, art, "Type");
    page.spawn(layout::grid(3, 5.0)).with_children(|grid| {
        for kind in MapKind::ALL {
            let node = Node { height: px(32), ..default() };
            grid.spawn((choice(art, kind.title(), node), does(SetupButton::Kind(kind))));
        }
    });
    page.spawn((
        theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, setup.spec.kind.describe()),
        Node { margin: UiRect::top(px(6)), min_height: px(38), ..default() },
        KindText,
    ));
    heading(page, art, "Size");
    size_row(page, art, "Width", SetupButton::Width);
    size_row(page, art, "Height", SetupButton::Height);
    heading(page, art, "Seed");
    page.spawn(layout::line(5.0)).with_children(|row| {
        row.spawn((
            number_field(art, setup.spec.seed, Node { flex_grow: 1.0, ..default() }),
            TabIndex(0),
            observe(seed_typed),
        ));
        let step = |label: &str, tip: &str| (choice(art, label, layout::sized(36.0, 36.0)), Tip::new(tip));
        row.spawn((step("−", "The map before"), does(SetupButton::SeedDown)));
        row.spawn((step("+", "The next map"), does(SetupButton::SeedUp)));
        let dice = (icon_button(art, Icon::Dice as usize, 36.0), TabIndex(0), Tip::new("Roll the dice"));
        row.spawn((dice, does(SetupButton::SeedRoll)));
    });
}

fn heading(page: &mut ChildSpawnerCommands, art: &Art, label: &str) {
    page.spawn((
        theme::text(art, Weight::Black, theme::LABEL, theme::GOLD, label),
        Node { margin: UiRect::new(px(2), px(0), px(6), px(5)), ..default() },
    ));
}

fn choice(art: &Art, label: &str, node: Node) -> impl Bundle + use<> {
    (
        button(art, Look::Key, Node { padding: UiRect::axes(px(6), px(4)), ..node }),
        TabIndex(0),
        children![written(art, Weight::Bold, theme::BODY, theme::CREAM, label)],
    )
}

fn size_row(page: &mut ChildSpawnerCommands, art: &Art, label: &str, button: fn(u16) -> SetupButton) {
    page.spawn(Node { margin: UiRect::bottom(px(5)), ..layout::line(5.0) }).with_children(|row| {
        row.spawn((
            theme::text(art, Weight::Regular, theme::BODY, theme::CREAM, label),
            Node { width: px(52), flex_shrink: 0.0, ..default() },
        ));
        for side in SIDES {
            let node = Node { flex_grow: 1.0, flex_basis: px(0), height: px(32), ..default() };
            row.spawn((choice(art, &side.to_string(), node), does(button(side))));
        }
    });
}

/// Keeps the field and the sentence in step with the choice.
pub(super) fn show_seed(
    setup: Res<Setup>,
    mut number: Single<&mut Number>,
    mut sentence: Single<&mut Text, With<KindText>>,
) {
    number.set_if_neq(Number(setup.spec.seed));
    set_text(&mut sentence, setup.spec.kind.describe());
}

fn seed_typed(change: On<ValueChange<u64>>, mut setup: ResMut<Setup>) {
    setup.spec.seed = change.value;
}
