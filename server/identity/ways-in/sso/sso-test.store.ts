import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import type { UnknownGroups } from './vouched-groups.rules';

interface NewTest {
  relayHash: Buffer;
  configNumber: number;
  requestId: string;
  browserHash: Buffer;
  testedBy: number;
  session: string;
  settings: Buffer;
  now: Date;
  seconds: number;
}

export async function insertTestRequest(
  trx: Trx,
  { relayHash, configNumber, requestId, browserHash, testedBy, session, settings, now, seconds }: NewTest,
): Promise<void> {
  await trx
    .insertInto('identity.sso_request')
    .values({
      relay_hash: relayHash,
      config_id: configNumber,
      request_id: requestId,
      browser_hash: browserHash,
      tested_by: testedBy,
      tested_session: session,
      tested_settings: settings,
      created_at: now,
      expires_at: new Date(now.getTime() + seconds * 1000),
    })
    .execute();
}

/** What a test has shown: kept as long as its request, since it names a person. */
export interface TestAnswer {
  /** Why it would have opened nothing; null where it would have. */
  fault: string | null;
  /** null where the answer could not be trusted. */
  received: ReceivedTest | null;
  /** It stands among what is known of the provider. */
  noted: boolean;
}

export interface ReceivedTest {
  issuer: string;
  subject: string;
  /** Empty where none was found. */
  email: string;
  name: string;
  groups: string[];
  /** Why there may be others; absent in what was kept by the version before. */
  groupsUnknown?: UnknownGroups | null;
  attributes: [name: string, values: string[]][];
}

export interface TestRequest {
  requestId: string;
  browserHash: Buffer;
  session: string;
  /** A hash of those that are tried. */
  settings: Buffer;
  testedBy: number;
  tenantNumber: number;
  configId: string;
  answer: TestAnswer | null;
  /** Of what the browser was handed that brought it. */
  broughtHash: Buffer | null;
}

/** A test that is under way, whether its provider is on or not. @returns null where it is over or was never begun, and for a sign-in */
export async function findTestRequest(
  db: Db | Trx,
  relayHash: Buffer,
  { now, lock }: { now: Date; lock?: true },
): Promise<TestRequest | null> {
  const { rows } = await sql<TestRequest>`
    select s.request_id as "requestId", s.browser_hash as "browserHash", s.tested_session as session, s.tested_settings as settings, s.tested_by as "testedBy", c.tenant_number as "tenantNumber", c.uuid as "configId", s.answer, s.brought_hash as "broughtHash"
    from identity.sso_request s join identity.sso_config c on c.id = s.config_id
    where s.relay_hash = ${relayHash} and s.tested_by is not null and s.expires_at > ${now} ${lock ? sql`for update of s` : sql``}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function markNoted(trx: Trx, relayHash: Buffer, answer: TestAnswer): Promise<void> {
  await trx
    .updateTable('identity.sso_request')
    .set({ answer: JSON.stringify({ ...answer, noted: true }) })
    .where('relay_hash', '=', relayHash)
    .execute();
}
