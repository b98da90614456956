import { z } from 'zod';
import { localeCodes } from '../../platform/i18n/messages';
import { lineOfText, linesOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';
import {
  channels,
  commandKinds,
  scaleModes,
  type CommandKind,
  type CommandState,
  type DeviceConcern,
  type DeviceState,
} from './fleet.rules';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const count = z.int().min(0).max(1_000_000);
const localDate = z.string().refine(isLocalDate);

/** What a device says of itself, each minute. */
export const heartbeat = z.strictObject({
  appVersion: lineOfText(40).min(1),
  /** Of the buttons that it shows. */
  profileVersion: z.int().positive().nullable().optional(),
  batteryPercent: z.int().min(0).max(100).nullable().optional(),
  charging: z.boolean().nullable().optional(),
  network: lineOfText(40).nullable().optional(),
  /** Events that it has not sent yet. */
  queueDepth: count.nullable().optional(),
  photoBacklog: count.nullable().optional(),
  /** What its clock says. */
  clock: z.iso.datetime(),
  scale: z
    .strictObject({
      connected: z.boolean(),
      calibratedOn: localDate.nullable().optional(),
      calibrationDueOn: localDate.nullable().optional(),
    })
    .nullable()
    .optional(),
});
export type Heartbeat = z.infer<typeof heartbeat>;

const deviceSettings = z.strictObject({
  locale: z.enum(localeCodes),
  /** Whoever weighs says who they are by a PIN. */
  asksPin: z.boolean(),
  scale: z.enum(scaleModes),
});
export type DeviceSettings = z.infer<typeof deviceSettings>;
export const usualSettings: DeviceSettings = { locale: 'en_US', asksPin: false, scale: 'none' };

const pendingCommand = z.strictObject({ commandId: z.number(), kind: z.enum(commandKinds), askedAt: z.iso.datetime() });

export const heartbeatAnswer = z.strictObject({
  /** Against which a device measures its clock. */
  serverTime: z.iso.datetime(),
  channel: z.enum(channels),
  settingsVersion: z.number(),
  settings: deviceSettings,
  commands: z.array(pendingCommand),
});

export const commandParams = z.strictObject({ commandId: id });
export const commandResult = z.strictObject({
  done: z.boolean(),
  /** Of a log, its last lines. */
  answer: z.string().max(20_000).optional(),
});

export const enrolBody = z.strictObject({ code: z.string().max(40), appVersion: lineOfText(40).min(1).optional() });
export const enrolled = z.strictObject({
  key: z.string().describe('Shown once. Only its hash is stored.'),
  organisationId: z.number(),
  deviceId: z.number(),
  deviceName: z.string(),
  organizationName: z.string(),
  locationName: z.string().nullable(),
});

/** A device in the list of a fleet. */
export interface FleetRow {
  deviceId: number;
  name: string;
  serial: string;
  siteName: string | null;
  locationId: number | null;
  locationName: string | null;
  state: DeviceState;
  lastSeenAt: string | null;
  lastEventAt: string | null;
  appVersion: string | null;
  profileVersion: number | null;
  batteryPercent: number | null;
  charging: boolean | null;
  network: string | null;
  queueDepth: number | null;
  photoBacklog: number | null;
  clockOffsetMs: number | null;
  scaleConnected: boolean | null;
  scaleCalibratedOn: string | null;
  scaleDueOn: string | null;
  openCases: number;
}

export interface DeviceCommand {
  commandId: number;
  kind: CommandKind;
  state: CommandState;
  askedBy: string;
  askedAt: string;
  endedAt: string | null;
  answer: string | null;
}

export interface DeviceCase {
  caseId: number;
  note: string;
  openedBy: string;
  openedAt: string;
  closedBy: string | null;
  closedAt: string | null;
  resolution: string | null;
}

export interface DeviceDay {
  day: string;
  heartbeats: number;
  lowestBattery: number | null;
  deepestQueue: number | null;
  largestClockOffsetMs: number;
}

export const deviceParams = z.object({ id });
export const placedDeviceParams = z.object({ organisationId: id, id });

const box = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');

const noneOrId = z.preprocess((value) => (value === '' ? null : value), id.nullable());

/** The forms of a device's page. */
export const deviceForms = {
  rename: z.strictObject({ deviceName: lineOfText(200).min(1, 'errors.required'), locationId: noneOrId }),
  command: z.strictObject({ kind: z.enum(commandKinds) }),
  withdraw: z.strictObject({ commandId: id }),
  case: z.strictObject({ note: linesOfText(1000).min(1, 'errors.required') }),
  close: z.strictObject({ caseId: id, resolution: linesOfText(1000).min(1, 'errors.required') }),
  settings: z.strictObject({
    channel: z.enum(channels),
    locale: deviceSettings.shape.locale,
    asksPin: box,
    scale: deviceSettings.shape.scale,
  }),
  code: z.strictObject({}),
  revoke: z.strictObject({}),
  retire: z.strictObject({}),
  reactivate: z.strictObject({}),
  release: z.strictObject({}),
  swap: z.strictObject({ serial: lineOfText(100).min(1, 'errors.required') }),
} as const;
export type DeviceForm = keyof typeof deviceForms;

export const ownDeviceForm = z.strictObject({
  serial: lineOfText(100).min(1, 'errors.required'),
  deviceName: lineOfText(200).min(1, 'errors.required'),
  locationId: noneOrId,
});
export const ownClaimForm = ownDeviceForm
  .omit({ serial: true })
  .extend({ code: lineOfText(40).min(1, 'errors.required') });
export const claimForm = ownClaimForm.extend({ organisationId: id });

/** Where one organization of several is meant. */
export const newDeviceForm = ownDeviceForm.extend({ organisationId: id });

export interface StoredSetting {
  version: number;
  channel: 'stable' | 'beta';
  settings: DeviceSettings;
}

/** A device with all that its page shows. */
export interface DeviceDetail {
  device: FleetRow;
  concerns: DeviceConcern[];
  openDaysWithoutEvent: number | null;
  days: DeviceDay[];
  commands: DeviceCommand[];
  cases: DeviceCase[];
  setting: StoredSetting;
  codeExpiresAt: string | null;
  /** Since when it is given away, and whether somebody has it by now. */
  release: { releasedAt: string; expiresAt: string; claimedAt: string | null } | null;
  /** The device that stood there before, and the one that stands there since. */
  replaced: { deviceId: number; name: string; at: string } | null;
  replacedBy: { deviceId: number; name: string; at: string } | null;
}

/** What the page says that was just done. */
export const fleetDone = z
  .enum([
    'saved',
    'asked',
    'withdrawn',
    'noted',
    'closed',
    'settings',
    'revoked',
    'retired',
    'reactivated',
    'added',
    'swapped',
    'claimed',
  ])
  .optional()
  .catch(undefined);
export type FleetDone = z.infer<typeof fleetDone>;
