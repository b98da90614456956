import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { giveRoles } from '../memberships/membership.store';

export interface InviteLink {
  id: string;
  /** The tenant's public id. */
  tenantId: string;
  /** The public id of who made it. */
  madeBy: string;
  sealedToken: Uint8Array;
  shouldSendEmail: boolean;
  expiresAt: Date;
  /** null: any number. */
  maxUses: number | null;
  uses: number;
  /** Public ids. */
  roleIds: string[];
}

export async function findInviteLink(
  db: Db | Trx,
  { tenantNumber, now }: { tenantNumber: number; now: Date },
): Promise<InviteLink | null> {
  const { rows } = await sql<InviteLink>`
    select l.id, t.id as "tenantId", u.uuid as "madeBy", l.sealed_token as "sealedToken", l.should_send_email as "shouldSendEmail", l.expires_at as "expiresAt", l.most_uses as "maxUses", l.uses,
      array(select r.uuid::text from identity.invite_link_role lr join identity.role r on r.id = lr.role_id where lr.tenant_number = l.tenant_number order by r.id) as "roleIds"
    from identity.invite_link l join identity.tenant t on t.number = l.tenant_number join identity."user" u on u.id = l.made_by
    where l.tenant_number = ${tenantNumber} and l.expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

interface NewLink {
  tenantNumber: number;
  userId: number;
  tokenHash: Uint8Array;
  sealedToken: Uint8Array;
  shouldSendEmail: boolean;
  expiresAt: Date;
  maxUses?: number | undefined;
}

/** In the place of the one before, whose token opens nothing any more. */
export async function replaceInviteLink(trx: Trx, link: NewLink): Promise<void> {
  await deleteInviteLink(trx, link.tenantNumber);
  await trx
    .insertInto('identity.invite_link')
    .values({
      tenant_number: link.tenantNumber,
      token_hash: Buffer.from(link.tokenHash),
      sealed_token: Buffer.from(link.sealedToken),
      made_by: link.userId,
      should_send_email: link.shouldSendEmail,
      expires_at: link.expiresAt,
      most_uses: link.maxUses ?? null,
    })
    .execute();
}

export async function updateInviteLink(
  trx: Trx,
  tenantNumber: number,
  { shouldSendEmail, expiresAt, maxUses }: Pick<InviteLink, 'shouldSendEmail' | 'expiresAt' | 'maxUses'>,
): Promise<void> {
  await trx
    .updateTable('identity.invite_link')
    .set({ should_send_email: shouldSendEmail, expires_at: expiresAt, most_uses: maxUses })
    .where('tenant_number', '=', tenantNumber)
    .execute();
}

export async function setInviteRoles(trx: Trx, tenantNumber: number, roles: readonly number[]): Promise<void> {
  await trx.deleteFrom('identity.invite_link_role').where('tenant_number', '=', tenantNumber).execute();
  await sql`insert into identity.invite_link_role (tenant_number, role_id) select ${tenantNumber}, given from unnest(${[...roles]}::bigint[]) as given`.execute(
    trx,
  );
}

export async function deleteInviteLink(trx: Trx, tenantNumber: number): Promise<void> {
  await trx.deleteFrom('identity.invite_link').where('tenant_number', '=', tenantNumber).execute();
}

export interface Invited {
  tenantNumber: number;
  tenantName: string;
  /** The tenant is suspended. */
  locked: boolean;
  /** Nobody more may join by the link. */
  usedUp: boolean;
}

/** Where a token leads at this instant. `lock`: nobody else uses, changes or revokes the link meanwhile. */
export async function findInvited(
  db: Db | Trx,
  { tokenHash, now, lock }: { tokenHash: Uint8Array; now: Date; lock?: true },
): Promise<Invited | null> {
  const { rows } = await sql<Invited>`
    select t.number as "tenantNumber", t.name as "tenantName", t.status <> 'ACTIVE' as locked, l.most_uses is not null and l.uses >= l.most_uses as "usedUp"
    from identity.invite_link l join identity.tenant t on t.number = l.tenant_number
    where l.token_hash = ${Buffer.from(tokenHash)} and l.expires_at > ${now} ${lock ? sql`for update of l` : sql``}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function countUse(trx: Trx, tenantNumber: number): Promise<void> {
  await sql`update identity.invite_link set uses = uses + 1 where tenant_number = ${tenantNumber}`.execute(trx);
}

/** Gives somebody the roles that the link gives at this instant, beside those that they hold. @returns the public ids of what the link gives */
export async function giveInviteRoles(
  trx: Trx,
  { tenantNumber, userId }: { tenantNumber: number; userId: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string; number: number }>`
    select r.uuid as id, r.id as number from identity.invite_link_role lr join identity.role r on r.id = lr.role_id where lr.tenant_number = ${tenantNumber} order by r.id`.execute(
    trx,
  );
  await giveRoles(trx, { tenantNumber, userId, roleIds: rows.map(({ number }) => number) });
  return rows.map(({ id }) => id);
}
