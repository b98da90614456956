import type { LocalDate } from '../../platform/time';

export const volumeKinds = ['COVERS', 'TRANSACTIONS', 'REVENUE', 'PURCHASES'] as const;
export type VolumeKind = (typeof volumeKinds)[number];

/** A whole month stands for its days where nobody knows them singly. */
export const volumePeriods = ['DAY', 'MONTH'] as const;
type VolumePeriod = (typeof volumePeriods)[number];

/** What was entered for a location on a day, or for a whole month. */
export interface Volume {
  locationId: number;
  kind: VolumeKind;
  period: VolumePeriod;
  /** Local to the location; of a month its first day. */
  date: LocalDate;
  /** ISO 4217; null for what is counted. */
  currency: string | null;
  /** An exact decimal, without zeros behind it. */
  value: string;
  estimated: boolean;
}

/** One to be written, or with null to be deleted. */
export interface VolumeInput extends Omit<Volume, 'value' | 'currency'> {
  /** null: that of the site, where it is money. */
  currency: string | null;
  value: string | null;
}

export const isMoney = (kind: VolumeKind) => kind === 'REVENUE' || kind === 'PURCHASES';

export const volumeLimits = {
  /** In one input. */
  rows: 2_000,
  firstDay: '2013-01-01',
  reason: 300,
  /** Of a sheet. */
  bytes: 1_048_576,
} as const;

const mostCounted = 1_000_000;
const mostMoney = 10_000_000_000;
const daysOfMonth = 31;

/** The largest that is believed of a day or a month. */
const mostOf = ({ kind, period }: Pick<Volume, 'kind' | 'period'>): number =>
  (isMoney(kind) ? mostMoney : mostCounted) * (period === 'MONTH' ? daysOfMonth : 1);

/** Behind the point. */
const decimalsOf = (kind: VolumeKind) => (isMoney(kind) ? 4 : 2);

export const monthOf = (day: LocalDate): string => day.slice(0, 7);
export const firstOf = (month: string): LocalDate => `${month}-01`;

/** The month so many months later. */
export function nextMonth(month: string, by = 1): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** The last day of a month. */
export const lastOf = (month: string): LocalDate =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

/** The same number without zeros before and behind it; null where it is no decimal. */
export function plainDecimal(text: string): string | null {
  const [, minus, whole, fraction = ''] = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const unsigned = fraction === '' ? whole : `${whole}.${fraction}`;
  return minus === '-' && unsigned !== '0' ? `-${unsigned}` : unsigned;
}

/** What one volume is told from another by. */
export const volumeKey = (one: Pick<Volume, 'locationId' | 'kind' | 'period' | 'date' | 'currency'>): string =>
  [one.locationId, one.kind, one.period, one.date, one.currency ?? ''].join(' ');

/** What the days and the total of a month have in common. */
const monthKey = (one: Pick<Volume, 'locationId' | 'kind' | 'date' | 'currency'>): string =>
  [one.locationId, one.kind, monthOf(one.date), one.currency ?? ''].join(' ');

export interface VolumePlace {
  siteId: number;
  /** ISO 4217. */
  currency: string;
  today: LocalDate;
}

/** What has to be known of the places and of what is stored. */
export interface VolumeFacts {
  /** Those that are seen. */
  places: ReadonlyMap<number, VolumePlace>;
  currencies: ReadonlySet<string>;
  isLocked: (siteId: number, month: string) => boolean;
  /** All volumes of the months that the input names. */
  stored: readonly Volume[];
}

export type VolumeProblemCode =
  | 'unknownLocation'
  | 'notANumber'
  | 'negative'
  | 'tooLarge'
  | 'tooFine'
  | 'tooEarly'
  | 'inFuture'
  | 'monthNotOver'
  | 'notFirstOfMonth'
  | 'unknownCurrency'
  | 'needlessCurrency'
  | 'twice'
  | 'hasDays'
  | 'hasTotal'
  | 'locked';

export interface VolumeProblem {
  /** Place in the input, from 0. */
  at: number;
  field: keyof VolumeInput;
  code: VolumeProblemCode;
  params?: Record<string, string | number>;
}

/** The sum of decimals, exact. */
export function sumDecimals(texts: readonly string[]): string {
  const scale = 4;
  const total = texts.reduce((sum, text) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return sum + BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  }, 0n);
  const digits = String(total).padStart(scale + 1, '0');
  return plainDecimal(`${digits.slice(0, -scale)}.${digits.slice(-scale)}`) ?? '0';
}

/** What is stored is `before`; what is deleted has no `after`. */
export interface VolumeChange {
  at: number;
  before: Volume | null;
  after: Volume | null;
}

export interface VolumePlan {
  problems: VolumeProblem[];
  changes: VolumeChange[];
  unchanged: number;
}

/** What an input would change, and what is wrong with its rows; nothing of it may be written while anything is. */
export function planVolumes(input: readonly VolumeInput[], facts: VolumeFacts): VolumePlan {
  const stored = new Map(facts.stored.map((one) => [volumeKey(one), one]));
  const plan: VolumePlan = { problems: [], changes: [], unchanged: 0 };
  const seen = new Set<string>();
  const after = new Map(stored);
  const written: { at: number; row: Volume }[] = [];
  input.forEach((row, at) => {
    const judged = judgeRow(row, facts);
    if ('code' in judged) return void plan.problems.push({ at, ...judged });
    const key = volumeKey(judged);
    if (seen.has(key)) return void plan.problems.push({ at, field: 'date', code: 'twice' });
    seen.add(key);
    const before = stored.get(key) ?? null;
    const volume = judged.value === null ? null : { ...judged, value: judged.value };
    if (volume) {
      after.set(key, volume);
      written.push({ at, row: volume });
    } else after.delete(key);
    if (isSame(before, volume)) plan.unchanged += 1;
    else if (facts.isLocked(facts.places.get(row.locationId)?.siteId ?? 0, monthOf(row.date)))
      plan.problems.push({ at, field: 'date', code: 'locked', params: { month: monthOf(row.date) } });
    else plan.changes.push({ at, before, after: volume });
  });
  const periods = new Map<string, Set<VolumePeriod>>();
  for (const one of after.values())
    periods.set(monthKey(one), (periods.get(monthKey(one)) ?? new Set()).add(one.period));
  for (const { at, row } of written)
    if ((periods.get(monthKey(row))?.size ?? 0) > 1)
      plan.problems.push({ at, field: 'date', code: row.period === 'MONTH' ? 'hasDays' : 'hasTotal' });
  plan.problems.sort((a, b) => a.at - b.at);
  return plan;
}

/** What was sent before may be sent again, in a month that is locked, too. */
const isSame = (before: Volume | null, after: Volume | null): boolean =>
  before === null || after === null
    ? before === after
    : before.value === after.value && before.estimated === after.estimated;

type Fault = Omit<VolumeProblem, 'at'>;

/** The row as it would be stored, or what is wrong with it. */
function judgeRow(row: VolumeInput, facts: VolumeFacts): VolumeInput | Fault {
  const place = facts.places.get(row.locationId);
  if (!place) return { field: 'locationId', code: 'unknownLocation' };
  const money = isMoney(row.kind);
  if (!money && row.currency !== null) return { field: 'currency', code: 'needlessCurrency' };
  const currency = money ? (row.currency ?? place.currency) : null;
  if (currency !== null && !facts.currencies.has(currency)) return { field: 'currency', code: 'unknownCurrency' };
  if (row.value === null) return { ...row, currency };
  const fault = dayFault(row, place);
  if (fault) return fault;
  const value = valueOf(row, row.value);
  return typeof value === 'string' ? { ...row, currency, value } : value;
}

function valueOf({ kind, period }: VolumeInput, text: string): string | Fault {
  const plain = plainDecimal(text);
  const field = 'value' as const;
  if (plain === null) return { field, code: 'notANumber' };
  if (plain.startsWith('-')) return { field, code: 'negative' };
  const most = mostOf({ kind, period });
  if (Number(plain) > most) return { field, code: 'tooLarge', params: { most } };
  const decimals = decimalsOf(kind);
  return (plain.split('.')[1] ?? '').length > decimals ? { field, code: 'tooFine', params: { decimals } } : plain;
}

function dayFault({ date, period }: VolumeInput, { today }: VolumePlace): Fault | null {
  const field = 'date' as const;
  if (date < volumeLimits.firstDay) return { field, code: 'tooEarly', params: { first: volumeLimits.firstDay } };
  if (period === 'DAY') return date > today ? { field, code: 'inFuture' } : null;
  if (!date.endsWith('-01')) return { field, code: 'notFirstOfMonth' };
  return monthOf(date) >= monthOf(today) ? { field, code: 'monthNotOver' } : null;
}
