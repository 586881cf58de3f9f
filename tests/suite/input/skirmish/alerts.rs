//! Who is warned of blows: whoever does not see them, be it behind the panels or the menu.

use super::*;
use gridmarch::client::stage::MapCamera;
use gridmarch::client::stage::MenuOpen;
use gridmarch::games::rts::client::input::skirmish::alerts::AlertKind;
use gridmarch::games::rts::sim::skirmish::Health;

/// A fighter of the player goes to the enemy and is hit, while the view is over this place. Returns whether there is an
/// alert, and of the signs for blows whether they are on the small map alone.
fn blow_under(view: (f32, f32), menu: bool) -> (bool, Vec<bool>) {
    let mut desk = begin();
    let world = desk.app.world_mut();
    let mut cameras = world.query_filtered::<&mut Transform, With<MapCamera>>();
    cameras.single_mut(world).expect("one camera").translation = super::super::place(view.0, view.1).extend(0.0);
    desk.wait(1);
    let fighter = desk.who((5, 8));
    desk.left((5, 8));
    desk.right(ENEMY);
    desk.app.insert_resource(MenuOpen(menu));
    for _ in 0..600 {
        desk.wait(1);
        let health = desk.of::<Health>(fighter);
        if health.now() < health.most() {
            break;
        }
    }
    let health = desk.of::<Health>(fighter);
    assert!(health.now() < health.most(), "it was hit");
    desk.wait(2);
    let alerts = desk.app.world().resource::<Alerts>();
    let is_told = alerts.iter().any(|alert| alert.kind == AlertKind::Attack);
    (is_told, alerts.pings().iter().filter(|ping| ping.is_bad).map(|ping| ping.is_small).collect())
}

#[test]
fn a_blow_in_view_has_a_sign_on_the_small_map_and_no_alert() {
    assert_eq!(blow_under((10.0, 8.0), false), (false, vec![true]));
}

#[test]
fn a_blow_behind_the_panels_or_the_menu_is_told() {
    // The window has 600 pixels in height: the fight is 508 below its upper edge, and the panels begin at 392.
    assert_eq!(blow_under((10.0, 2.0), false), (true, vec![false]), "behind the panels");
    assert_eq!(blow_under((10.0, 8.0), true), (true, vec![false]), "behind the menu");
}
