import { createHash, randomBytes } from 'node:crypto';
import { listRatios } from '../../domain/measures';
import { lockLocation } from '../../domain/places';
import { guestStageIds } from '../../domain/places/guest-stages.rules';
import type { ActingPersonally } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { Db } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { addDays, localDateOf } from '../../platform/time';
import type { SignFace, SignTerms } from './campaigns.contract';
import { signDays, signLimits } from './guest-limits.rules';
import { newestOf } from './guest.rules';
import { countSigns, deleteSign, findFace, findOpenSign, findSign, insertSign, type OpenSign } from './signs.store';

const actions = defineActions('guestSign', { create: { severity: 'warning' }, revoke: {} });
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** @returns the token, which is kept nowhere: it is in the link alone @throws 422 by field, tooManySigns */
export function createSign(acting: ActingPersonally, terms: SignTerms): Promise<string> {
  const { scope, now, actor } = acting;
  const token = randomBytes(32).toString('base64url');
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, scope.organisationId);
    if (!(await lockLocation(trx, scope, terms.locationId)))
      throw fail.unprocessable('postConsumer.error.notSaved', {
        fields: [{ field: 'locationId', code: 'volumes.problem.unknownLocation' }],
      });
    if ((await countSigns(trx, scope)) >= signLimits.signs)
      throw fail.unprocessable('postConsumer.error.tooManySigns', { params: { most: signLimits.signs } });
    const signId = await insertSign(trx, scope, { terms, tokenHash: hashOf(token), createdBy: actor.userId, now });
    await acting.audit(trx, { action: actions.create, entity: 'guestSign', entityId: signId, after: terms });
    await acting.touch(trx);
    return token;
  });
}

/** @throws 404 */
export function revokeSign(acting: ActingPersonally, signId: number): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, acting.scope.organisationId);
    const sign = await findSign(trx, acting.scope, signId);
    if (!sign) throw fail.notFound('postConsumer.error.unknownSign');
    await deleteSign(trx, acting.scope, signId);
    const { locationId, locale, sentence } = sign;
    await acting.audit(trx, {
      action: actions.revoke,
      entity: 'guestSign',
      entityId: signId,
      before: { locationId, locale, sentence },
    });
    await acting.touch(trx);
  });
}

/** What a link shows to whoever has it; null for every link that shows nothing, whatever is the reason. */
export async function openSign(db: Db, token: string, now: Date): Promise<SignFace | null> {
  const sign = await findOpenSign(db, hashOf(token));
  return sign ? faceOf(db, sign, now) : null;
}

/** The same for a poster. @throws 404 */
export async function selectFace(
  db: Db,
  scope: Scope,
  { signId, now }: { signId: number; now: Date },
): Promise<SignFace> {
  const sign = await findFace(db, scope, signId);
  if (!sign) throw fail.notFound('postConsumer.error.unknownSign');
  return faceOf(db, sign, now);
}

async function faceOf(
  db: Db,
  { organisationId, locationId, locale, sentence, unit, timeZone }: OpenSign,
  now: Date,
): Promise<SignFace> {
  const today = localDateOf(now, timeZone);
  const rows = await listRatios(
    db,
    { organisationId, restriction: null },
    {
      metric: 'gramsPerCover',
      level: 'all',
      grain: 'day',
      stageIds: guestStageIds,
      start: addDays(today, -signDays),
      end: today,
      locationId,
    },
  );
  return { locale, sentence, unit, timeZone, shown: newestOf(rows, today) };
}
