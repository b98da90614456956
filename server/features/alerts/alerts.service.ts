import type { ActingPersonally } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import type { MessageKey } from '../../platform/i18n/messages';
import { seesAll } from '../../platform/restriction.rules';
import {
  deleteAlert as markDeleted,
  insertAlert,
  listUnknownRefs,
  lockAlert,
  placeIsKnown,
  updateAlert,
  type AlertFields,
  type StoredAlert,
} from './alert-changes.store';
import { offeredChannels } from './alert-channels.rules';
import type { AlertBody, NotificationChange } from './alerts.contract';
import { listEditableAlerts, listOrganisationUsers, listSeenAlerts } from './alerts.store';
import { putNotifications, type Choice } from './notification-channels.store';

export const alertActions = defineActions('alert', {
  create: {},
  change: {},
  delete: { severity: 'warning' },
  restore: {},
  notify: {},
  subscribe: {},
});

export const refuse = (code: MessageKey, field: string) => fail.unprocessable(code, { fields: [{ field, code }] });

/** @throws 422 with the field */
export function createAlert(acting: ActingPersonally, body: AlertBody): Promise<{ alertId: number; version: number }> {
  const { organisationId } = acting.scope;
  if (body.participantId && body.participantId !== organisationId)
    throw refuse('alertErrors.otherOrganisation', 'participantId');
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const fields = await checkedFields(trx, acting, { body });
    const alertId = await insertAlert(trx, organisationId, { fields, now: acting.now, userId: acting.actor.userId });
    await acting.audit(trx, { action: alertActions.create, entity: 'alert', entityId: alertId, after: fields });
    await acting.touch(trx);
    return { alertId, version: 1 };
  });
}

/** @throws 404 unknownAlert, 409 errors.conflict when it is no longer the version that was changed, 422 with the field */
export function changeAlert(
  acting: ActingPersonally,
  { alertId, body }: { alertId: number; body: AlertBody },
): Promise<{ alertId: number; version: number }> {
  const { organisationId } = acting.scope;
  if (body.participantId && body.participantId !== organisationId)
    throw refuse('alertErrors.otherOrganisation', 'participantId');
  if (body.alertId && body.alertId !== alertId) throw refuse('alertErrors.otherAlert', 'alertId');
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const before = await editableAlert(trx, acting, alertId);
    if (body.version !== undefined && body.version !== before.version) throw fail.conflict('errors.conflict');
    const fields = await checkedFields(trx, acting, { body, before });
    const version = await updateAlert(trx, organisationId, {
      alertId,
      fields,
      now: acting.now,
      userId: acting.actor.userId,
    });
    await acting.audit(trx, { action: alertActions.change, entity: 'alert', entityId: alertId, before, after: fields });
    await acting.touch(trx);
    return { alertId, version };
  });
}

/** It fires no more; what it has fired stays. @throws 404 unknownAlert */
export function deleteAlert(acting: ActingPersonally, alertId: number): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, acting.scope.organisationId);
    const before = await editableAlert(trx, acting, alertId);
    await markDeleted(trx, acting.scope.organisationId, { alertId, now: acting.now, userId: acting.actor.userId });
    await acting.audit(trx, { action: alertActions.delete, entity: 'alert', entityId: alertId, before });
    await acting.touch(trx);
  });
}

async function editableAlert(trx: Trx, { scope }: ActingPersonally, alertId: number): Promise<StoredAlert> {
  const alert = await lockAlert(trx, scope, alertId);
  if (!alert?.editable) throw fail.notFound('alertErrors.unknownAlert');
  return alert;
}

/** What was chosen before stays allowed, also where the device has been moved since. */
async function checkedFields(
  trx: Trx,
  { scope }: ActingPersonally,
  { body, before }: { body: AlertBody; before?: StoredAlert },
): Promise<AlertFields> {
  const { siteId, locationId, deviceId } = body;
  const moved = before?.siteId !== siteId || before.locationId !== locationId || before.deviceId !== deviceId;
  if (moved && siteId === 0 && !seesAll(scope)) throw refuse('alertErrors.wholeOrganisation', 'siteId');
  if (moved && !(await placeIsKnown(trx, scope, body)))
    throw refuse('alertErrors.unknownPlace', deviceId ? 'deviceId' : locationId ? 'locationId' : 'siteId');
  return {
    name: body.alertName,
    description: body.alertDesc,
    siteId,
    locationId,
    deviceId,
    compType: body.alertCompType,
    operator: body.alertOperator,
    value: body.alertCompValue,
    ...(await checkedMeasure(trx, body)),
    refs: await checkedRefs(trx, scope.organisationId, body),
  };
}

/** What is compared: the currency or the unit. @throws 422 with the field */
export async function checkedMeasure(
  trx: Trx,
  { alertCompType, currencyCode, alertUnitId }: Pick<AlertBody, 'alertCompType' | 'currencyCode' | 'alertUnitId'>,
): Promise<Pick<AlertFields, 'currencyCode' | 'unitId'>> {
  if (alertCompType === 'netWeightAmount') {
    if (!alertUnitId) throw refuse('alertErrors.unitMissing', 'alertUnitId');
    return { currencyCode: null, unitId: alertUnitId };
  }
  const known = currencyCode
    ? await trx.selectFrom('currency').select('code').where('code', '=', currencyCode).executeTakeFirst()
    : undefined;
  if (!known) throw refuse(currencyCode ? 'sites.unknownCurrency' : 'alertErrors.currencyMissing', 'currencyCode');
  return { currencyCode: known.code, unitId: null };
}

/** @throws 422 for a value that is there twice, or that the organisation does not have */
export async function checkedRefs(
  trx: Trx,
  organisationId: number,
  { refAttribs }: Pick<AlertBody, 'refAttribs'>,
): Promise<AlertFields['refs']> {
  const refs = refAttribs.flatMap(({ elementCode, values }) => values.map(({ refId }) => ({ elementCode, refId })));
  if (new Set(refs.map(({ elementCode, refId }) => `${elementCode} ${refId}`)).size < refs.length)
    throw refuse('editAlertsModal.paramAlreadyExists', 'refAttribs');
  if ((await listUnknownRefs(trx, organisationId, refs)).length > 0)
    throw refuse('alertErrors.unknownValue', 'refAttribs');
  return refs;
}

/** What the person wants to be notified of themselves. @throws 404 unknownAlert, 422 otherPerson */
export async function changeOwnNotifications(
  acting: ActingPersonally,
  changes: readonly NotificationChange[],
): Promise<void> {
  const { scope, actor, now } = acting;
  if (changes.some(({ notifyUserId }) => notifyUserId && notifyUserId !== actor.userId))
    throw refuse('alertErrors.otherPerson', 'notifyUserId');
  await acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, scope.organisationId);
    const seen = await listSeenAlerts(
      trx,
      scope,
      changes.map(({ alertId }) => alertId),
    );
    if (changes.some(({ alertId }) => !seen.has(alertId))) throw fail.notFound('alertErrors.unknownAlert');
    const wanted = lastOfEach(changes.map((one) => ({ ...chosen(one), userId: actor.userId })));
    await putNotifications(trx, scope.organisationId, { choices: wanted, now });
    await acting.audit(trx, { action: alertActions.subscribe, entity: 'alert', after: wanted.map(noted) });
    await acting.touch(trx);
  });
}

/** Who is notified of an alert; people who are not named stay as they are. @throws 404 unknownAlert, 422 unknownUser or otherAlert */
export async function changeNotifications(
  acting: ActingPersonally,
  { alertId, changes }: { alertId: number; changes: readonly (NotificationChange & { notifyUserId: number })[] },
): Promise<void> {
  const {
    scope: { organisationId },
    now,
  } = acting;
  if (changes.some((one) => one.alertId !== alertId)) throw refuse('alertErrors.otherAlert', 'alertId');
  await acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    await editableAlert(trx, acting, alertId);
    const allowed = new Set([
      ...(await listOrganisationUsers(trx, acting.scope)).map(({ userId }) => userId),
      ...(await subscribersOf(trx, organisationId, alertId)),
    ]);
    if (changes.some(({ notifyUserId }) => !allowed.has(notifyUserId)))
      throw refuse('alertErrors.unknownUser', 'notifyUserId');
    const wanted = lastOfEach(changes.map((one) => ({ ...chosen(one), userId: one.notifyUserId })));
    await putNotifications(trx, organisationId, { choices: wanted, now });
    await acting.audit(trx, {
      action: alertActions.notify,
      entity: 'alert',
      entityId: alertId,
      after: wanted.map(noted),
    });
    await acting.touch(trx);
  });
}

/**
 * Of which alerts one person is told by email; alerts that are not named stay as they are.
 * @throws 404 unknownAlert for one that whoever acts may not change, 422 unknownUser
 */
export async function changeNotificationsOf(
  acting: ActingPersonally,
  { userId, changes }: { userId: number; changes: readonly NotificationChange[] },
): Promise<void> {
  const { scope, now } = acting;
  await acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, scope.organisationId);
    const editable = await listEditableAlerts(
      trx,
      scope,
      changes.map(({ alertId }) => alertId),
    );
    if (changes.some(({ alertId }) => !editable.has(alertId))) throw fail.notFound('alertErrors.unknownAlert');
    if (!(await listOrganisationUsers(trx, scope)).some((one) => one.userId === userId))
      throw refuse('alertErrors.unknownUser', 'notifyUserId');
    const wanted = lastOfEach(changes.map((one) => ({ ...chosen(one), userId })));
    await putNotifications(trx, scope.organisationId, { choices: wanted, now });
    await acting.audit(trx, {
      action: alertActions.notify,
      entity: 'user',
      entityId: userId,
      after: wanted.map(noted),
    });
    await acting.touch(trx);
  });
}

const chosen = ({ alertId, notifyFreqCode, ...change }: NotificationChange) => ({
  alertId,
  frequency: notifyFreqCode,
  channels: offeredChannels.flatMap(({ name, field, frequencies }) => {
    const wanted = change[field];
    const frequency = frequencies.includes(notifyFreqCode) ? notifyFreqCode : frequencies[0];
    return wanted === undefined ? [] : [{ channel: name, wanted, frequency }];
  }),
});

/** As the audit row tells it. */
const noted = ({ channels, ...choice }: Choice) => ({
  ...choice,
  ...Object.fromEntries(channels.map(({ channel, wanted }) => [channel.toLowerCase(), wanted])),
});

const lastOfEach = <One extends { alertId: number; userId: number }>(changes: readonly One[]): One[] => [
  ...new Map(changes.map((one) => [`${one.alertId} ${one.userId}`, one])).values(),
];

async function subscribersOf(trx: Trx, organisationId: number, alertId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('alert_notification')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where('alert_id', '=', alertId)
    .execute();
  return rows.map((row) => row.user_id);
}
