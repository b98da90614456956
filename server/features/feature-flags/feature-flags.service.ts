import { listHolding, isFlag, listFlagNames, switchFlag } from '../../domain/places';
import type { Acting } from '../../platform/acting';
import { internalOrganisation, type Actor } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { Db } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { sentence, type MessageKey, type Translate } from '../../platform/i18n/messages';
import { seesAll } from '../../platform/restriction.rules';
import type { FeatureOrganisation, FlagView } from './feature-flags.contract';

const { enable, disable } = defineActions('featureFlag', {
  enable: { severity: 'warning' },
  disable: { severity: 'warning' },
});

/** As people read them. */
export interface NamedFlag extends FlagView {
  label: string;
}

/** Those that may be switched, with their words. */
export async function listFlags(db: Db, t: Translate): Promise<NamedFlag[]> {
  return (await listFlagNames(db)).map((name) => ({
    name,
    label: sentence(t, `featureFlags.names.${name}` as MessageKey),
    description: sentence(t, `featureFlags.descriptions.${name}` as MessageKey),
  }));
}

/** The organisations, or that one, for which the person may switch the flag, by name; never the internal one, nor one of which they see a part. @throws 404 for a flag that is hidden or unknown */
export async function listOrganisationsOf(
  db: Db,
  actor: Actor,
  { name, only }: { name: string; only?: number },
): Promise<FeatureOrganisation[]> {
  if (!(await isFlag(db, name))) throw fail.notFound('featureFlags.unknown');
  const reached = await listHolding(db, actor, { permission: 'EDIT_FEATURE_FLAGS', organisationId: only });
  return reached
    .filter(({ organisationId, restriction }) => organisationId !== internalOrganisation && restriction === null)
    .map(({ organisationId, name: organizationName, switchedOff }) => ({
      name,
      organizationId: organisationId,
      organizationName,
      enabled: !switchedOff.includes(name),
    }));
}

/**
 * Gives the acted-in organisation what the flag switches, or takes it away; the wanted state is sent, so that two people who
 * press at once agree. What is as wanted already is no change. @throws 404 for the internal organisation, for one of which they see a part, and for such a flag
 */
export async function setFlag(acting: Acting, { name, enabled }: { name: string; enabled: boolean }): Promise<void> {
  const { organisationId } = acting.scope;
  if (organisationId === internalOrganisation || !seesAll(acting.scope)) throw fail.notFound('errors.notFound');
  await acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    if (!(await isFlag(trx, name))) throw fail.notFound('featureFlags.unknown');
    const before = await switchFlag(trx, acting.scope, { name, enabled });
    if (before === enabled) return;
    await acting.audit(trx, {
      action: enabled ? enable : disable,
      entity: 'featureFlag',
      entityId: name,
      before: { enabled: before },
      after: { enabled },
    });
    await acting.touch(trx);
  });
}
