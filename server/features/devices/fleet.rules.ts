import { differenceInMinutes } from 'date-fns';

/** By how many minutes of silence a device is taken for offline: it says something each minute, and a router may restart. */
const offlineMinutes = 10;
/** A clock that is further off than this puts events on the wrong side of a daypart. */
const clockToleranceMs = 120_000;
const lowBatteryPercent = 20;
/** So many open days without an event are more than a slow day. */
const quietOpenDays = 1;

export const deviceStates = ['online', 'quiet', 'offline', 'notEnrolled', 'retired'] as const;
export type DeviceState = (typeof deviceStates)[number];

export interface DeviceFacts {
  status: 'A' | 'I';
  hasKey: boolean;
  /** It sends heartbeats: of one that never has, its silence says nothing. */
  reports: boolean;
  lastSeenAt: Date | null;
  /** Full open days of its location since its last event, today left out; null where it stands nowhere. */
  openDaysWithoutEvent: number | null;
}

/** Whether a device that is to report each minute has not for too long. */
export const isSilent = ({ lastSeenAt }: Pick<DeviceFacts, 'lastSeenAt'>, now: Date): boolean =>
  lastSeenAt === null || differenceInMinutes(now, lastSeenAt) >= offlineMinutes;

/** Silence counts first: of a device that says nothing, nobody knows whether it would weigh. */
export function stateOf(facts: DeviceFacts, now: Date): DeviceState {
  const { status, hasKey, reports, openDaysWithoutEvent } = facts;
  if (status === 'I') return 'retired';
  if (!hasKey) return 'notEnrolled';
  if (reports && isSilent(facts, now)) return 'offline';
  return (openDaysWithoutEvent ?? 0) >= quietOpenDays ? 'quiet' : 'online';
}

const deviceConcerns = ['clock', 'battery', 'queue', 'scaleOff', 'scaleDue'] as const;
export type DeviceConcern = (typeof deviceConcerns)[number];

export interface ReportedState {
  batteryPercent: number | null;
  charging: boolean | null;
  queueDepth: number | null;
  clockOffsetMs: number;
  scaleConnected: boolean | null;
  scaleDueOn: string | null;
}

/** Events that wait longer than a bad minute. */
const deepQueue = 50;

/** What somebody should look after, by what a device last said. @param today local date */
export function concernsOf(reported: ReportedState, today: string): DeviceConcern[] {
  const { batteryPercent, charging, queueDepth, clockOffsetMs, scaleConnected, scaleDueOn } = reported;
  const held: Record<DeviceConcern, boolean> = {
    clock: Math.abs(clockOffsetMs) > clockToleranceMs,
    battery: batteryPercent !== null && batteryPercent < lowBatteryPercent && charging !== true,
    queue: (queueDepth ?? 0) >= deepQueue,
    scaleOff: scaleConnected === false,
    scaleDue: scaleDueOn !== null && scaleDueOn <= today,
  };
  return deviceConcerns.filter((concern) => held[concern]);
}

export const commandKinds = ['ping', 'restart', 'sendLog'] as const;
export type CommandKind = (typeof commandKinds)[number];
export type CommandState = 'asked' | 'sent' | 'done' | 'failed' | 'withdrawn';

export const channels = ['stable', 'beta'] as const;
export const scaleModes = ['none', 'continuous', 'request'] as const;

/** Letters and digits that nobody mistakes for one another. */
const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const codeLength = 8;
export const codeMinutes = 60;
/** A device that is given away is on its way for some days. */
export const releaseDays = 30;

/** @param bytes one for each letter; those past the last full run of letters are drawn again by whoever calls */
export const codeOf = (bytes: readonly number[]): string =>
  bytes.map((byte) => codeLetters[byte % codeLetters.length]).join('');

/** Below this a byte stands for each letter equally often. */
export const codeByteLimit = 256 - (256 % codeLetters.length);

/** As people read it aloud. */
export const codeShown = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** What somebody typed, whatever its case and dashes; null where it cannot be a code. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  return code.length === codeLength && [...code].every((letter) => codeLetters.includes(letter)) ? code : null;
}
