import type { ActingPersonally } from '../../../platform/acting';
import type { Locale } from '../../../platform/actor';
import type { WeightUnitCode } from '../../../platform/weight-units.rules';
import { userActions } from '../../identity.audit';
import type { IdentityPorts } from '../../ports';

interface Wanted {
  locale: Locale;
  unit: WeightUnitCode;
}

/** The person chooses the language of all that Tare says to them, and the unit of weights in this organisation. What stays as it is, is not chosen: it may follow the organisation. */
export async function changePreferences(
  { actor, scope, db, audit }: ActingPersonally,
  wanted: Wanted,
  { keepUnit }: Pick<IdentityPorts, 'keepUnit'>,
): Promise<void> {
  const { userId } = actor;
  const before = { locale: actor.locale, unit: actor.unit.abbr };
  const [otherLocale, otherUnit] = [wanted.locale !== before.locale, wanted.unit !== before.unit];
  if (!otherLocale && !otherUnit) return;
  await db.transaction().execute(async (trx) => {
    if (otherLocale)
      await trx.updateTable('identity.user').set({ locale: wanted.locale }).where('id', '=', userId).execute();
    if (otherUnit) await keepUnit(trx, { userId, tenantNumber: scope.organisationId }, wanted.unit);
    await audit(trx, {
      action: userActions.changePreferences,
      entity: 'user',
      entityId: userId,
      before,
      after: wanted,
    });
  });
}
