import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { DataTable } from '../../client/ui/data-table';
import { Icon } from '../../client/ui/icon';
import { Missing } from '../../client/ui/missing';
import {
  mayBeChosen,
  readinessIssues,
  type CandidateWeek,
} from '../../server/features/baselines/baseline-screen.rules';
import type { Writing } from './baseline-screen-words';
import s from './baseline-screen.module.css';

interface WeeksTableProps extends Writing {
  /** Newest first. */
  weeks: CandidateWeek[];
  currency: string;
  /** Mondays of the active baseline. */
  inBaseline: readonly string[];
  /** Weeks have a box to be ticked. */
  chooses: boolean;
}

/** Weeks of a location and stage with each criterion, met or not and why. */
export function WeeksTable({ t, format, weeks, currency, inBaseline, chooses }: WeeksTableProps) {
  const within = new Set(inBaseline);
  const change = (fraction: number | null) =>
    fraction === null ? null : (
      <span className={s.under}>
        {format.percent(fraction, { sign: true })} {t('legacy.baselines.toPrior')}
      </span>
    );
  const perDay = ({ openDays }: CandidateWeek, value: (days: number) => string) =>
    openDays === 0 ? <Missing reason={t('baselineModals.noOpenDay')} /> : value(openDays);
  const cells = (week: CandidateWeek): ReactNode[] => [
    <span key="week" className={s.choose}>
      {chooses ? (
        <label>
          <input type="checkbox" name="weeks" value={week.weekStart} disabled={!mayBeChosen(week)} />{' '}
          {format.week(week.weekStart)}
        </label>
      ) : (
        format.week(week.weekStart)
      )}
      {within.has(week.weekStart) && <Badge tone="less">{t('legacy.baselines.inBaseline')}</Badge>}
    </span>,
    format.number(week.openDays),
    format.number(week.transactions),
    <span key="weight">
      {perDay(week, (days) => format.weight(week.grams / days))}
      {change(week.gramsChange)}
    </span>,
    <span key="cost">
      {perDay(week, (days) => format.money(week.cost / days, currency))}
      {change(week.costChange)}
    </span>,
    <Criteria key="criteria" t={t} format={format} week={week} />,
  ];
  return (
    <DataTable
      id="baseline-weeks"
      caption={t('legacy.baselines.weeksToChoose')}
      phone="blocks"
      columns={[
        { key: 'week', label: t('legacy.baselines.week'), primary: true },
        { key: 'openDays', label: t('legacy.baselines.openDays'), numeric: true },
        { key: 'transactions', label: t('legacy.baselines.transactions'), numeric: true },
        { key: 'weight', label: t('legacy.baselines.weightPerDay'), numeric: true, primary: 'side' },
        { key: 'cost', label: t('legacy.baselines.costPerDay'), numeric: true },
        { key: 'criteria', label: t('legacy.baselines.criteria') },
      ]}
      rows={weeks.map((week) => ({
        key: week.weekStart,
        name: format.week(week.weekStart),
        cells: cells(week),
      }))}
    />
  );
}

function Criteria({ t, week }: Writing & { week: CandidateWeek }) {
  if (week.running) return <span className={s.muted}>{t('legacy.baselines.running')}</span>;
  if (!mayBeChosen(week)) return <span className={s.muted}>{t('baselines.skipped')}</span>;
  if (week.issues.length === 0)
    return (
      <span className={s.passes}>
        <Icon name="check" size={14} />
        {t('baselineScreen.allMet')}
      </span>
    );
  return (
    <ul className={s.criteria}>
      {readinessIssues.map((issue) => {
        const met = !week.issues.includes(issue);
        return (
          <li key={issue} className={met ? s.met : s.unmet}>
            <Icon name={met ? 'check' : 'cross'} size={14} />
            <span>{met ? t(`baselineScreen.met.${issue}`) : t(`baselines.issues.${issue}`)}</span>
          </li>
        );
      })}
    </ul>
  );
}
