import { usePage, type LegacyPage } from '../../../client/legacy/page';
import { Badge } from '../../../client/ui/badge';
import type { BaselineStageRow } from '../../../server/features/baselines/manage-baselines.contract';

const lastDayOfWeek = 6;

/** From the Monday of the first week to the Sunday of the last. */
export function weeksInWords({ format }: LegacyPage, firstWeek: string, lastWeek: string): string {
  const sunday = new Date(`${lastWeek}T12:00:00Z`);
  sunday.setUTCDate(sunday.getUTCDate() + lastDayOfWeek);
  return format.range(firstWeek, sunday.toISOString().slice(0, 10));
}

const tones = { ACTIVATION: {}, BASELINE: { tone: 'attention' }, REDUCTION: { tone: 'less' } } as const;

export function PeriodBadge({ period }: { period: BaselineStageRow['period'] }) {
  const { t } = usePage();
  return <Badge {...tones[period]}>{t(`legacy.periods.${period}`)}</Badge>;
}
