import { randomBytes, randomUUID } from 'node:crypto';
import { defineExample } from '../../../tests/support/example';
import { deviceForms } from './fleet.contract';
import { keepHeartbeats } from './heartbeats.store';

const ownRow = 'what a device says of itself';

export const example = defineExample({
  async records({ db, clock }, { organisationId, deviceId, mark }) {
    const now = clock.now();
    const of = { organisation_id: organisationId, device_id: deviceId };
    await keepHeartbeats(db, [
      {
        organisationId,
        deviceId,
        at: now,
        clockOffsetMs: 200_000,
        said: {
          appVersion: `${mark} app`.slice(0, 40),
          clock: now.toISOString(),
          batteryPercent: 12,
          queueDepth: 3,
          network: 'wifi',
          scale: { connected: true, calibrationDueOn: '2026-03-01' },
        },
      },
    ]);
    const command = await db
      .insertInto('device_command')
      .values({ ...of, kind: 'sendLog', state: 'asked', asked_by: 1, asked_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const fault = await db
      .insertInto('device_case')
      .values({ ...of, note: `${mark} case`, opened_by: 1, opened_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('device_setting')
      .values({
        ...of,
        version: 1,
        channel: 'stable',
        settings: JSON.stringify({ locale: 'en_US', asksPin: false, scale: 'none' }),
        changed_at: now,
      })
      .execute();
    await db
      .insertInto('device_enrolment')
      .values({
        ...of,
        code_hash: randomBytes(32),
        made_by: 1,
        created_at: now,
        expires_at: new Date(now.getTime() + 3_600_000),
      })
      .execute();
    return { 'devices/:id': deviceId, commandId: command.id, caseId: fault.id };
  },

  async *changes({ locationId }) {
    yield { route: 'post /rest/v1/devices', body: { serial: randomUUID(), deviceName: 'Second scale', locationId } };
    yield { route: 'put /rest/v1/devices/:id', body: { deviceName: 'Renamed scale', locationId, deviceStatus: 'A' } };
    yield { route: 'post /rest/v1/devices/:id/key', body: {} };
  },

  silent: {
    'post /rest/v1/devices/heartbeat': ownRow,
    'post /rest/v1/devices/commands/:commandId/result': ownRow,
    ...Object.fromEntries(
      ['/device-monitor/devices/:id', '/device-hub/:organisationId/devices/:id'].flatMap((page) =>
        Object.keys(deviceForms).map((form) => [`post ${page}/${form}`, 'a device, which is read anew for its page']),
      ),
    ),
    'post /device-monitor/new': 'a device, which is read anew for its page',
    'post /device-hub/new': 'a device, which is read anew for its page',
    'post /device-monitor/claim': 'a device, which is read anew for its page',
    'post /device-hub/claim': 'a device, which is read anew for its page',
  },

  unshown: {
    device_day: 'shown once there are two days',
    device_replacement: 'the other device has a page of its own',
  },
});
