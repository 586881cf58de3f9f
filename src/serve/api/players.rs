//! Players: profiles, ratings, statistics, lists of the best, friends and blocks.

use super::{Answer, Asked, Body, Place};
use crate::serve::accounts::Profile;
use crate::serve::community::{Relation, RelationKind};
use crate::serve::office::Office;
use crate::serve::records::{Pool, RatingPoint, Speed, Standing, Statistics, TopLine};
use crate::serve::store::StoreError;
use crate::serve::who::SignedIn;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Players in an answer.
const FOUND: u32 = 50;

pub(super) fn routes() -> OpenApiRouter<Office> {
    OpenApiRouter::new()
        .routes(routes!(find))
        .routes(routes!(player))
        .routes(routes!(history))
        .routes(routes!(top))
        .routes(routes!(relations))
        .routes(routes!(relate, unrelate))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Beginning {
    /// How the name begins.
    begins: String,
}

/// Players whose names begin like this
#[utoipa::path(get, path = "/api/players", tag = "players", params(Beginning), responses((status = 200, body = [Profile])))]
async fn find(
    State(office): State<Office>,
    Asked(Beginning { begins }): Asked<Beginning>,
) -> Answer<Json<Vec<Profile>>> {
    Ok(Json(office.store().find_accounts(&begins, FOUND).await?))
}

/// A player, as everybody sees them.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::serve) struct Player {
    #[serde(flatten)]
    pub(in crate::serve) profile: Profile,
    /// How often the player signed in.
    pub(in crate::serve) logins: i64,
    pub(in crate::serve) is_present: bool,
    /// The name of the owner of a program.
    pub(in crate::serve) owner_name: Option<String>,
    pub(in crate::serve) ratings: Vec<Standing>,
    pub(in crate::serve) statistics: Vec<Statistics>,
}

/// # Errors
/// There is no player of this name.
pub(in crate::serve) async fn player_of(office: &Office, name: &str) -> Result<Player, StoreError> {
    let store = office.store();
    let account = store.account_by_name(name).await?;
    let owner_name = match account.owner {
        Some(owner) => Some(store.account(owner).await?.name),
        None => None,
    };
    let (id, logins) = (account.id, account.logins);
    Ok(Player {
        profile: account.into(),
        logins,
        is_present: office.presence.has(id, store.now()),
        owner_name,
        ratings: store.ratings(id).await?,
        statistics: store.statistics(id).await?,
    })
}

/// A player: ratings and statistics
#[utoipa::path(get, path = "/api/players/{name}", tag = "players", params(("name" = String, Path)),
    responses((status = 200, body = Player)))]
async fn player(State(office): State<Office>, Place(name): Place<String>) -> Answer<Json<Player>> {
    Ok(Json(player_of(&office, &name).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct OfRating {
    kind: String,
    speed: Speed,
    /// Games among persons if nothing is said.
    #[serde(default)]
    pool: Option<Pool>,
}

/// How a rating went, the last 500 games, the oldest first
#[utoipa::path(get, path = "/api/players/{name}/history", tag = "players", params(("name" = String, Path), OfRating),
    responses((status = 200, body = [RatingPoint])))]
async fn history(
    State(office): State<Office>,
    Place(name): Place<String>,
    Asked(OfRating { kind, speed, pool }): Asked<OfRating>,
) -> Answer<Json<Vec<RatingPoint>>> {
    let account = office.store().account_by_name(&name).await?;
    let pool = pool.unwrap_or(Pool::Persons);
    Ok(Json(office.store().rating_history(account.id, &kind, speed, pool).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct OfTop {
    kind: String,
    speed: Speed,
    /// Games among persons if nothing is said.
    #[serde(default)]
    pool: Option<Pool>,
    /// Up to 200; 50 if nothing is said.
    #[serde(default)]
    limit: Option<u32>,
}

/// The best players of a game
#[utoipa::path(get, path = "/api/top", tag = "players", params(OfTop), responses((status = 200, body = [TopLine])))]
async fn top(State(office): State<Office>, Asked(asked): Asked<OfTop>) -> Answer<Json<Vec<TopLine>>> {
    let OfTop { kind, speed, pool, limit } = asked;
    let found = office.store().top(&kind, speed, pool.unwrap_or(Pool::Persons), limit.unwrap_or(50)).await?;
    Ok(Json(found))
}

/// One's friends, and whom one has blocked
#[utoipa::path(get, path = "/api/me/relations", tag = "players", responses((status = 200, body = [Relation])))]
async fn relations(State(office): State<Office>, SignedIn(session): SignedIn) -> Answer<Json<Vec<Relation>>> {
    Ok(Json(office.store().relations(session.account.id).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Relate {
    kind: RelationKind,
}

/// Call somebody a friend, or block them
#[utoipa::path(put, path = "/api/me/relations/{name}", tag = "players", params(("name" = String, Path)),
    request_body = Relate, responses((status = 204)))]
async fn relate(
    State(office): State<Office>,
    SignedIn(session): SignedIn,
    Place(name): Place<String>,
    Body(Relate { kind }): Body<Relate>,
) -> Answer<StatusCode> {
    let other = office.store().account_by_name(&name).await?.id;
    office.store().set_relation(session.account.id, other, Some(kind)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take it back
#[utoipa::path(delete, path = "/api/me/relations/{name}", tag = "players", params(("name" = String, Path)),
    responses((status = 204)))]
async fn unrelate(
    State(office): State<Office>,
    SignedIn(session): SignedIn,
    Place(name): Place<String>,
) -> Answer<StatusCode> {
    let other = office.store().account_by_name(&name).await?.id;
    office.store().set_relation(session.account.id, other, None).await?;
    Ok(StatusCode::NO_CONTENT)
}
