import { useState } from 'react';
import { usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Section } from '../../../client/legacy/pieces';
import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import { DataTable } from '../../../client/ui/data-table';
import { EmptyState } from '../../../client/ui/empty-state';
import type { BaselineStage } from '../../../server/features/baselines/manage-baselines.contract';
import type { useStageForms } from './stage-forms';

type Week = BaselineStage['weeks'][number];

interface WeekChoiceProps {
  weeks: Week[];
  currencyCode: string;
  /** The Mondays of the active baseline. */
  inBaseline: string[];
  open: ReturnType<typeof useStageForms>['openWeeks'];
}

/** The weeks that there are, each with what speaks against it; those that are chosen become a baseline. */
export function WeekChoice({ weeks, currencyCode, inBaseline, open }: WeekChoiceProps) {
  const { t, format } = usePage();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (week: string, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, week] : before.filter((one) => one !== week)));
  const make = (atOnce: boolean) => open({ weeks: [...chosen], atOnce, onDone: () => setChosen([]) });
  const change = (value: number | null) => (value === null ? '–' : format.percent(value, { decimals: 1, sign: true }));
  return (
    <Section
      title={t('legacy.baselines.weeksToChoose')}
      note={
        <span className={p.small} role="status">
          {t('legacy.baselines.chosen', { count: chosen.length })}
        </span>
      }
      actions={
        <>
          <Button disabled={chosen.length === 0} onClick={() => make(false)}>
            {t('legacy.baselines.propose')}
          </Button>
          <Button tone="primary" disabled={chosen.length === 0} onClick={() => make(true)}>
            {t('legacy.baselines.setNow')}
          </Button>
        </>
      }
    >
      {weeks.length === 0 ? (
        <EmptyState title={t('legacy.baselines.noWeeksTitle')} sentence={t('baselines.noEvents')} />
      ) : (
        <DataTable
          id="weeks"
          caption={t('legacy.baselines.weeksToChoose')}
          phone="blocks"
          columns={[
            { key: 'week', label: t('legacy.baselines.week'), primary: true },
            { key: 'openDays', label: t('legacy.baselines.openDays'), numeric: true },
            { key: 'transactions', label: t('legacy.baselines.transactions'), numeric: true },
            { key: 'weight', label: t('legacy.fields.netGrams'), unit: format.unit.abbr, numeric: true },
            { key: 'weightChange', label: t('legacy.baselines.toPrior'), numeric: true },
            { key: 'cost', label: t('legacy.fields.cost'), numeric: true },
            { key: 'costChange', label: t('legacy.baselines.toPrior'), numeric: true },
            { key: 'issues', label: t('legacy.baselines.criteria') },
          ]}
          rows={weeks.map((week) => ({
            key: week.weekStart,
            state: week.running || week.openDays === 0 ? 'greyed' : undefined,
            cells: [
              <label key="week" className={p.tick}>
                <input
                  type="checkbox"
                  disabled={week.running || week.openDays === 0}
                  aria-label={t('legacy.baselines.chooseWeek', { week: format.week(week.weekStart) })}
                  checked={chosen.includes(week.weekStart)}
                  onChange={(event) => choose(week.weekStart, event.target.checked)}
                />
                {format.week(week.weekStart)}
              </label>,
              format.number(week.openDays),
              format.number(week.transactions),
              format.weight(week.grams, { unit: false }),
              change(week.gramsChange),
              format.money(week.cost, currencyCode),
              change(week.costChange),
              <Verdict key="verdict" week={week} isInBaseline={inBaseline.includes(week.weekStart)} />,
            ],
          }))}
        />
      )}
    </Section>
  );
}

function Verdict({ week, isInBaseline }: { week: Week; isInBaseline: boolean }) {
  const { t } = usePage();
  if (week.running) return t('legacy.baselines.running');
  if (week.openDays === 0) return t('baselines.skipped');
  return (
    <span className={p.badges}>
      {isInBaseline && <Badge>{t('legacy.baselines.inBaseline')}</Badge>}
      {week.issues.length === 0 ? (
        <Badge tone="less">{t('legacy.baselines.passes')}</Badge>
      ) : (
        <ul>
          {week.issues.map((issue) => (
            <li key={issue} className={p.small}>
              {t(`baselines.issues.${issue}`)}
            </li>
          ))}
        </ul>
      )}
    </span>
  );
}
