//! What somebody may see of a game. A game that is not for all does not exist for others; who watches a game with a delay
//! sees nothing that is younger.

use crate::serve::accounts::{AccountId, Session};
use crate::serve::office::Office;
use crate::serve::records::{ActLine, Door, Game, GameId, GameState};
use crate::serve::store::StoreError;
use serde::Serialize;
use utoipa::ToSchema;

/// A game, as somebody sees it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct GameView {
    #[serde(flatten)]
    pub game: Game,
    /// One's own seat.
    pub you: Option<u32>,
    pub is_your_turn: bool,
    /// The code of the invitation, for those on the seats.
    pub invitation: Option<String>,
    /// The match in the hall while the game runs: by it one gets a ticket for the socket. Nothing while no server plays it.
    #[serde(rename = "match")]
    pub hall: Option<String>,
    /// Where the game is played if another process of the server runs it.
    pub relay: Option<String>,
}

/// Whether somebody has to do with a game.
fn is_in(game: &Game, who: Option<AccountId>) -> bool {
    let Some(who) = who else { return false };
    let on_seat = |account: Option<AccountId>| account == Some(who);
    game.creator == Some(who) || game.seats.iter().any(|seat| on_seat(seat.account) || on_seat(seat.invited))
}

fn may_see(game: &Game, who: Option<AccountId>, code: Option<&str>) -> bool {
    let is_for_all = match game.state {
        GameState::Open => game.door == Door::Lobby,
        GameState::Running | GameState::Over => true,
        GameState::Declined | GameState::Withdrawn | GameState::Expired => false,
    };
    is_for_all || is_in(game, who) || code.is_some_and(|code| game.invitation.as_deref() == Some(code))
}

/// Whether somebody is kept behind in a game.
fn is_behind(game: &Game, who: Option<AccountId>) -> bool {
    game.state == GameState::Running && game.delay > 0 && who.is_none_or(|who| game.seat_of(who).is_none())
}

/// A game that somebody may see; with the code of its invitation too.
///
/// # Errors
/// There is none, or none for them, which sounds the same.
pub(crate) async fn see(
    office: &Office,
    who: Option<AccountId>,
    id: GameId,
    code: Option<&str>,
) -> Result<Game, StoreError> {
    let game = office.store().game(id).await?;
    if may_see(&game, who, code) { Ok(game) } else { Err(StoreError::not_found(format!("there is no game {id}"))) }
}

impl GameView {
    /// # Errors
    /// The database does not answer.
    pub(crate) async fn of(office: &Office, who: Option<&Session>, mut game: Game) -> Result<Self, StoreError> {
        let account = who.map(|session| session.account.id);
        let you = account.and_then(|account| game.seat_of(account));
        let is_running = game.state == GameState::Running;
        let relay = if is_running { office.store().relay_of(game.id).await? } else { None };
        let relay = relay.filter(|relay| relay.name != office.relay).map(|relay| relay.address);
        let is_played = |log: &String| relay.is_some() || office.hall().find(log).is_ok();
        if is_behind(&game, account) {
            game.plies = acts(office, account, &game, 0).await?.len() as u32;
            (game.to_act, game.deadline) = (Vec::new(), None);
        }
        Ok(Self {
            you,
            is_your_turn: is_running && you.is_some_and(|you| game.to_act.contains(&you)),
            invitation: game.invitation.clone().filter(|_| is_in(&game, account)),
            hall: game.log.clone().filter(|log| is_running && is_played(log)),
            relay,
            game,
        })
    }
}

/// # Errors
/// The database does not answer.
pub(crate) async fn views(
    office: &Office,
    who: Option<&Session>,
    games: Vec<Game>,
) -> Result<Vec<GameView>, StoreError> {
    let mut views = Vec::with_capacity(games.len());
    for game in games {
        views.push(GameView::of(office, who, game).await?);
    }
    Ok(views)
}

/// The acts of a game from a ply on, as far as somebody may see them.
///
/// # Errors
/// The database does not answer.
pub(crate) async fn acts(
    office: &Office,
    who: Option<AccountId>,
    game: &Game,
    from: u32,
) -> Result<Vec<ActLine>, StoreError> {
    let mut acts = office.store().acts(game.id, from).await?;
    if is_behind(game, who) {
        let until = office.store().now() - i64::from(game.delay);
        acts.retain(|act| act.at <= until);
    }
    Ok(acts)
}

/// What a game began with.
///
/// # Errors
/// There is no such game, or none for them.
pub(crate) async fn setup(office: &Office, who: Option<AccountId>, id: GameId) -> Result<String, StoreError> {
    see(office, who, id, None).await?;
    office.store().game_setup(id).await
}

/// The log of a game that was played in real time, when it is over.
///
/// # Errors
/// There is no such game, it is not over, or it has no log.
pub(crate) async fn log(office: &Office, who: Option<AccountId>, id: GameId) -> Result<Vec<u8>, StoreError> {
    let game = see(office, who, id, None).await?;
    if game.state != GameState::Over {
        return Err(StoreError::forbidden("the log can be seen when the game is over"));
    }
    let none = || StoreError::not_found(format!("game {id} has no log"));
    office.hall().log_of(game.log.as_deref().ok_or_else(none)?).await.map_err(|_| none())
}
