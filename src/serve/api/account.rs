//! One's own account: what is kept of it, sessions, tokens, programs, notices, vacation, the end.

use super::{Answer, Asked, Body, Place};
use crate::serve::accounts::{Account, Profile, Secret, SessionLine};
use crate::serve::community::Notice;
use crate::serve::http::Refusal;
use crate::serve::lobby;
use crate::serve::office::Office;
use crate::serve::who::{Member, Oneself, SignedIn, cookie};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Seconds for which a question for news is kept open at most: less than proxies wait.
const LONGEST_WAIT: u64 = 25;

pub(super) fn routes() -> OpenApiRouter<Office> {
    OpenApiRouter::new()
        .routes(routes!(me, change, delete))
        .routes(routes!(rename))
        .routes(routes!(change_password))
        .routes(routes!(export))
        .routes(routes!(sessions, end_sessions))
        .routes(routes!(end_session))
        .routes(routes!(new_token))
        .routes(routes!(programs, new_program))
        .routes(routes!(delete_program))
        .routes(routes!(notices))
        .routes(routes!(mark_read))
        .routes(routes!(vacation, take_vacation))
}

/// Oneself
#[utoipa::path(get, path = "/api/me", tag = "account", responses((status = 200, body = Account)))]
async fn me(SignedIn(session): SignedIn) -> Json<Account> {
    Json(session.account)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Change {
    /// Nothing and the field left out are the same; an empty text takes the address away.
    #[serde(default)]
    email: Option<String>,
    /// Text of the client's own, up to 4 KiB.
    #[serde(default)]
    settings: Option<String>,
}

/// Change mail or settings
#[utoipa::path(patch, path = "/api/me", tag = "account", request_body = Change, responses((status = 200, body = Account)))]
async fn change(
    State(office): State<Office>,
    Oneself(session): Oneself,
    Body(change): Body<Change>,
) -> Answer<Json<Account>> {
    let id = session.account.id;
    if let Some(email) = change.email.as_deref() {
        office.store().set_email(id, Some(email).filter(|email| !email.is_empty())).await?;
    }
    if let Some(settings) = change.settings.as_deref() {
        office.store().set_settings(id, settings).await?;
    }
    Ok(Json(office.store().account(id).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Farewell {
    /// Of a person; guests have none.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    password: Option<Secret>,
}

/// Delete the account: the games stay, under the name "deleted"
#[utoipa::path(delete, path = "/api/me", tag = "account", request_body = Farewell, responses((status = 204)))]
async fn delete(
    State(office): State<Office>,
    Oneself(session): Oneself,
    Body(Farewell { password }): Body<Farewell>,
) -> Answer<Response> {
    office.accounts.delete(&session.account, password.as_ref()).await?;
    office.presence.gone(session.account.id);
    let line = [(header::SET_COOKIE, cookie(office.is_secure, None))];
    Ok((StatusCode::NO_CONTENT, line).into_response())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    pub(super) name: String,
}

/// Take another name, once in 30 days; the old one stays one's own
#[utoipa::path(put, path = "/api/me/name", tag = "account", request_body = Named, responses((status = 200, body = Account)))]
async fn rename(
    State(office): State<Office>,
    Member(session): Member,
    Body(Named { name }): Body<Named>,
) -> Answer<Json<Account>> {
    office.store().rename(session.account.id, &name).await?;
    Ok(Json(office.store().account(session.account.id).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewPassword {
    #[schema(value_type = String)]
    old: Secret,
    #[schema(value_type = String)]
    new: Secret,
}

/// Change the password: all other sessions and tokens end
#[utoipa::path(put, path = "/api/me/password", tag = "account", request_body = NewPassword, responses((status = 204)))]
async fn change_password(
    State(office): State<Office>,
    Member(session): Member,
    Body(NewPassword { old, new }): Body<NewPassword>,
) -> Answer<StatusCode> {
    office.accounts.change_password(session.account.id, (&old, &new), session.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// All that is kept of one
#[utoipa::path(get, path = "/api/me/export", tag = "account", responses((status = 200, body = Object)))]
async fn export(State(office): State<Office>, Oneself(session): Oneself) -> Answer<Response> {
    let all = office.store().export(session.account.id).await?;
    let line = [(header::CONTENT_DISPOSITION, "attachment; filename=\"account.json\"")];
    Ok((line, Json(all)).into_response())
}

/// One's sessions and tokens
#[utoipa::path(get, path = "/api/me/sessions", tag = "account", responses((status = 200, body = [SessionLine])))]
async fn sessions(State(office): State<Office>, Oneself(session): Oneself) -> Answer<Json<Vec<SessionLine>>> {
    Ok(Json(office.store().sessions(session.account.id).await?))
}

/// End all sessions and tokens but this one
#[utoipa::path(delete, path = "/api/me/sessions", tag = "account", responses((status = 204)))]
async fn end_sessions(State(office): State<Office>, Oneself(session): Oneself) -> Answer<StatusCode> {
    office.store().revoke_others(session.account.id, session.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End a session or a token
#[utoipa::path(delete, path = "/api/me/sessions/{id}", tag = "account", params(("id" = i64, Path)),
    responses((status = 204)))]
async fn end_session(
    State(office): State<Office>,
    Oneself(session): Oneself,
    Place(id): Place<i64>,
) -> Answer<StatusCode> {
    office.store().revoke(session.account.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewToken {
    /// What the list of sessions shows.
    label: String,
    /// The number of the program that the token is for; oneself if there is none.
    #[serde(default)]
    program: Option<i64>,
}

#[derive(Serialize, ToSchema)]
struct Token {
    /// Shown once.
    token: String,
}

/// Make a token by which a program acts
#[utoipa::path(post, path = "/api/me/tokens", tag = "account", request_body = NewToken, responses((status = 201, body = Token)))]
async fn new_token(
    State(office): State<Office>,
    Member(session): Member,
    Body(NewToken { label, program }): Body<NewToken>,
) -> Answer<(StatusCode, Json<Token>)> {
    let id = session.account.id;
    let token = office.store().issue_api_token(id, program.unwrap_or(id), &label).await?;
    Ok((StatusCode::CREATED, Json(Token { token: token.reveal().into() })))
}

/// One's programs
#[utoipa::path(get, path = "/api/me/programs", tag = "account", responses((status = 200, body = [Profile])))]
async fn programs(State(office): State<Office>, Member(session): Member) -> Answer<Json<Vec<Profile>>> {
    Ok(Json(office.store().programs(session.account.id).await?))
}

/// Make an account for a program: it is marked as one, and rated apart
#[utoipa::path(post, path = "/api/me/programs", tag = "account", request_body = Named,
    responses((status = 201, body = Profile)))]
async fn new_program(
    State(office): State<Office>,
    Member(session): Member,
    Body(Named { name }): Body<Named>,
) -> Answer<(StatusCode, Json<Profile>)> {
    let id = office.store().new_program(session.account.id, &name).await?;
    Ok((StatusCode::CREATED, Json(office.store().account(id).await?.into())))
}

/// Delete a program
#[utoipa::path(delete, path = "/api/me/programs/{id}", tag = "account", params(("id" = i64, Path)),
    responses((status = 204)))]
async fn delete_program(
    State(office): State<Office>,
    Member(session): Member,
    Place(id): Place<i64>,
) -> Answer<StatusCode> {
    let program = office.store().account(id).await?;
    if program.owner != Some(session.account.id) {
        return Err(Refusal::new(StatusCode::NOT_FOUND, format!("you have no program {id}")));
    }
    office.store().delete_account(id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct News {
    /// Only notices with larger numbers.
    #[serde(default)]
    after: i64,
    /// Seconds to wait for one if there is none, up to 25.
    #[serde(default)]
    wait: u64,
}

/// Notices, the newest first: challenges, turns, ends of games, friends
#[utoipa::path(get, path = "/api/notices", tag = "account", params(News), responses((status = 200, body = [Notice])))]
async fn notices(
    State(office): State<Office>,
    SignedIn(session): SignedIn,
    Asked(News { after, wait }): Asked<News>,
) -> Answer<Json<Vec<Notice>>> {
    let until = tokio::time::Instant::now() + Duration::from_secs(wait.min(LONGEST_WAIT));
    // Before the first look, so that nothing happens unseen between the looks.
    let mut news = office.news.subscribe();
    loop {
        let mut found = office.store().notices(session.account.id).await?;
        found.retain(|notice| notice.id > after);
        let is_late = || office.is_ending() || tokio::time::Instant::now() >= until;
        if !found.is_empty() || is_late() || tokio::time::timeout_at(until, news.changed()).await.is_err() {
            return Ok(Json(found));
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Read {
    /// The number of the last notice that was read.
    up_to: i64,
}

/// Mark notices as read
#[utoipa::path(post, path = "/api/notices/read", tag = "account", request_body = Read, responses((status = 204)))]
async fn mark_read(
    State(office): State<Office>,
    SignedIn(session): SignedIn,
    Body(Read { up_to }): Body<Read>,
) -> Answer<StatusCode> {
    office.store().mark_read(session.account.id, up_to).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Serialize, ToSchema)]
struct Vacation {
    /// Unix milliseconds until which one is on vacation now.
    until: Option<i64>,
    /// Days that are left of this year.
    days_left: i64,
}

async fn vacation_of(office: &Office, id: i64) -> Answer<Json<Vacation>> {
    let (until, days_left) = (office.store().vacation_until(id).await?, office.store().vacation_left(id).await?);
    Ok(Json(Vacation { until, days_left }))
}

/// One's vacation
#[utoipa::path(get, path = "/api/me/vacation", tag = "account", responses((status = 200, body = Vacation)))]
async fn vacation(State(office): State<Office>, SignedIn(session): SignedIn) -> Answer<Json<Vacation>> {
    vacation_of(&office, session.account.id).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Days {
    /// With today, up to 30 in a year.
    days: u32,
}

/// Take vacation from today on: clocks of games by correspondence stand
#[utoipa::path(post, path = "/api/me/vacation", tag = "account", request_body = Days,
    responses((status = 200, body = Vacation)))]
async fn take_vacation(
    State(office): State<Office>,
    SignedIn(session): SignedIn,
    Body(Days { days }): Body<Days>,
) -> Answer<Json<Vacation>> {
    lobby::vacation(&office, session.account.id, days).await?;
    vacation_of(&office, session.account.id).await
}
