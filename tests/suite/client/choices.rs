//! What the buttons of the set-ups of Tron and Tactics change.

mod tron {
    use gridmarch::client::kit::setup::SetupButton;
    use gridmarch::games::tron::client::ui::choices::TronButton;
    use gridmarch::games::tron::player::PlayerKind;
    use gridmarch::games::tron::plugin::{SeatKind, TronSetup};
    use gridmarch::shell::keys::Keys;

    #[test]
    fn people_never_share_keys_whatever_is_pressed() {
        let mut setup = TronSetup::default();
        for seat in 0..4 {
            TronButton::Player(seat, SeatKind::Human(Keys::Pad)).press(&mut setup);
        }
        assert_eq!(setup.problem(), None);
        TronButton::Keys(3, Keys::Arrows).press(&mut setup);
        assert_eq!(setup.seats[3], SeatKind::Human(Keys::Arrows));
        assert_eq!(setup.seats[0], SeatKind::Human(Keys::Pad), "they change their keys");
        assert_eq!(setup.problem(), None);
    }

    #[test]
    fn levels_stay_in_their_range() {
        let mut setup = TronSetup::default();
        for _ in 0..20 {
            TronButton::Level(1, 1).press(&mut setup);
        }
        assert_eq!(setup.seats[1], SeatKind::Computer(PlayerKind::Engine(10)));
        TronButton::Player(1, SeatKind::Computer(PlayerKind::Separator(6))).press(&mut setup);
        for _ in 0..20 {
            TronButton::Level(1, -1).press(&mut setup);
        }
        assert_eq!(setup.seats[1], SeatKind::Computer(PlayerKind::Separator(2)));
    }
}

mod tactics {
    use gridmarch::client::kit::setup::SetupButton;
    use gridmarch::games::tactics::Side;
    use gridmarch::games::tactics::class::Classes;
    use gridmarch::games::tactics::client::ui::choices::TacticsButton;
    use gridmarch::games::tactics::evaluation::Style;
    use gridmarch::games::tactics::player::PlayerKind;
    use gridmarch::games::tactics::plugin::{SeatKind, TacticsSetup};

    fn class(side: Side, name: &str) -> TacticsButton {
        TacticsButton::Class(side, Classes::built_in().by_name(name).expect("a class").clone())
    }

    fn press(setup: &mut TacticsSetup, buttons: &[TacticsButton]) {
        buttons.iter().for_each(|button| button.press(setup));
    }

    #[test]
    fn a_squad_is_put_together_by_one_click_a_character() {
        let mut setup = TacticsSetup::default();
        press(&mut setup, &["archer", "rider", "healer"].map(|name| class(Side::B, name)));
        let names: Vec<&str> = setup.game.squads[1].iter().map(|class| class.name.as_str()).collect();
        assert_eq!((names, setup.picked), (vec!["archer", "rider", "healer"], [0, 0]));
        assert!(setup.game.squads[0].iter().all(|class| class.name == "soldier"), "the other side stays");
        assert!(class(Side::B, "archer").is_chosen(&setup), "the first one is picked again");
        press(&mut setup, &[TacticsButton::Slot(Side::B, 1), class(Side::B, "soldier")]);
        assert_eq!((setup.game.squads[1][1].name.as_str(), setup.picked[1]), ("soldier", 2));
    }

    #[test]
    fn sides_have_one_to_six_characters_whatever_is_pressed() {
        let mut setup = TacticsSetup { picked: [2, 0], ..TacticsSetup::default() };
        press(&mut setup, &[const { TacticsButton::Count(Side::A, -1) }; 9]);
        assert_eq!((setup.game.squads[0].len(), setup.picked[0], setup.problem()), (1, 0, None));
        press(&mut setup, &[const { TacticsButton::Count(Side::A, 1) }; 9]);
        assert_eq!((setup.game.squads[0].len(), setup.game.squads[1].len()), (6, 3));
        assert_eq!(setup.problem(), None);
    }

    #[test]
    fn engines_stay_within_their_levels_and_keep_their_style() {
        let mut setup = TacticsSetup::default();
        press(&mut setup, &[TacticsButton::Style(Side::B, Style::Bold)]);
        press(&mut setup, &[const { TacticsButton::Level(Side::B, 1) }; 9]);
        assert_eq!(setup.seats[1].name(), "engine:5,style=bold");
        press(&mut setup, &[const { TacticsButton::Level(Side::B, -1) }; 9]);
        assert_eq!(setup.seats[1].name(), "engine:1,style=bold");
        press(&mut setup, &[TacticsButton::Player(Side::B, SeatKind::Computer(PlayerKind::engine(3)))]);
        assert_eq!(setup.seats[1].name(), "engine:1,style=bold", "the sort that it is already");
        press(
            &mut setup,
            &[TacticsButton::Swap, TacticsButton::Player(Side::B, SeatKind::Computer(PlayerKind::Source))],
        );
        assert_eq!(setup.seats.map(SeatKind::name), ["engine:1,style=bold", "seed"]);
    }
}

mod tanks {
    use gridmarch::games::tanks::client::ui::choices::TanksButton;
    use gridmarch::games::tanks::plugin::{SeatKind, StageChoice, Stages, TanksSetup};
    use gridmarch::games::tanks::setup::{Level, Mode};
    use std::path::Path;

    #[test]
    fn another_match_leads_to_a_stage_on_which_it_can_be_played() {
        let stages = Stages::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/tanks"));
        let mut setup = TanksSetup::default();
        let mut press = |buttons: &[TanksButton]| {
            for button in buttons {
                button.press(&mut setup);
                setup.settle(&stages);
            }
            (setup.stage.clone(), setup.problem(&stages))
        };
        for mode in [Mode::LastTank, Mode::CaptureFlag, Mode::TwoBases, Mode::FreeForAll] {
            let (stage, problem) =
                press(&[TanksButton::Mode(mode), TanksButton::Player(1, SeatKind::Bot(Level::Hard))]);
            assert!(matches!(stage, StageChoice::Own(_)), "{mode:?}");
            assert_eq!(problem, None, "{mode:?}");
        }
        let (kept, _) = press(&[TanksButton::Lives(1)]);
        assert!(matches!(kept, StageChoice::Own(_)), "a stage that suits is kept");
        assert_eq!(press(&[TanksButton::Mode(Mode::Campaign)]), (StageChoice::Campaign, None));
    }
}
