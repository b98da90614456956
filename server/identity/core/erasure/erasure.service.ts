import type { ActingPersonally } from '../../../platform/acting';
import type { Trx } from '../../../platform/db/database';
import { spellingsOf } from '../../../platform/email-spellings';
import { fail } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import { memberActions, userActions } from '../../identity.audit';
import { endOwnTokens } from '../api-tokens/token-end.service';
import { setActiveIn } from '../members/members';
import { people } from '../members/people';
import { keepingAdministrators } from '../memberships/keeping-administrators';
import { deleteMembership, listTenantsOf } from '../memberships/membership.store';
import { endOwnSessions } from '../own-sessions/own-session.store';
import { eraseUserJob } from './erase-user.job';
import { markForErasure } from './erasure.store';

interface Erasing {
  /** What they typed to say that they mean it: their address. */
  typed: string;
  visitor: Pick<Visitor, 'audit'>;
}

/**
 * The person leaves every organization, is signed out everywhere, and can come back by nothing; a job then erases what is left of them.
 * @throws Failure 422 notYourAddress, lastAdministrator where an organization would be left without one
 */
export function eraseOwnAccount(
  { actor: { userId }, db, now, jobs, touchPerson }: ActingPersonally,
  { typed, visitor }: Erasing,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const person = await people.find(trx, userId);
    const names = person ? [...spellingsOf(person.email), ...spellingsOf(person.login)] : [];
    if (!spellingsOf(typed).some((spelling) => names.includes(spelling)))
      throw fail.unprocessable('identity.notYourAddress', {
        fields: [{ field: 'email', code: 'identity.notYourAddress' }],
      });
    await touchPerson(trx, userId);
    const tenants = await listTenantsOf(trx, userId);
    await keepingAdministrators(trx, { tenants, now }, async (rights) => {
      for (const tenantNumber of tenants) {
        await setActiveIn(rights, { tenantNumber, userId, active: false, now });
        await visitor.audit(rights, {
          action: memberActions.leave,
          entity: 'user',
          entityId: userId,
          organisationId: tenantNumber,
        });
        await deleteMembership(rights, { tenantNumber, userId });
      }
    });
    await endEverything(trx, { userId, now, visitor });
    await visitor.audit(trx, { action: userActions.erase, entity: 'user', entityId: userId });
    await jobs.send(trx, eraseUserJob, { userId });
  });
}

async function endEverything(
  trx: Trx,
  { userId, now, visitor }: { userId: number; now: Date; visitor: Pick<Visitor, 'audit'> },
): Promise<void> {
  await endOwnTokens(trx, userId, visitor);
  await endOwnSessions(trx, { userId, now });
  await markForErasure(trx, userId, now);
}
