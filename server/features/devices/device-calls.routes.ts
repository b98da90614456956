import { listPlaces } from '../../domain/places';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { answerCommand, enrol } from './fleet-changes.service';
import {
  commandParams,
  commandResult,
  enrolBody,
  enrolled,
  heartbeat,
  heartbeatAnswer,
  usualSettings,
} from './fleet.contract';
import { fleetFileQuery, narrowed } from './fleet.filters';
import { listFleet } from './fleet.service';
import { findDue, takeCommands } from './fleet.store';
import { fleetFile, fleetTable } from './fleet.table';
import { noteHeartbeat } from './heartbeats';

/** A device that missed some is told the rest with its next heartbeat. */
const mostCommands = 10;

export const deviceCallRoutes: Route[] = [
  defineCall({
    method: 'post',
    path: '/devices/enrol',
    access: 'public',
    perAddress: { name: 'enrol', points: 20, seconds: 600 },
    body: enrolBody,
    answer: enrolled,
    summary: 'Exchange an enrolment code for a device’s key. The code is used up, and the old key stops working.',
    handle: async ({ body: { code } }, { visitor }) => reply.json(await enrol(visitor, code)),
  }),

  defineCall({
    method: 'post',
    path: '/devices/heartbeat',
    access: 'device',
    body: heartbeat,
    answer: heartbeatAnswer,
    summary:
      'Report the state of a device, once a minute. The answer has its settings and the commands that wait for it.',
    async handle({ body }, { db, log, now, device }) {
      const clockOffsetMs = Date.parse(body.clock) - now.getTime();
      noteHeartbeat(db, log, { ...device, at: now, clockOffsetMs, said: body });
      const { setting, waits } = await findDue(db, device);
      const commands = waits ? await takeCommands(db, device, { limit: mostCommands, now }) : [];
      return reply.json({
        serverTime: now.toISOString(),
        channel: setting?.channel ?? 'stable',
        settingsVersion: setting?.version ?? 0,
        settings: setting?.settings ?? usualSettings,
        commands: commands.map(({ askedAt, ...command }) => ({ ...command, askedAt: askedAt.toISOString() })),
      });
    },
  }),

  defineCall({
    method: 'post',
    path: '/devices/commands/:commandId/result',
    access: 'device',
    params: commandParams,
    body: commandResult,
    answerType: 'none',
    summary: 'Say what has become of a command.',
    handle: ({ params, body }, { acting, device: { deviceId } }) =>
      reply.empty(answerCommand(acting, { deviceId, ...params, ...body })),
  }),

  defineCall({
    method: 'get',
    path: '/devices/export',
    access: 'VIEW_DEVICE_MANAGER',
    query: fleetFileQuery,
    answerType: 'text/csv',
    summary: 'Export the organization’s devices and what each last reported as CSV.',
    async handle({ query }, { t, db, acting, actor, now }) {
      const sites = await listPlaces(db, acting.scope);
      const names = new Map(sites.map(({ siteId, siteName }) => [siteId, siteName]));
      const rows = narrowed(await listFleet(db, acting.scope, now), query, names);
      return reply.csv(fleetTable.file(fleetFile, fleetTable.sorted(rows), { t, permissions: actor.permissions }));
    },
  }),
];
