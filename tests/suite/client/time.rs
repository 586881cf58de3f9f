//! What the keys of time ask for over the network.

use gridmarch::client::input::bindings::Action;
use gridmarch::client::input::time::wished;
use gridmarch::net::frame::Motion;
use gridmarch::shell::online::{Online, Pause};
use std::time::{Duration, Instant};

#[test]
fn presses_are_wishes_for_what_is_not_so_already() {
    let now = Instant::now();
    let mut online = Online::new(Some(0), Vec::new());
    assert_eq!(wished(Action::Pause, &online, now), Some(Motion::Pause));
    assert_eq!(wished(Action::Faster, &online, now), Some(Motion::Speed(200)));
    assert_eq!(wished(Action::Slower, &online, now), Some(Motion::Speed(50)));
    online.pause = Some(Pause { by: Some(1), until: now + Duration::from_secs(5), resumes: false });
    assert_eq!(wished(Action::Pause, &online, now), Some(Motion::Resume));
    online.speed = 400;
    assert_eq!(wished(Action::Faster, &online, now), None);
    online.speed = 25;
    assert_eq!(wished(Action::Slower, &online, now), None);
}
