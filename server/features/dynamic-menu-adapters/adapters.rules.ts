import { weekdayOf, type LocalDate } from '../../platform/time';
import type { AuthKind } from './adapters.contract';

/** Headers that belong to the exchange itself, or let a source pass for another. */
const reserved = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'origin',
  'proxy-authorization',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
]);

export const isHeaderName = (name: string) => /^[A-Za-z0-9-]{1,64}$/.test(name) && !reserved.has(name.toLowerCase());
/** Beside `basic`, a secret stands in a header as it is. */
export const fitsHeader = (secret: string) => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(secret);

/** The headers by which a source knows us. */
export function credentialHeaders(
  auth: AuthKind,
  { name, secret }: { name: string; secret: string },
): Record<string, string> {
  switch (auth) {
    case 'none':
      return {};
    case 'basic':
      return { authorization: `Basic ${Buffer.from(`${name}:${secret}`, 'utf8').toString('base64')}` };
    case 'bearer':
      return { authorization: `Bearer ${secret}` };
    case 'header':
      return { [name]: secret };
  }
}

/** Whether a secret may stay with a changed address: it was given for that server alone. */
export function isSameServer(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
}

/** An address as it may stand in a log: what follows the path may be a key. */
export const addressWithoutQuery = (address: string) => {
  if (!URL.canParse(address)) return '';
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
};

interface Schedule {
  hour: number;
  weekdays: readonly number[];
  /** The day on which it ran last. */
  scheduledOn: LocalDate | null;
}

/** Whether a schedule has a run to do: on its days once, from its hour on, also where the clock jumped over that. */
export function isDue({ hour, weekdays, scheduledOn }: Schedule, clock: { today: LocalDate; hour: number }): boolean {
  return (
    clock.hour >= hour &&
    weekdays.includes(weekdayOf(clock.today)) &&
    (scheduledOn === null || scheduledOn < clock.today)
  );
}
