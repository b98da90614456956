import { Badge } from '../../client/ui/badge';
import type { Format } from '../../client/ui/format';
import type { IconName } from '../../client/ui/icon';
import type { SiteRule } from '../../server/domain/catalogue/site-rules.rules';
import type { AlertTerms } from '../../server/features/alerts/location-alerts.rules';
import type { ScheduleDay, ShownProfile } from '../../server/features/mass-package-copy/copy-plan.rules';
import type { CopyJob } from '../../server/features/mass-package-copy/copy.contract';
import {
  countPlan,
  linesOf,
  type Entry,
  type JobState,
  type PartName,
  type PartPlan,
  type TargetState,
} from '../../server/features/mass-package-copy/copy.rules';
import type { Translate } from '../../server/platform/i18n/messages';

export interface Writing {
  t: Translate;
  format: Format;
}

type Look = { tone?: 'accent' | 'attention'; icon?: IconName };

const jobLooks: Record<JobState, Look> = {
  PREVIEW: { tone: 'attention' },
  RUNNING: { tone: 'accent', icon: 'sync' },
  DONE: { icon: 'check' },
  UNDOING: { tone: 'accent', icon: 'sync' },
  UNDONE: {},
  STOPPED: { tone: 'attention', icon: 'warning' },
};

export function JobStateBadge({ t, state }: { t: Translate; state: JobState }) {
  return <Badge {...jobLooks[state]}>{t(`massPackageCopy.states.${state}`)}</Badge>;
}

const targetLooks: Record<TargetState, Look> = {
  WAITING: {},
  DONE: { icon: 'check' },
  SAME: {},
  FAILED: { tone: 'attention', icon: 'warning' },
  UNDONE: {},
  LEFT: { tone: 'attention', icon: 'warning' },
};

export function TargetStateBadge({ t, state }: { t: Translate; state: TargetState }) {
  return <Badge {...targetLooks[state]}>{t(`massPackageCopy.results.${state}`)}</Badge>;
}

export const partsText = (t: Translate, parts: readonly PartName[]): string =>
  parts.map((part) => t(`massPackageCopy.parts.${part}`)).join(', ');

/** Its location in its site, and the device whose profile it is. */
export function sourceText(t: Translate, { sourceSite, sourceName, sourceDevice }: CopyJob): string {
  if (sourceName === '') return t('massPackageCopy.notVisible');
  const place = t('global.labelled', { label: sourceSite, value: sourceName });
  return sourceDevice === null ? place : `${place} · ${sourceDevice}`;
}

/** What changes, as counts; why nothing does, where nothing does. */
export function planText({ t, format }: Writing, plan: PartPlan): string {
  if (plan.outcome !== 'changes') return plan.code ?? t(`massPackageCopy.outcomes.${plan.outcome as 'same' | 'left'}`);
  const counts = countPlan(plan);
  return (['added', 'replaced', 'removed', 'kept'] as const)
    .flatMap((name) =>
      counts[name] === 0
        ? []
        : [t(`massPackageCopy.counts.${name}`, { count: counts[name], number: format.number(counts[name]) })],
    )
    .join(' · ');
}

export interface WrittenLine {
  label: string;
  before: string[];
  after: string[];
}

/** What changes, thing by thing. */
export function writtenLines(
  { t, format, itemNames }: Writing & { itemNames: ReadonlyMap<number, string> },
  plan: PartPlan,
): WrittenLine[] {
  const from = (day: string) => t('massPackageCopy.fromDay', { day: format.date(day) });
  const writers: Record<PartName, { label: (data: never) => string; text: (data: never) => string }> = {
    profile: {
      label: ({ deviceName }: ShownProfile) => deviceName,
      text: ({ profileName, version }: ShownProfile) => t('massPackageCopy.version', { profile: profileName, version }),
    },
    costRules: {
      label: ({ itemId }: SiteRule) =>
        itemId === null
          ? t('massPackageCopy.everyItem')
          : (itemNames.get(itemId) ?? t('massPackageCopy.unknownItem', { id: itemId })),
      text: ({ amountPerKg, currency, validFrom, validTo }: SiteRule) =>
        `${t('costRules.perKg', { price: format.money(amountPerKg, currency) })} (${
          validTo === null ? from(validFrom) : format.range(validFrom, validTo)
        })`,
    },
    alerts: {
      label: ({ name }: AlertTerms) => name,
      text: (terms: AlertTerms) => `${t(`alerts.operators.${terms.operator}`)} ${limitText(format, terms)}`,
    },
    calendar: {
      // Of a week that begins on January 5.
      label: ({ weekday }: ScheduleDay) =>
        format.date(`2026-01-${String(weekday + 4).padStart(2, '0')}`, { style: 'weekdayOnly' }),
      text: ({ open, validFrom }: ScheduleDay) =>
        `${t(open ? 'massPackageCopy.open' : 'massPackageCopy.closed')} (${from(validFrom)})`,
    },
  };
  const { label, text } = writers[plan.part];
  const texts = (entries: readonly Entry[]) => entries.map(({ data }) => text(data as never));
  return linesOf(plan).map(({ before, after }) => ({
    label: label((after[0] ?? before[0])?.data as never),
    before: texts(before),
    after: texts(after),
  }));
}

const thin = '\u202f';

function limitText(format: Format, { value, currencyCode, unitId }: AlertTerms): string {
  if (currencyCode !== null) return format.money(value, currencyCode);
  const decimals = Math.min(4, String(value).split('.')[1]?.length ?? 0);
  return `${format.number(value, decimals)}${thin}${unitId === 11 ? 'lb' : 'kg'}`;
}
