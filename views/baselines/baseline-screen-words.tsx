import { Badge } from '../../client/ui/badge';
import type { Format } from '../../client/ui/format';
import type { Overlap } from '../../server/features/baselines/baseline-screen.contract';
import type { StandingState } from '../../server/features/baselines/baseline-screen.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { Change, directionOf } from '../layout/change';
import s from './baseline-screen.module.css';

export interface Writing {
  t: Translate;
  format: Format;
}

const tones = {
  none: undefined,
  collecting: 'accent',
  ready: 'attention',
  accepted: 'less',
  rejected: 'more',
} as const;

export function StateBadge({ t, state }: { t: Translate; state: StandingState }) {
  const tone = tones[state];
  return <Badge {...(tone ? { tone } : {})}>{t(`baselineScreen.states.${state}`)}</Badge>;
}

/** Weeks of a baseline: those in a row as one span, others one by one. */
export function weeksText(format: Format, weeks: readonly string[]): string {
  const mondays = weeks.map((week) => Date.parse(`${week}T12:00:00Z`));
  const inARow = mondays.every((day, at) => at === 0 || day - (mondays[at - 1] as number) === 7 * 86_400_000);
  const [first, last] = [weeks[0], mondays.at(-1)];
  if (first === undefined || last === undefined) return '';
  const end = new Date(last + 6 * 86_400_000).toISOString().slice(0, 10);
  return inARow ? format.range(first, end) : weeks.map((week) => format.week(week)).join('; ');
}

/** A change against the baseline, marked where it goes up or down. */
export function ChangeText({ t, format, fraction }: Writing & { fraction: number | null }) {
  if (fraction === null) return <span className={s.muted}>{t('baselineScreen.notCompared')}</span>;
  return <Change direction={directionOf(fraction, 1)} text={format.percent(fraction, { decimals: 1, sign: true })} />;
}

/** Weeks held against the baseline before and the one after. */
export function OverlapTable({ t, format, overlap }: Writing & { overlap: Overlap }) {
  if (overlap.weeks.length === 0) return <p className={s.muted}>{t('baselineScreen.overlap.none')}</p>;
  return (
    <div className={s.scroll} tabIndex={0} role="region" aria-label={t('baselineScreen.overlap.title')}>
      <table className={s.table}>
        <thead>
          <tr>
            <th scope="col">{t('legacy.baselines.week')}</th>
            <th scope="col" className={s.number}>
              {t('legacy.baselines.weightPerDay')}
            </th>
            <th scope="col" className={s.number}>
              {t('baselineScreen.overlap.before')}
            </th>
            <th scope="col" className={s.number}>
              {t('baselineScreen.overlap.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {overlap.weeks.map((week) => (
            <tr key={week.weekStart}>
              <th scope="row">{format.week(week.weekStart)}</th>
              <td className={s.number}>{format.weight(week.gPerOpenDay)}</td>
              <td className={s.number}>
                <ChangeText t={t} format={format} fraction={week.againstBefore} />
              </td>
              <td className={s.number}>
                <ChangeText t={t} format={format} fraction={week.againstAfter} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
