import { covers } from '../../platform/permissions.rules';
import { presetRange } from '../../platform/table/date-range.rules';
import { addDays, addMonths, instantOf, localDateOf, weekdayOf, type LocalDate } from '../../platform/time';

/** In the order of the catalog. */
export const reportKinds = [
  'teamSheet',
  'managerSummary',
  'siteComparison',
  'topItems',
  'goalProgress',
  'donationStatement',
  'volumeAdjusted',
  'flwInventory',
  'compliance',
  'rawExport',
  'impactUpdate',
] as const;
export type ReportKind = (typeof reportKinds)[number];

/** What stands at the head of an impact update. */
export const reportLogos = ['organization', 'none'] as const;
export type ReportLogo = (typeof reportLogos)[number];

/** How long a report is kept after it was requested. */
export const keptMonths = 24;
/** What others were shown as evidence stays until somebody deletes it. */
export const keptKinds: readonly ReportKind[] = ['donationStatement', 'flwInventory', 'impactUpdate'];

/** What its dates may be: any, from a Monday to a Sunday, or none, because it says how things stand. */
export type ReportGrain = 'day' | 'week' | 'now';
export const grainOf: Record<ReportKind, ReportGrain> = {
  teamSheet: 'day',
  managerSummary: 'day',
  siteComparison: 'week',
  topItems: 'day',
  goalProgress: 'now',
  flwInventory: 'day',
  compliance: 'week',
  impactUpdate: 'week',
  donationStatement: 'day',
  volumeAdjusted: 'day',
  rawExport: 'day',
};

/** What partners took is of no stage. */
export const isOfStage = (kind: ReportKind) => kind !== 'donationStatement';

/** The right to what a report says, which its readers need as well. */
const ownRights = {
  donationStatement: 'VIEW_DONATION_DASHBOARD',
  volumeAdjusted: 'VIEW_VAM_DASHBOARD',
  rawExport: 'EDIT_TRANSACTIONS',
} as const satisfies Partial<Record<ReportKind, string>>;
const isOwn = (kind: ReportKind): kind is keyof typeof ownRights => kind in ownRights;

type Held = ReadonlySet<string>;

/** Whether somebody may read a report of this kind, beside the right to the page that it stands on. */
export const mayRead = (kind: ReportKind, held: Held) => !isOwn(kind) || covers(held, ownRights[kind]);

/** Whether somebody may have it made. */
export const mayMake = (kind: ReportKind, held: Held) =>
  covers(held, kind === 'impactUpdate' ? 'VIEW_IMPACT_UPDATE_REPORT' : 'GENERATE_REPORTS') && mayRead(kind, held);

/** Kinds that somebody may not read. */
export const hiddenKinds = (held: Held): ReportKind[] => reportKinds.filter((kind) => !mayRead(kind, held));

export const reportPeriods = ['lastWeek', 'last4Weeks', 'last13Weeks', 'lastMonth', 'custom'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];
export type RelativePeriod = Exclude<ReportPeriod, 'custom'>;

/** A month does not begin on a Monday. */
export const periodsOf = (kind: ReportKind): ReportPeriod[] =>
  reportPeriods.filter((period) => period !== 'lastMonth' || grainOf[kind] === 'day');

/** The one that a report is usually of. */
export const usualPeriod: Record<ReportKind, RelativePeriod> = {
  teamSheet: 'lastWeek',
  managerSummary: 'last4Weeks',
  siteComparison: 'last13Weeks',
  topItems: 'last4Weeks',
  goalProgress: 'lastWeek',
  flwInventory: 'last13Weeks',
  compliance: 'last4Weeks',
  impactUpdate: 'last13Weeks',
  donationStatement: 'lastMonth',
  volumeAdjusted: 'last13Weeks',
  rawExport: 'lastMonth',
};

/** First and last day of a period, as of a local date. */
export function datesOfPeriod(period: RelativePeriod, today: LocalDate): { start: LocalDate; end: LocalDate } {
  if (period !== 'lastMonth') return presetRange(period, today);
  const first = `${today.slice(0, 7)}-01`;
  return { start: addMonths(first, -1), end: addDays(first, -1) };
}

export const cadences = ['weekly', 'monthly'] as const;
export type Cadence = (typeof cadences)[number];
/** `events`: of a raw export; more are refused, so that none is missing without a word. */
export const reportLimits = { recipients: 50, schedules: 200, events: 10_000 } as const;

/** Of a month: every month has it. */
export const lastDayOfMonth = 28;

interface Due {
  cadence: Cadence;
  /** Of a week 1 to 7 from Monday, of a month 1 to 28. */
  day: number;
  /** 0 to 23, by the clock of `timeZone`. */
  hour: number;
}

/** The first instant after another at which a schedule is due. An hour that a change of the clock leaves out is the one after it. */
export function nextDue({ cadence, day, hour }: Due, { after, timeZone }: { after: Date; timeZone: string }): Date {
  const time = `${String(hour).padStart(2, '0')}:00:00`;
  const today = localDateOf(after, timeZone);
  for (let ahead = 0; ahead <= 62; ahead += 1) {
    const date = addDays(today, ahead);
    const fits = cadence === 'weekly' ? weekdayOf(date) === day : Number(date.slice(8)) === day;
    const instant = fits ? instantOf(date, time, timeZone) : null;
    if (instant && instant > after) return instant;
  }
  throw new RangeError(`never due: ${cadence} ${day}`);
}
