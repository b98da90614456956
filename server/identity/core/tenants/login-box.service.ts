import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import { tenantActions } from '../../identity.audit';
import { lockTenant } from '../memberships/administrators.store';
import type { LoginBox, LoginBoxEdit } from './login-box.contract';
import { findLoginBox, saveLoginBox } from './login-box.store';

const briefly = 200;

/** A picture in the text itself would bury what else has changed. */
const inBrief = (said: LoginBox | LoginBoxEdit) =>
  Object.fromEntries(
    Object.entries(said).map(([place, value]) => [
      place,
      value && value.length > briefly ? `${value.slice(0, briefly)}…` : value,
    ]),
  );

/**
 * Changes how the login box of the tenant that is acted in looks in front ends; what is not named stays.
 * @throws Failure 400 noChanges
 */
export async function changeLoginBox(acting: ActingPersonally, edit: LoginBoxEdit): Promise<LoginBox> {
  if (Object.keys(edit).length === 0) throw fail.badRequest('identity.noChanges');
  const { organisationId: tenantNumber } = acting.scope;
  return acting.db.transaction().execute(async (trx) => {
    await lockTenant(trx, tenantNumber);
    const before = await findLoginBox(trx, tenantNumber);
    const after = Object.fromEntries(
      Object.entries({ ...before, ...edit }).filter((one): one is [string, string] => one[1] !== null),
    );
    await saveLoginBox(trx, tenantNumber, { said: after, now: acting.now });
    await acting.audit(trx, {
      action: tenantActions.changeLoginBox,
      entity: 'tenant',
      entityId: tenantNumber,
      before: inBrief(before),
      after: inBrief(after),
    });
    return after;
  });
}
