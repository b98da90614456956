import type { ActingPersonally } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import {
  deleteAlert,
  insertAlert,
  listUnknownRefs,
  placeIsKnown,
  restoreAlert,
  updateAlert,
} from './alert-changes.store';
import { alertActions, refuse } from './alerts.service';
import { alertKeyOf, alertTermsOf, type AlertTerms } from './location-alerts.rules';
import { listLocationAlerts, type LocationAlert } from './location-alerts.store';

interface AlertsChange {
  siteId: number;
  locationId: number;
  add: readonly AlertTerms[];
  remove: readonly AlertTerms[];
  /** What was deleted there before, and says the same, comes back with the people whom it notified. */
  restores: boolean;
}

/**
 * Gives a location alerts and takes others away. One that comes for one of the same name changes that, so that people stay
 * notified of it.
 * @throws Failure 409 errors.conflict when one to take away says something else by now, 422 unknownPlace, unknownValue
 */
export async function changeLocationAlerts(
  trx: Trx,
  acting: ActingPersonally,
  { siteId, locationId, add, remove, restores }: AlertsChange,
): Promise<void> {
  const { scope } = acting;
  await lockOrganisation(trx, scope.organisationId);
  const place = { siteId, locationId, deviceId: 0 };
  if (!(await placeIsKnown(trx, scope, place))) throw refuse('alertErrors.unknownPlace', 'locationId');
  for (const { refs } of add)
    if ((await listUnknownRefs(trx, scope.organisationId, refs)).length > 0)
      throw refuse('alertErrors.unknownValue', 'refAttribs');
  const standing = await listLocationAlerts(trx, scope, { locationIds: [locationId] });
  const deleted = restores ? await listLocationAlerts(trx, scope, { locationIds: [locationId], deleted: true }) : [];
  const going = remove.map((terms) => take(standing, terms));
  for (const terms of add) {
    const fields = { ...terms, ...place };
    const at = going.findIndex((one) => alertKeyOf(one.terms) === alertKeyOf(terms));
    const [before] = at === -1 ? [] : going.splice(at, 1);
    await put(trx, acting, { fields, before, deleted: before ? undefined : find(deleted, terms) });
  }
  for (const { alertId, terms } of going) {
    await deleteAlert(trx, scope.organisationId, { alertId, now: acting.now, userId: acting.actor.userId });
    await acting.audit(trx, { action: alertActions.delete, entity: 'alert', entityId: alertId, before: terms });
  }
  await acting.touch(trx);
}

const find = (alerts: readonly LocationAlert[], terms: AlertTerms) =>
  alerts.find((one) => alertTermsOf(one.terms) === alertTermsOf(terms));

function take(standing: LocationAlert[], terms: AlertTerms): LocationAlert {
  const found = find(standing, terms);
  if (!found) throw fail.conflict('errors.conflict');
  standing.splice(standing.indexOf(found), 1);
  return found;
}

interface Putting {
  fields: Parameters<typeof insertAlert>[2]['fields'];
  /** Whose place it takes. */
  before: LocationAlert | undefined;
  deleted: LocationAlert | undefined;
}

async function put(trx: Trx, acting: ActingPersonally, { fields, before, deleted }: Putting): Promise<void> {
  const { organisationId } = acting.scope;
  const writing = { fields, now: acting.now, userId: acting.actor.userId };
  if (before) {
    const { alertId } = before;
    await updateAlert(trx, organisationId, { alertId, ...writing });
    await acting.audit(trx, {
      action: alertActions.change,
      entity: 'alert',
      entityId: alertId,
      before: before.terms,
      after: fields,
    });
  } else if (deleted) {
    await restoreAlert(trx, organisationId, { ...writing, alertId: deleted.alertId });
    await acting.audit(trx, {
      action: alertActions.restore,
      entity: 'alert',
      entityId: deleted.alertId,
      after: fields,
    });
  } else {
    const alertId = await insertAlert(trx, organisationId, writing);
    await acting.audit(trx, { action: alertActions.create, entity: 'alert', entityId: alertId, after: fields });
  }
}
