import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';

export interface LeavingProvider {
  number: number;
  /** The public id. */
  id: string;
  tenantNumber: number;
  publicCertificate: string;
  ssoEndpoint: string;
  sloAnswerEndpoint: string;
}

/** A name may be that of a provider of several tenants; only those by which somebody can come in count. */
const mostProviders = 100;

/** The providers that call themselves so. */
export async function listProvidersOf(db: Db, issuer: string): Promise<LeavingProvider[]> {
  const { rows } = await sql<LeavingProvider>`
    select c.id as number, c.uuid as id, c.tenant_number as "tenantNumber", c.public_certificate as "publicCertificate", c.sso_endpoint as "ssoEndpoint", c.slo_answer_endpoint as "sloAnswerEndpoint"
    from identity.sso_config c join identity.tenant t on t.number = c.tenant_number and t.status = 'ACTIVE'
    where c.idp_entity_id = ${issuer} and c.idp_entity_id <> '' and c.enabled and c.type <> 'oidc'
      and exists (select 1 from identity.sso_domain d where d.config_id = c.id and d.validated_at is not null)
    order by c.id limit ${mostProviders}`.execute(db);
  return rows;
}

interface Message {
  configNumber: number;
  messageId: string;
}

/** Notes a message of ours that waits for its answer, or one of a provider that is obeyed. @returns false where there was one of this id before */
export async function noteMessage(
  trx: Trx,
  { configNumber, messageId, ours, until }: Message & { ours: boolean; until: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('identity.saml_message')
    .values({ config_id: configNumber, message_id: messageId, ours, expires_at: until })
    .onConflict((conflict) => conflict.columns(['config_id', 'message_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Takes a message of ours whose answer has come. @returns false where none waits for it */
export async function takeOurMessage(
  trx: Trx,
  { configNumber, messageId, now }: Message & { now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('identity.saml_message')
    .where('config_id', '=', configNumber)
    .where('message_id', '=', messageId)
    .where('ours', '=', true)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
