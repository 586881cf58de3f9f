//! Coming and going: registration, sign-in, guests, sign-out.

use super::{Answer, Body};
use crate::serve::accounts::{Account, Entered, Registration, Secret, SignIn};
use crate::serve::http::Refusal;
use crate::serve::office::Office;
use crate::serve::who::{Anyone, Comer, SignedIn, cookie};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Office> {
    OpenApiRouter::new().routes(routes!(register)).routes(routes!(sign_in, sign_out)).routes(routes!(enter_as_guest))
}

/// How the session is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Keep {
    /// The answer has a token, for the head `Authorization: Bearer …`.
    #[default]
    Token,
    /// The browser gets a cookie that no script can read.
    Cookie,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "name": "Anna", "password": "quarry lantern seventeen" }))]
struct NewAccount {
    /// 3 to 20 letters of a-z, 0-9, _ and -, the first of them a-z. Names that look alike are the same name.
    name: String,
    /// 8 to 128 letters.
    #[schema(value_type = String)]
    password: Secret,
    #[serde(default)]
    email: Option<String>,
    #[serde(default)]
    keep: Keep,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "name": "Anna", "password": "quarry lantern seventeen", "keep": "token" }))]
struct Credentials {
    name: String,
    #[schema(value_type = String)]
    password: Secret,
    #[serde(default)]
    keep: Keep,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Invitation {
    /// The code of the invitation.
    code: String,
    #[serde(default)]
    keep: Keep,
}

#[derive(Serialize, ToSchema)]
struct Session {
    account: Account,
    /// Shown once. Nothing if the session is kept by a cookie.
    token: Option<String>,
}

fn answer(office: &Office, status: StatusCode, (account, token): Entered, keep: Keep) -> Response {
    match keep {
        Keep::Token => (status, Json(Session { account, token: Some(token.reveal().into()) })).into_response(),
        Keep::Cookie => {
            let line = [(header::SET_COOKIE, cookie(office.is_secure, Some(&token)))];
            (status, line, Json(Session { account, token: None })).into_response()
        }
    }
}

/// Register, and sign in
#[utoipa::path(post, path = "/api/accounts", tag = "access", request_body = NewAccount,
    responses((status = 201, body = Session)))]
async fn register(State(office): State<Office>, comer: Comer, Body(new): Body<NewAccount>) -> Answer<Response> {
    let NewAccount { name, password, email, keep } = new;
    let asked = Registration { name, password, email };
    let entered = office.accounts.register(asked, comer.address, &comer.agent).await?;
    Ok(answer(&office, StatusCode::CREATED, entered, keep))
}

/// Sign in
#[utoipa::path(post, path = "/api/session", tag = "access", request_body = Credentials,
    responses((status = 200, body = Session)))]
async fn sign_in(
    State(office): State<Office>,
    comer: Comer,
    before: Anyone,
    Body(asked): Body<Credentials>,
) -> Answer<Response> {
    let Credentials { name, password, keep } = asked;
    let entered = office.accounts.sign_in(SignIn { name, password }, comer.address, &comer.agent).await?;
    before.end_before(&office).await?;
    Ok(answer(&office, StatusCode::OK, entered, keep))
}

/// Sign out: the session, or the token that asks, ends
#[utoipa::path(delete, path = "/api/session", tag = "access", responses((status = 204)))]
async fn sign_out(State(office): State<Office>, SignedIn(session): SignedIn) -> Answer<Response> {
    office.store().revoke(session.account.id, session.id).await?;
    office.presence.gone(session.account.id);
    let line = [(header::SET_COOKIE, cookie(office.is_secure, None))];
    Ok((StatusCode::NO_CONTENT, line).into_response())
}

/// Come as a guest, with the code of an invitation
#[utoipa::path(post, path = "/api/guests", tag = "access", request_body = Invitation,
    responses((status = 201, body = Session)))]
async fn enter_as_guest(
    State(office): State<Office>,
    comer: Comer,
    Body(Invitation { code, keep }): Body<Invitation>,
) -> Result<Response, Refusal> {
    let entered = office.accounts.enter_as_guest(&code, comer.address, &comer.agent).await?;
    Ok(answer(&office, StatusCode::CREATED, entered, keep))
}
