import { byField, offeredChannels, type ChannelField } from './alert-channels.rules';
import type { AlertNotification, OrganisationUser } from './alerts.contract';

/** What somebody may choose for themselves. */
export type OwnChoice = Pick<AlertNotification, ChannelField | 'notifyFreqCode'>;

export const ownChoice = (record: OwnChoice): OwnChoice => ({
  ...byField(({ field }) => record[field]),
  notifyFreqCode: record.notifyFreqCode,
});

const same = (one: OwnChoice, other: OwnChoice) =>
  offeredChannels.every(({ field }) => one[field] === other[field]) && one.notifyFreqCode === other.notifyFreqCode;

/** The records to be sent: those whose choice differs from what is kept. A choice that was taken back is no change. */
export function changedRecords(
  kept: readonly AlertNotification[],
  chosen: Readonly<Record<number, OwnChoice>>,
): AlertNotification[] {
  return kept.flatMap((record) => {
    const choice = chosen[record.alertId];
    return choice && !same(record, choice) ? [{ ...record, ...choice }] : [];
  });
}

/** Of an alert's people, those who were added or whose choice differs from what is kept. */
export function changedUsers(
  kept: readonly AlertNotification[],
  records: readonly AlertNotification[],
): AlertNotification[] {
  const before = new Map(kept.map((record) => [record.notifyUserId, record]));
  return records.filter((record) => {
    const known = before.get(record.notifyUserId);
    return !known || !same(known, record);
  });
}

/** Only those with e-mail are shown. */
export const notifiedOf = (records: readonly AlertNotification[]): AlertNotification[] =>
  records.filter(({ notifyEmail }) => notifyEmail);

/** Who can still be added. */
export function availableUsers(
  users: readonly OrganisationUser[],
  records: readonly AlertNotification[],
): OrganisationUser[] {
  const notified = new Set(notifiedOf(records).map(({ notifyUserId }) => notifyUserId));
  return users.filter(({ userId }) => !notified.has(userId));
}

/** By e-mail and at once, without push; whoever was there before keeps the record. */
export function addUser(
  records: readonly AlertNotification[],
  { alertId, user }: { alertId: number; user: OrganisationUser },
): AlertNotification[] {
  const added = {
    alertId,
    notifyUserId: user.userId,
    notifyUserName: user.fullName,
    notifyEmailAddress: user.emailAddress,
    notifyEmail: true,
    notifyFreqCode: 'IMMEDIATE' as const,
    notifyPush: false,
  };
  const before = records.find(({ notifyUserId }) => notifyUserId === user.userId);
  if (before) return records.map((one) => (one === before ? { ...before, ...added } : one));
  return [...records, { ...byField(() => false), ...added, alertNotificationId: 0 }];
}

export const removeUser = (records: readonly AlertNotification[], userId: number): AlertNotification[] =>
  records.map((one) => (one.notifyUserId === userId ? { ...one, notifyEmail: false } : one));
