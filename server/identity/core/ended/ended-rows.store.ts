import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database';
import { codeTries } from '../../policies/lockout/code-tries.rules';
import { pendingSeconds } from '../../policies/mfa/factor.rules';
import { keptAfterExpirySeconds } from '../api-tokens/api-token.rules';
import { usedCodeSeconds } from '../tokens/grant.rules';

interface ShortLived {
  table: string;
  key: string;
  /** The column that ends a row so many seconds later, where other columns allow it. */
  since: string;
  seconds: number;
  only?: string;
}

/** What serves once or for a while, and is of no use to anybody once that is over. */
export const shortLived: readonly ShortLived[] = [
  { table: 'entry_secret', key: 'id', since: 'expires_at', seconds: 0 },
  { table: 'entry_try', key: 'subject', since: 'since', seconds: codeTries.seconds },
  { table: 'phone_secret', key: 'id', since: 'expires_at', seconds: 0 },
  { table: 'pending_sign_in', key: 'token_hash', since: 'expires_at', seconds: 0 },
  { table: 'one_time_code', key: 'token_hash', since: 'expires_at', seconds: 0 },
  { table: 'webauthn_challenge', key: 'challenge_hash', since: 'expires_at', seconds: 0 },
  { table: 'sso_request', key: 'relay_hash', since: 'expires_at', seconds: 0 },
  { table: 'sso_refused_subject', key: 'id', since: 'expires_at', seconds: 0 },
  { table: 'saml_message', key: 'id', since: 'expires_at', seconds: 0 },
  { table: 'social_request', key: 'state_hash', since: 'expires_at', seconds: 0 },
  { table: 'oauth_request', key: 'request_hash', since: 'expires_at', seconds: 0 },
  { table: 'oauth_code', key: 'code_hash', since: 'expires_at', seconds: usedCodeSeconds },
  // Its tokens are refused whether the row is there or not.
  { table: 'oauth_grant', key: 'id', since: 'ended_at', seconds: usedCodeSeconds },
  { table: 'signing_key', key: 'id', since: 'published_until', seconds: 0 },
  { table: 'remembered_device', key: 'token_hash', since: 'expires_at', seconds: 0 },
  { table: 'password_token', key: 'token_hash', since: 'expires_at', seconds: 0 },
  // One that was used or replaced; one that is only too old says that somebody was invited.
  { table: 'invitation', key: 'token_hash', since: 'used_at', seconds: 0 },
  { table: 'api_token', key: 'id', since: 'expires_at', seconds: keptAfterExpirySeconds },
  // One that was begun and never confirmed.
  { table: 'authenticator', key: 'id', since: 'created_at', seconds: pendingSeconds, only: 'confirmed_at' },
];

/** Deletes some of a table's rows that had ended by then; those that somebody works with are left for later. @returns how many went */
export async function deleteEnded(
  db: Db,
  { table, key, since, seconds, only }: ShortLived,
  { endedBy, most }: { endedBy: Date; most: number },
): Promise<number> {
  const [name, id] = [sql.table(`identity.${table}`), sql.ref(key)];
  const { numAffectedRows } = await sql`
    delete from ${name} where ${id} in (
      select ${id} from ${name} where ${sql.ref(since)} <= ${new Date(endedBy.getTime() - seconds * 1000)} and ${only === undefined ? sql`true` : sql`${sql.ref(only)} is null`}
      limit ${most} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Wrong codes whose window is over count no more: no row tells who once mistyped one. @returns how many were forgotten */
export async function forgetWrongCodes(
  db: Db,
  { windowEnded, most }: { windowEnded: Date; most: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update identity.second_factor set wrong_codes = 0, wrong_since = null where user_id in (
      select user_id from identity.second_factor where wrong_since <= ${windowEnded} limit ${most} for update skip locked)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
