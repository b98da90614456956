import { Button } from '../../client/ui/button';
import { Notice } from '../../client/ui/notice';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import type { CalendarFormat } from './month';
import s from './outcome-notice.module.css';

export interface Outcome {
  action: string;
  undoable: string | null;
  locations: number;
  ranges: number | null;
  affected: { weeks: number; firstWeek: string | null; lastWeek: string | null; baselines: number };
  waiting: number;
  baselines: { stageId: number; before: number | null; after: number | null }[];
}

interface OutcomeNoticeProps {
  t: Translate;
  format: CalendarFormat;
  outcome: Outcome;
  /** Where to come back to; null for who may change nothing. */
  place: { location: number; month: string } | null;
  /** This very page; by then the weeks may be recomputed. */
  againHref: string;
}

const titles = {
  'calendar.markDays': 'calendar.outcome.markDays',
  'calendar.undoMarking': 'calendar.outcome.undoMarking',
  'calendar.removeException': 'calendar.outcome.removeException',
  'calendar.setPattern': 'calendar.outcome.setPattern',
  'calendar.removePattern': 'calendar.outcome.removePattern',
  'calendar.observeHolidays': 'calendar.outcome.observeHolidays',
  'calendar.import': 'calendar.outcome.import',
  'calendar.undoImport': 'calendar.outcome.undoImport',
} as const;

/** What a change has done, what is recomputed because of it, and what came of the baselines. */
export function OutcomeNotice({ t, format, outcome, place, againHref }: OutcomeNoticeProps) {
  const { action, undoable, locations, ranges, affected, waiting, baselines } = outcome;
  const range =
    affected.firstWeek && affected.lastWeek ? format.range(affected.firstWeek, sundayOf(affected.lastWeek)) : '';
  const done = affected.weeks > 0 && waiting === 0;
  const weeks =
    affected.weeks === 0
      ? t('calendar.outcome.noWeeks')
      : done
        ? t('calendar.outcome.done', { ...format.counted(affected.weeks), range })
        : t('calendar.outcome.waiting', { ...format.counted(affected.weeks), range });
  return (
    <Notice tone="success" title={action in titles ? t(titles[action as keyof typeof titles]) : undefined}>
      <ul className={s.lines}>
        {ranges !== null && <li>{t('calendar.outcome.ranges', format.counted(ranges))}</li>}
        {locations > 1 && <li>{t('calendar.outcome.locations', format.counted(locations))}</li>}
        <li>{weeks}</li>
        {!done && affected.baselines > 0 && <li>{t('calendar.outcome.rests', format.counted(affected.baselines))}</li>}
        {done && baselines.map((one) => <li key={one.stageId}>{baselineSentence(one, { t, format })}</li>)}
      </ul>
      {affected.weeks > 0 && !done && (
        <p>
          <a href={againHref}>{t('calendar.outcome.reload')}</a>
        </p>
      )}
      {undoable && place && (
        <PostForm className={s.undo} action={`/locationCalendar/changes/${undoable}/undo`}>
          <input type="hidden" name="location" value={place.location} />
          <input type="hidden" name="month" value={place.month} />
          <Button type="submit" size="small">
            {t('calendar.outcome.undo')}
          </Button>
        </PostForm>
      )}
    </Notice>
  );
}

const sundayOf = (monday: string) => new Date(Date.parse(monday) + 6 * 86_400_000).toISOString().slice(0, 10);

function baselineSentence(
  { stageId, before, after }: Outcome['baselines'][number],
  { t, format }: { t: Translate; format: CalendarFormat },
): string {
  const stage = stageName(t, stageId);
  if (after === null) return t('calendar.outcome.baselineGone', { stage });
  if (before === null) return t('calendar.outcome.baselineNew', { stage, after: format.weight(after) });
  if (format.weight(before, { decimals: 2 }) === format.weight(after, { decimals: 2 }))
    return t('calendar.outcome.baselineSame', { stage });
  return t('calendar.outcome.baselineChanged', {
    stage,
    before: format.weight(before, { decimals: 2 }),
    after: format.weight(after, { decimals: 2 }),
  });
}
