import { Badge } from '../../client/ui/badge';
import type { Format } from '../../client/ui/format';
import type { AdapterRow, RunHead, SourceProblem } from '../../server/features/dynamic-menu-adapters/adapters.contract';
import type { MessageKey, Translate } from '../../server/platform/i18n/messages';

export interface Writing {
  t: Translate;
  format: Format;
}

/** A Monday; its week names the days. */
const monday = Date.UTC(2026, 0, 5);
export const weekdayName = (format: Format, weekday: number) =>
  format.date(new Date(monday + (weekday - 1) * 86_400_000).toISOString().slice(0, 10), { style: 'weekdayOnly' });

export const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

export function scheduleText({ t, format }: Writing, { kind, hour, weekdays }: AdapterRow): string {
  if (kind === 'file') return t('menuAdapters.onUpload');
  if (hour === null) return t('menuAdapters.byHand');
  const time = hourName(hour);
  if (weekdays.length === 7) return t('menuAdapters.daily', { time });
  return t('menuAdapters.weekly', { days: weekdays.map((day) => weekdayName(format, day)).join(', '), time });
}

export function problemText({ t, format }: Writing, { code, params }: SourceProblem): string {
  const shown = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' && name === 'max' ? format.number(value) : value,
    ]),
  );
  if (code === 'columnsMissing' && params.columns === '') return t('menuAdapters.source.noColumns');
  // Each problem brings what its own sentence names.
  const say = t as (key: MessageKey, params: object) => string;
  return say(`menuAdapters.source.${code}`, shown);
}

const runTones = { waiting: 'accent', running: 'accent', done: 'less', failed: 'more' } as const;

export function RunStateBadge({ t, run: { state, faulty } }: { t: Translate; run: Pick<RunHead, 'state' | 'faulty'> }) {
  if (state === 'done' && faulty !== undefined && faulty !== null && faulty > 0)
    return <Badge tone="attention">{t('menuAdapters.run.states.doneWithProblems')}</Badge>;
  return <Badge tone={runTones[state]}>{t(`menuAdapters.run.states.${state}`)}</Badge>;
}

/** What keeps an adapter from bringing menus, or how its last run went. */
export function AdapterStateBadge({ t, adapter }: { t: Translate; adapter: AdapterRow }) {
  const { paused, columns, lastRun } = adapter;
  if (paused) return <Badge>{t('menuAdapters.states.paused')}</Badge>;
  if (lastRun?.state === 'failed') return <Badge tone="more">{t('menuAdapters.states.failed')}</Badge>;
  if (columns === null) return <Badge tone="attention">{t('menuAdapters.states.setup')}</Badge>;
  return <Badge tone="less">{t('menuAdapters.states.active')}</Badge>;
}
