import { Fold } from '../../client/ui/fold';
import type { GoalChange, KeptTerms } from '../../server/features/goals/goals.contract';
import { dateAfter } from '../performance/dates';
import s from './goal-history.module.css';
import { targetText, type Writing } from './goal-words';

export type HistoryEntry = GoalChange;

/** What was changed, by whom and why, the newest first. */
export function GoalHistory({ t, format, changes }: Writing & { changes: HistoryEntry[] }) {
  return (
    <Fold quiet title={t('goals.history.title')}>
      <ol className={s.list}>
        {changes.map((change) => (
          <li key={new Date(change.changedAt).getTime()} className={s.entry}>
            <span className={s.when}>
              {format.dateTime(change.changedAt)}
              {change.changedBy && ` · ${change.changedBy}`}
            </span>
            <span>
              {change.reason
                ? t('goals.history.withReason', { change: t(`goals.history.${change.kind}`), reason: change.reason })
                : t(`goals.history.${change.kind}`)}
            </span>
            {differencesOf(change, { t, format }).map((line) => (
              <span key={line} className={s.when}>
                {line}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </Fold>
  );
}

/** What a change made of target, weeks and baseline, in words. */
function differencesOf({ before, after }: Pick<GoalChange, 'before' | 'after'>, { t, format }: Writing): string[] {
  if (!after) return [];
  const parts: [label: string, text: (terms: KeptTerms) => string][] = [
    [t('goals.target'), (terms) => targetText({ t, format }, terms)],
    [t('goals.weeks'), ({ startWeek, endWeek }) => format.range(startWeek, dateAfter(endWeek, 6))],
    [t('goals.history.baseline'), ({ baselineWeeks }) => baselineWeeks.map((monday) => format.week(monday)).join(', ')],
  ];
  return parts.flatMap(([label, text]) => {
    const now = text(after);
    if (!before) return [t('goals.history.part', { label, value: now })];
    const then = text(before);
    return then === now ? [] : [t('goals.history.part', { label, value: `${then} → ${now}` })];
  });
}
