//! Reports by players, and what administrators do.

use super::account::Named;
use super::{Answer, Asked, Body, Place};
use crate::serve::accounts::{Account, Audit, Ban, BanTarget, NewReport, Report};
use crate::serve::office::Office;
use crate::serve::store::StoreError;
use crate::serve::who::{Admin, Member};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Reasons of reports.
pub(in crate::serve) const REASONS: [&str; 5] = ["cheating", "insults", "spam", "name", "other"];

pub(super) fn routes() -> OpenApiRouter<Office> {
    OpenApiRouter::new()
        .routes(routes!(report))
        .routes(routes!(reports))
        .routes(routes!(close))
        .routes(routes!(bans, ban))
        .routes(routes!(lift))
        .routes(routes!(mute))
        .routes(routes!(rename))
        .routes(routes!(audit))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "player": "Bert", "game": 7, "reason": "insults", "note": "see the chat" }))]
struct Complaint {
    /// The name of the player.
    player: String,
    /// The game in which it happened.
    #[serde(default)]
    game: Option<i64>,
    /// `cheating`, `insults`, `spam`, `name` or `other`.
    reason: String,
    #[serde(default)]
    note: String,
}

#[derive(Serialize, ToSchema)]
struct Numbered {
    id: i64,
}

/// # Errors
/// There is no such player or game, or the reason is none of [`REASONS`].
pub(in crate::serve) async fn complain(
    office: &Office,
    by: i64,
    (player, game): (&str, Option<i64>),
    (reason, note): (&str, &str),
) -> Result<i64, StoreError> {
    if !REASONS.contains(&reason) {
        return Err(StoreError::refused(format!("reason: one of {}", REASONS.join(", "))));
    }
    let accused = office.store().account_by_name(player).await?.id;
    if accused == by {
        return Err(StoreError::refused("player: this is you"));
    }
    office.store().report(by, NewReport { accused, game, reason: reason.into(), note: note.into() }).await
}

/// Report a player
#[utoipa::path(post, path = "/api/reports", tag = "moderation", request_body = Complaint,
    responses((status = 201, body = Numbered)))]
async fn report(
    State(office): State<Office>,
    Member(session): Member,
    Body(asked): Body<Complaint>,
) -> Answer<(StatusCode, Json<Numbered>)> {
    let Complaint { player, game, reason, note } = asked;
    let id = complain(&office, session.account.id, (&player, game), (&reason, &note)).await?;
    Ok((StatusCode::CREATED, Json(Numbered { id })))
}

/// The reports that are open, the oldest first
#[utoipa::path(get, path = "/api/admin/reports", tag = "moderation", responses((status = 200, body = [Report])))]
async fn reports(State(office): State<Office>, Admin(_session): Admin) -> Answer<Json<Vec<Report>>> {
    Ok(Json(office.store().open_reports().await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Verdict {
    verdict: String,
}

/// Close a report
#[utoipa::path(post, path = "/api/admin/reports/{id}/close", tag = "moderation", params(("id" = i64, Path)),
    request_body = Verdict, responses((status = 204)))]
async fn close(
    State(office): State<Office>,
    Admin(session): Admin,
    Place(id): Place<i64>,
    Body(Verdict { verdict }): Body<Verdict>,
) -> Answer<StatusCode> {
    office.store().close_report(Some(session.account.id), id, &verdict).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The bans that are in force
#[utoipa::path(get, path = "/api/admin/bans", tag = "moderation", responses((status = 200, body = [Ban])))]
async fn bans(State(office): State<Office>, Admin(_session): Admin) -> Answer<Json<Vec<Ban>>> {
    Ok(Json(office.store().bans().await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "network": "192.0.2.0/24", "hours": 24, "reason": "flood" }))]
struct NewBan {
    /// The name of a player, or else `network`.
    #[serde(default)]
    player: Option<String>,
    /// An address or a range such as 192.0.2.0/24.
    #[serde(default)]
    network: Option<String>,
    hours: u32,
    /// Shown to who is banned.
    reason: String,
}

/// Ban a player or a range of addresses: sessions end, and nobody signs in before the end of the ban
#[utoipa::path(post, path = "/api/admin/bans", tag = "moderation", request_body = NewBan,
    responses((status = 201, body = Numbered)))]
async fn ban(
    State(office): State<Office>,
    Admin(session): Admin,
    Body(asked): Body<NewBan>,
) -> Answer<(StatusCode, Json<Numbered>)> {
    let target = match (asked.player, asked.network) {
        (Some(player), None) => BanTarget::Account(office.store().account_by_name(&player).await?.id),
        (None, Some(network)) => BanTarget::Network(network.parse()?),
        _ => return Err(StoreError::refused("player: name either a player or a network").into()),
    };
    let until = office.store().now() + i64::from(asked.hours) * 3_600_000;
    let id = office.store().ban(Some(session.account.id), target, until, &asked.reason).await?;
    Ok((StatusCode::CREATED, Json(Numbered { id })))
}

/// End a ban
#[utoipa::path(delete, path = "/api/admin/bans/{id}", tag = "moderation", params(("id" = i64, Path)),
    responses((status = 204)))]
async fn lift(State(office): State<Office>, Admin(session): Admin, Place(id): Place<i64>) -> Answer<StatusCode> {
    office.store().lift_ban(Some(session.account.id), id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Mute {
    /// Hours without chat; 0 ends it.
    hours: u32,
}

/// Take the right to chat from a player
#[utoipa::path(put, path = "/api/admin/players/{name}/mute", tag = "moderation", params(("name" = String, Path)),
    request_body = Mute, responses((status = 204)))]
async fn mute(
    State(office): State<Office>,
    Admin(session): Admin,
    Place(name): Place<String>,
    Body(Mute { hours }): Body<Mute>,
) -> Answer<StatusCode> {
    let id = office.store().account_by_name(&name).await?.id;
    let until = (hours > 0).then(|| office.store().now() + i64::from(hours) * 3_600_000);
    office.store().mute(Some(session.account.id), id, until).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Give a player another name
#[utoipa::path(put, path = "/api/admin/players/{name}/name", tag = "moderation", params(("name" = String, Path)),
    request_body = Named, responses((status = 200, body = Account)))]
async fn rename(
    State(office): State<Office>,
    Admin(session): Admin,
    Place(name): Place<String>,
    Body(Named { name: new }): Body<Named>,
) -> Answer<Json<Account>> {
    let id = office.store().account_by_name(&name).await?.id;
    Ok(Json(office.store().rename_by(Some(session.account.id), id, &new).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Before {
    /// Only lines with smaller numbers.
    #[serde(default)]
    before: Option<i64>,
}

/// What administrators did, the last first
#[utoipa::path(get, path = "/api/admin/audit", tag = "moderation", params(Before), responses((status = 200, body = [Audit])))]
async fn audit(
    State(office): State<Office>,
    Admin(_session): Admin,
    Asked(Before { before }): Asked<Before>,
) -> Answer<Json<Vec<Audit>>> {
    Ok(Json(office.store().audits(before, 100).await?))
}
