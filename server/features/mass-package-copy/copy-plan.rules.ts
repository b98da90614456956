import type { CalendarPattern } from '../../domain/calendar/calendar.rules';
import type { SiteRule } from '../../domain/catalogue/site-rules.rules';
import type { LocalDate } from '../../platform/time';
import {
  noPlan,
  planPart,
  type ConflictRule,
  type Entry,
  type PartName,
  type PartPlan,
  type PartState,
} from './copy.rules';

/** A device with what it shows. */
export interface ShownProfile {
  deviceId: number;
  deviceName: string;
  profileId: number;
  profileName: string;
  versionId: number;
  version: number;
}

export interface PlacedDevice {
  deviceId: number;
  deviceName: string;
}

export type ScheduleDay = CalendarPattern;
export type States = Partial<Record<PartName, PartState>>;

export const profileEntry = (shown: ShownProfile): Entry<ShownProfile> => ({
  key: String(shown.deviceId),
  same: `${shown.deviceId} ${shown.versionId}`,
  data: shown,
});

/** The weekly schedule from a day on: each weekday as it is then, and what is planned to follow. */
export function scheduleFrom(rows: readonly CalendarPattern[], day: LocalDate): Entry<ScheduleDay>[] {
  if (rows.length === 0) return [];
  const inForce = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    validFrom: day,
    open: standing(rows, { weekday, day })?.open ?? true,
  }));
  return [...inForce, ...rows.filter(({ validFrom }) => validFrom > day)].map((data) => ({
    key: String(data.weekday),
    same: `${data.weekday} ${data.validFrom} ${data.open}`,
    data,
  }));
}

const standing = (rows: readonly CalendarPattern[], { weekday, day }: { weekday: number; day: LocalDate }) =>
  rows
    .filter((one) => one.weekday === weekday && one.validFrom <= day)
    .sort((one, other) => (one.validFrom < other.validFrom ? 1 : -1))[0];

/** What is written for a schedule: a weekday goes on where it was the same the day before. */
export function rowsFor(
  schedule: readonly ScheduleDay[],
  { rows, day }: { rows: readonly CalendarPattern[]; day: LocalDate },
): CalendarPattern[] {
  const earlier = rows.filter(({ validFrom }) => validFrom < day);
  return schedule.filter(
    ({ weekday, validFrom, open }) => validFrom > day || standing(earlier, { weekday, day })?.open !== open,
  );
}

type Projected =
  { entries: Entry[] } | { outcome: 'none' | 'refused'; code: string; params?: Record<string, string | number> };

interface Copying {
  source: PartState;
  target: PartState;
  /** Of the targets in its site, the one with which the site's prices are changed. */
  leadsSite: boolean;
}

/** What the source’s things are at a target. */
const projections: Record<PartName, (copying: Copying) => Projected> = {
  profile({ source, target }) {
    const shown = versionsIn(source);
    const [version] = shown;
    if (!version || shown.length > 1) return { outcome: 'refused', code: 'massPackageCopy.problem.severalVersions' };
    const devices = JSON.parse(target.around) as PlacedDevice[];
    if (devices.length === 0) return { outcome: 'none', code: 'massPackageCopy.problem.noDevices' };
    return { entries: devices.map((device) => profileEntry({ ...version, ...device })) };
  },
  costRules({ source, target, leadsSite }) {
    if (!leadsSite) return { outcome: 'none', code: 'massPackageCopy.problem.sharedSite' };
    if ((source.entries as Entry<SiteRule>[]).some(({ data }) => data.currency !== target.around))
      return { outcome: 'refused', code: 'costRules.otherCurrency', params: { currency: target.around } };
    return source;
  },
  alerts: ({ source }) => source,
  calendar: ({ source }) => source,
};

/** The versions that the devices of a place show, each once. */
export const versionsIn = ({ entries }: Pick<PartState, 'entries'>): ShownProfile[] => [
  ...new Map((entries as Entry<ShownProfile>[]).map(({ data }) => [data.versionId, data])).values(),
];

interface Package {
  parts: readonly PartName[];
  rule: ConflictRule;
}

interface Planning extends Package {
  source: States;
  target: States;
  leadsSite: boolean;
}

const nothing: PartState = { entries: [], around: '' };

/** What a copy makes of a target, part by part. */
export function planTarget({ parts, rule, source, target, leadsSite }: Planning): PartPlan[] {
  return parts.map((part) => {
    const [from, to] = [source[part] ?? nothing, target[part] ?? nothing];
    if (from.entries.length === 0)
      return noPlan({ part, target: to.entries }, { outcome: 'none', code: 'massPackageCopy.problem.emptySource' });
    const projected = projections[part]({ source: from, target: to, leadsSite });
    if ('outcome' in projected) return noPlan({ part, target: to.entries }, projected);
    return planPart({ part, rule, source: projected.entries, target: to.entries });
  });
}
