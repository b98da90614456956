import type { Db, Trx } from '../../../platform/db/database';
import { codeSeconds, requestSeconds, type Demands } from './oauth.rules';

/** What a client asked for, while somebody signs in for it. */
export interface OpenRequest extends Demands {
  browserHash: Buffer;
  clientId: string;
  redirectUri: string;
  scope: string;
  state: string;
  nonce: string | null;
  codeChallenge: string;
  loginHint: string | null;
  tenantId: string | null;
  /** `kept`: what they agreed to before will do; `ask`: they are asked in any case; `denied`: they said no. */
  consent: 'kept' | 'ask' | 'denied';
  askedAt: Date;
}

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

export async function insertRequest(
  trx: Trx,
  requestHash: Buffer,
  { askedAt, ...request }: OpenRequest,
): Promise<void> {
  await trx
    .insertInto('identity.oauth_request')
    .values({
      request_hash: requestHash,
      browser_hash: request.browserHash,
      client_id: request.clientId,
      redirect_uri: request.redirectUri,
      scope: request.scope,
      state: request.state,
      nonce: request.nonce,
      code_challenge: request.codeChallenge,
      login_hint: request.loginHint,
      anew: request.anew,
      max_age: request.maxAge,
      stepped_up: request.steppedUp,
      tenant_id: request.tenantId,
      consent: request.consent,
      created_at: askedAt,
      expires_at: later(askedAt, requestSeconds),
    })
    .execute();
}

/** @returns null where it is over or was never made */
export async function findRequest(
  db: Db | Trx,
  requestHash: Buffer,
  { now, lock }: { now: Date; lock?: true },
): Promise<OpenRequest | null> {
  const row = await db
    .selectFrom('identity.oauth_request')
    .selectAll()
    .where('request_hash', '=', requestHash)
    .where('expires_at', '>', now)
    .$if(lock === true, (query) => query.forUpdate())
    .executeTakeFirst();
  return row
    ? {
        browserHash: row.browser_hash,
        clientId: row.client_id,
        redirectUri: row.redirect_uri,
        scope: row.scope,
        state: row.state,
        nonce: row.nonce,
        codeChallenge: row.code_challenge,
        loginHint: row.login_hint,
        anew: row.anew,
        maxAge: row.max_age,
        steppedUp: row.stepped_up,
        tenantId: row.tenant_id,
        consent: row.consent as OpenRequest['consent'],
        askedAt: row.created_at,
      }
    : null;
}

export async function noteAnswer(trx: Trx, requestHash: Buffer, consent: 'kept' | 'denied'): Promise<void> {
  await trx.updateTable('identity.oauth_request').set({ consent }).where('request_hash', '=', requestHash).execute();
}

export async function deleteRequest(trx: Trx, requestHash: Buffer): Promise<void> {
  await trx.deleteFrom('identity.oauth_request').where('request_hash', '=', requestHash).execute();
}

export interface Code {
  clientId: string;
  redirectUri: string;
  scope: string;
  nonce: string | null;
  codeChallenge: string;
  sessionId: string;
  tenantId: string;
}

export async function insertCode(trx: Trx, codeHash: Buffer, { code, now }: { code: Code; now: Date }): Promise<void> {
  await trx
    .insertInto('identity.oauth_code')
    .values({
      code_hash: codeHash,
      client_id: code.clientId,
      redirect_uri: code.redirectUri,
      scope: code.scope,
      nonce: code.nonce,
      code_challenge: code.codeChallenge,
      session_id: code.sessionId,
      tenant_id: code.tenantId,
      created_at: now,
      expires_at: later(now, codeSeconds),
    })
    .execute();
}

export interface KeptCode extends Code {
  expiresAt: Date;
  used: boolean;
  /** What it gave. */
  grantId: string | null;
}

export async function lockCode(trx: Trx, codeHash: Buffer): Promise<KeptCode | null> {
  const row = await trx
    .selectFrom('identity.oauth_code')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .forUpdate()
    .executeTakeFirst();
  return row
    ? {
        clientId: row.client_id,
        redirectUri: row.redirect_uri,
        scope: row.scope,
        nonce: row.nonce,
        codeChallenge: row.code_challenge,
        sessionId: row.session_id,
        tenantId: row.tenant_id,
        expiresAt: row.expires_at,
        used: row.used_at !== null,
        grantId: row.grant_id,
      }
    : null;
}

/** A code serves once, whatever became of it. */
export async function useCode(
  trx: Trx,
  codeHash: Buffer,
  { now, grantId }: { now: Date; grantId: string | null },
): Promise<void> {
  await trx
    .updateTable('identity.oauth_code')
    .set({ used_at: now, grant_id: grantId })
    .where('code_hash', '=', codeHash)
    .execute();
}
