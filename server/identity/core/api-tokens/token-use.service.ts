import { recordAudit, type Action } from '../../../platform/audit';
import type { Db, Trx } from '../../../platform/db/database';
import type { Visitor } from '../../../platform/visitor';
import { apiTokenActions } from '../../identity.audit';
import { isAddressAllowed } from '../../policies/addresses/address-entry';
import { isSecret } from '../secrets/token-secret';
import { faultOf, noteEveryMs, type TokenFault } from './api-token.rules';
import { findHolder, noteFirstUse, noteRefusal, noteUse, type TokenHolder } from './token-holder.store';

/** From where a token is used. */
export type UsedFrom = Pick<Visitor, 'now' | 'ip'> & Partial<Pick<Visitor, 'userAgent' | 'requestId'>>;

export type Used = { holder: TokenHolder } | { refused: TokenFault | 'wrongSecret' | 'address' | 'unknown' };

interface Named {
  id: string;
  kind: TokenHolder['kind'];
  /** undefined where our own signature vouches for the token. */
  secret?: string;
}

/** Who may act by a token at this instant, from here. The first use, and refusals of a token that there is, leave an audit row. */
export async function useToken(db: Db, named: Named, from: UsedFrom): Promise<Used> {
  const found = await findHolder(db, named.id, from.now);
  const holder = found?.kind === named.kind ? found : null;
  const proven = named.secret === undefined || isSecret(holder?.secretHash ?? null, named.secret);
  if (!holder) return { refused: 'unknown' };
  const fault = proven
    ? (faultOf(holder, from.now) ?? ((await isAddressAllowed(db, holder, from.ip)) ? null : 'address'))
    : 'wrongSecret';
  if (fault) {
    await refuse(db, holder, { reason: fault, proven, from });
    return { refused: fault };
  }
  await note(db, holder, from);
  return { holder };
}

const nameOf = ({ person, tenantId }: TokenHolder) => person?.login ?? `tenant ${tenantId}`;

const audit = (
  trx: Trx,
  { id, tenantNumber }: TokenHolder,
  {
    action,
    actor,
    userId,
    after,
    from: { now: at, ip, userAgent, requestId },
  }: { action: Action; actor: string; userId: number | null; after: unknown; from: UsedFrom },
) =>
  recordAudit(trx, {
    action,
    entity: 'apiToken',
    entityId: id,
    organisationId: tenantNumber,
    userId,
    actor,
    after,
    at,
    ip,
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(requestId === undefined ? {} : { requestId }),
  });

/** However often a program knocks, the log has a row a minute. */
function refuse(
  db: Db,
  holder: TokenHolder,
  { reason, proven, from }: { reason: string; proven: boolean; from: UsedFrom },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await noteRefusal(trx, holder.id, { now: from.now, since: new Date(from.now.getTime() - noteEveryMs) })))
      return;
    // Whoever does not know the secret is not the one whose token it is.
    const who = proven
      ? { actor: nameOf(holder), userId: holder.person?.userId ?? null }
      : { actor: 'anonymous', userId: null };
    await audit(trx, holder, { action: apiTokenActions.refuse, ...who, after: { reason }, from });
  });
}

async function note(db: Db, holder: TokenHolder, from: UsedFrom): Promise<void> {
  const { id, lastUsedAt, kind } = holder;
  if (lastUsedAt === null) {
    await db.transaction().execute(async (trx) => {
      if (await noteFirstUse(trx, id, from.now))
        await audit(trx, holder, {
          action: apiTokenActions.firstUse,
          actor: nameOf(holder),
          userId: holder.person?.userId ?? null,
          after: { kind },
          from,
        });
    });
  } else if (from.now.getTime() - lastUsedAt.getTime() > noteEveryMs) {
    // A use that cannot be noted (the disk is full) is a use all the same.
    await noteUse(db, id, from.now).catch(() => undefined);
  }
}
