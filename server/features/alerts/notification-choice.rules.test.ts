import { describe, expect, it } from 'vitest';
import { byField } from './alert-channels.rules';
import type { AlertNotification } from './alerts.contract';
import {
  addUser,
  availableUsers,
  changedRecords,
  changedUsers,
  notifiedOf,
  removeUser,
  type OwnChoice,
} from './notification-choice.rules';

const record = (of: Partial<AlertNotification> = {}): AlertNotification => ({
  alertId: 1,
  alertNotificationId: 10,
  ...byField(() => false),
  notifyEmailAddress: 'kim@tare.test',
  notifyFreqCode: 'IMMEDIATE',
  notifyUserId: 5,
  notifyUserName: 'Kim',
  ...of,
});
const choice = (of: Partial<OwnChoice> = {}): OwnChoice => ({
  ...byField(() => false),
  notifyFreqCode: 'IMMEDIATE',
  ...of,
});
const lee = { userId: 6, fullName: 'Lee', emailAddress: 'lee@tare.test' };

describe('the page is dirty with', () => {
  const kept = [record(), record({ alertId: 2, notifyEmail: true })];
  // Spec 4: Notification checkboxes mark the page dirty; Update sends the changed records
  it.each<[string, Record<number, OwnChoice>, Partial<AlertNotification>[]]>([
    ['nothing chosen', {}, []],
    ['e-mail ticked', { 1: choice({ notifyEmail: true }) }, [{ alertId: 1, notifyEmail: true }]],
    ['e-mail ticked and unticked again', { 1: choice() }, []],
    ['push ticked', { 1: choice({ notifyPush: true }) }, [{ alertId: 1, notifyPush: true }]],
    [
      'another frequency',
      { 2: choice({ notifyEmail: true, notifyFreqCode: 'DAILY' }) },
      [{ alertId: 2, notifyFreqCode: 'DAILY' }],
    ],
    [
      'two',
      { 1: choice({ notifyEmail: true }), 2: choice() },
      [
        { alertId: 1, notifyEmail: true },
        { alertId: 2, notifyEmail: false },
      ],
    ],
    ['an alert that is gone', { 9: choice({ notifyEmail: true }) }, []],
  ])('%s', (_what, chosen, changed) => {
    expect(changedRecords(kept, chosen)).toMatchObject(changed);
    expect(changedRecords(kept, chosen)).toHaveLength(changed.length);
  });
});

it('of an alert’s people those are sent who were added, or whose choice was touched', () => {
  const kept = [record({ notifyEmail: true }), record({ notifyUserId: 7, notifyEmail: true })];
  const added = addUser(removeUser(kept, 7), { alertId: 1, user: lee });
  expect(changedUsers(kept, added)).toMatchObject([
    { notifyUserId: 7, notifyEmail: false },
    { notifyUserId: 6, notifyEmail: true },
  ]);
  expect(
    changedUsers(
      kept,
      addUser(removeUser(kept, 7), { alertId: 1, user: { userId: 7, fullName: 'Kim', emailAddress: 'kim@tare.test' } }),
    ),
  ).toEqual([]);
});

describe('somebody who is notified', () => {
  // Spec 4: User-notify: adding sets e-mail, IMMEDIATE, no push, and takes the user off the available list
  // Spec 9: Frequency IMMEDIATE
  it('is added by e-mail, at once and without push, and cannot be added again', () => {
    const records = addUser([], { alertId: 1, user: lee });
    expect(records).toEqual([
      record({
        alertNotificationId: 0,
        notifyEmail: true,
        notifyUserId: 6,
        notifyUserName: 'Lee',
        notifyEmailAddress: 'lee@tare.test',
      }),
    ]);
    expect(availableUsers([lee], records)).toEqual([]);
  });

  // Spec 4: User-notify: removing sets notifyEmail false and makes the user available again
  it('is removed without e-mail, is not shown, and can be added again under the same record', () => {
    const removed = removeUser([record({ notifyEmail: true, notifyUserId: 6 })], 6);
    expect([removed[0]?.notifyEmail, notifiedOf(removed), availableUsers([lee], removed)]).toEqual([false, [], [lee]]);
    expect(addUser(removed, { alertId: 1, user: lee })).toMatchObject([{ alertNotificationId: 10, notifyEmail: true }]);
  });

  // Spec 4: User-notify: only users with e-mail enabled are displayed
  it('is shown only with e-mail', () => {
    expect(
      notifiedOf([record(), record({ notifyUserId: 6, notifyEmail: true })]).map(({ notifyUserId }) => notifyUserId),
    ).toEqual([6]);
  });
});
