import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import type {
  EnterpriseGoal,
  EnterpriseProgress,
  Standing as StandingOf,
} from '../../server/features/enterprise-goals/enterprise-goals.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { ChangeText } from '../goals/change-text';
import { percentText, toneOf } from '../goals/goal-words';
import { dateAfter } from '../performance/dates';

interface EnterpriseGoalsPageProps {
  t: Translate;
  settings: FormatSettings;
  rows: { goal: EnterpriseGoal; progress: EnterpriseProgress }[];
  mayEdit: boolean;
}

/** The goals of the organization, and how far their sites have come together. */
export function EnterpriseGoalsPage({ t, settings, rows, mayEdit }: EnterpriseGoalsPageProps) {
  const format = createFormat(settings);
  const add = mayEdit && (
    <LinkButton tone="primary" icon="plus" href="/enterprise-goals/new">
      {t('goals.add')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('enterpriseGoals.title')} sentence={t('enterpriseGoals.sentence')} actions={add} />
      {rows.length === 0 ? (
        <EmptyState title={t('goals.noneTitle')} sentence={t(mayEdit ? 'enterpriseGoals.none' : 'goals.noneToRead')} />
      ) : (
        <DataTable
          id="enterprise-goals"
          caption={t('enterpriseGoals.title')}
          columns={[
            { key: 'goal', label: t('goals.goal'), primary: true },
            { key: 'sites', label: t('enterpriseGoals.sites'), numeric: true },
            { key: 'target', label: t('goals.target'), numeric: true },
            { key: 'until', label: t('goals.until') },
            { key: 'change', label: t('enterpriseGoals.change'), numeric: true },
            { key: 'required', label: t('enterpriseGoals.required'), numeric: true },
            { key: 'standing', label: t('goals.standing'), primary: 'side' },
          ]}
          rows={rows.map(({ goal, progress }) => ({
            key: String(goal.goalId),
            name: goal.title,
            href: `/enterprise-goals/${goal.goalId}`,
            state: goal.state === 'closed' ? 'greyed' : undefined,
            cells: [
              goal.title,
              format.number(progress.sites.length),
              t('goals.targetPercent', { percent: percentText(format, goal.target) }),
              format.date(dateAfter(goal.endWeek, 6)),
              <ChangeText key="change" format={format} change={progress.change} missing={t('goals.nothingYet')} />,
              format.percent(progress.required, { decimals: 1 }),
              <Standing key="standing" t={t} standing={progress.standing} />,
            ],
          }))}
        />
      )}
    </>
  );
}

export function Standing({ t, standing }: { t: Translate; standing: StandingOf }) {
  const tone = toneOf(standing);
  return <Badge {...(tone ? { tone } : {})}>{t(`enterpriseGoals.standings.${standing}`)}</Badge>;
}
