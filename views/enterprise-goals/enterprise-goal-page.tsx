import type { ReactNode } from 'react';
import { Button, LinkButton } from '../../client/ui/button';
import { Figure } from '../../client/ui/figure';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type {
  EnterpriseChange,
  EnterpriseGoal,
  EnterpriseProgress,
  SiteProgress,
  Step,
} from '../../server/features/enterprise-goals/enterprise-goals.contract';
import type { SiteColumn, SiteRow } from '../../server/features/enterprise-goals/enterprise-goals.table';
import { enterpriseLimits } from '../../server/features/enterprise-goals/enterprise-limits.rules';
import type { Filters } from '../../server/features/events/figure-address.rules';
import { shareOf } from '../../server/platform/fraction.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { ChangeText } from '../goals/change-text';
import { NotSaved } from '../goals/goal-form';
import history from '../goals/goal-history.module.css';
import { goalAmounts, percentText, type Writing } from '../goals/goal-words';
import { TargetChart } from '../goals/target-chart';
import { directionOf } from '../layout/change';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { Section } from '../layout/section';
import { dateAfter } from '../performance/dates';
import s from './enterprise-goal-page.module.css';
import { Standing } from './enterprise-goals-page';

interface EnterpriseGoalPageProps {
  t: Translate;
  settings: FormatSettings;
  goal: EnterpriseGoal;
  progress: EnterpriseProgress;
  table: TableView<SiteColumn, SiteRow>;
  csvHref: string;
  /** Fraction of open days that a result needs. */
  limit: number;
  /** Locations whose baseline is another one, or a first one, by now. */
  moved: number;
  changes: EnterpriseChange[];
  /** The site that is about to be exempted. */
  exempting: SiteProgress | null;
  mayEdit: boolean;
  linked: boolean;
  refused: FormFailure | null;
}

/** A goal of the organization: where its sites stand together and each by itself, on the line to the target. */
export function EnterpriseGoalPage(props: EnterpriseGoalPageProps) {
  const { t, settings, goal, progress, csvHref, moved, changes, exempting, mayEdit, refused } = props;
  const format = createFormat(settings);
  const writing = { t, format };
  const { goalId, title, state } = goal;
  return (
    <>
      <PageHeader
        title={title}
        badge={<Standing t={t} standing={progress.standing} />}
        sentence={t('enterpriseGoals.subject', {
          stage: stageName(t, goal.stageId),
          metric: t(`goals.metrics.${goal.metric}`),
          count: progress.sites.length,
          number: format.number(progress.sites.length),
        })}
        back={{ label: t('enterpriseGoals.title'), href: '/enterprise-goals' }}
        actions={
          <>
            <LinkButton icon="download" href={csvHref} download>
              {t('global.downloadCsv')}
            </LinkButton>
            {mayEdit && state === 'active' && (
              <LinkButton href={`/enterprise-goals/${goalId}/edit`}>{t('goals.steps.edit')}</LinkButton>
            )}
          </>
        }
      />
      <NotSaved refused={exempting ? null : refused} />
      <Heroes {...writing} {...props} />
      <Spans {...writing} {...props} />
      {exempting && mayEdit && <Exempting {...{ t, goal, refused }} site={exempting} />}
      <Section title={t('enterpriseGoals.bySite')} sentence={t('enterpriseGoals.bySiteSentence')}>
        <ListTable
          id="enterprise-goal-sites"
          caption={t('enterpriseGoals.bySite')}
          format={format}
          table={props.table}
          cells={cellsOf({ ...writing, ...props })}
          rowOf={(row) => ({
            key: String(row.siteId),
            name: row.siteName,
            note: row.exemptReason ?? undefined,
            state: row.standing === 'exempt' || row.standing === 'otherCurrency' ? 'greyed' : undefined,
          })}
        />
      </Section>
      <Fold quiet title={t('goals.derivation.title')} className={s.fold}>
        <p className={s.method}>{t('enterpriseGoals.formula')}</p>
        <p className={s.method}>{t(`enterpriseGoals.cascade.${goal.cascade}How`)}</p>
      </Fold>
      {moved > 0 && state === 'active' && <Moved {...{ ...writing, goal, moved, mayEdit, refused }} />}
      <Section title={t('goals.details')}>
        <DescriptionList
          items={[
            {
              term: t('goals.target'),
              value: t('goals.targetPercent', { percent: percentText(format, goal.target) }),
            },
            { term: t('goals.weeks'), value: format.range(goal.startWeek, dateAfter(goal.endWeek, 6)) },
            { term: t('enterpriseGoals.cascade.label'), value: t(`enterpriseGoals.cascade.${goal.cascade}`) },
            ...(goal.metric === 'cost' ? [{ term: t('foodWaste.filters.currency'), value: goal.currency }] : []),
            ...(goal.plan === ''
              ? []
              : [{ term: t('goals.plan'), value: <span className={s.lines}>{goal.plan}</span> }]),
          ]}
        />
        {mayEdit && <Steps t={t} goal={goal} />}
      </Section>
      <History {...writing} changes={changes} />
    </>
  );
}

type Parts = Writing & EnterpriseGoalPageProps;

const behind = (goal: EnterpriseGoal, { start, end }: { start: string; end: string }): Filters => ({
  startDate: start,
  endDate: end,
  wasteStageId: goal.stageId,
  ...(goal.metric === 'cost' ? { currency: goal.currency } : {}),
});

function Heroes({ t, format, goal, progress }: Parts) {
  const { change, required, actual, expected, gap, openDays, trackedDays, window, standing } = progress;
  const { precise } = goalAmounts(format, goal);
  const doubt = standing === 'notTracked' ? t('reliability.NOT_ENOUGH_TRACKED_DAYS') : undefined;
  return (
    <HeroRow>
      <HeroFigure
        label={window ? format.range(window.start, window.end) : t('enterpriseGoals.change')}
        value={change === null ? null : format.percent(Math.abs(change), { decimals: 1 })}
        missing={t('goals.nothingYet')}
        direction={change === null ? undefined : directionOf(change, 1)}
        comparison={t('foodWaste.thanBaseline', { actual: precise(actual), expected: precise(expected) })}
        unchanged={t('foodWaste.sameAsBaseline', { expected: precise(expected) })}
        doubt={doubt}
      />
      <HeroFigure
        second
        label={t('enterpriseGoals.required')}
        value={percentText(format, required)}
        comparison={t('enterpriseGoals.requiredOf', {
          target: percentText(format, goal.target),
          date: format.date(dateAfter(goal.endWeek, 6)),
        })}
      />
      <HeroFigure
        second
        label={t('enterpriseGoals.gap')}
        value={window ? precise(Math.abs(gap)) : null}
        missing={t('goals.nothingYet')}
        comparison={t(gap > 0 ? 'enterpriseGoals.above' : 'enterpriseGoals.below')}
        trustFraction={shareOf(trackedDays, openDays)}
        trust={t('foodWaste.trackedDays', {
          count: openDays,
          tracked: format.number(trackedDays),
          open: format.number(openDays),
        })}
      />
    </HeroRow>
  );
}

/** The weeks of all sites, with what the straight line to the target allows. */
function Spans({ t, format, goal, progress, limit }: Parts) {
  if (progress.spans.length < 2) return null;
  return (
    <TargetChart
      {...{ t, format, goal, limit }}
      id="enterprise-goal-weeks"
      title={t('enterpriseGoals.chart')}
      subtitle={t('enterpriseGoals.chartSubtitle')}
      words={{
        baseline: t('enterpriseGoals.line'),
        figure: t('enterpriseGoals.chartFigure'),
        row: (actual, allowed) => t('enterpriseGoals.chartRow', { actual, allowed }),
      }}
      weeks={progress.spans}
    />
  );
}

function cellsOf({
  t,
  format,
  goal,
  progress,
  mayEdit,
  linked,
}: Parts): Record<SiteColumn, (row: SiteRow) => ReactNode> {
  const { precise } = goalAmounts(format, goal);
  const { window } = progress;
  const judged = ({ standing }: SiteRow) =>
    standing !== 'noBaseline' && standing !== 'otherCurrency' && window !== null;
  const none = (row: SiteRow) => <Missing reason={t(`enterpriseGoals.standings.${row.standing}`)} />;
  return {
    site: (row) => row.siteName,
    locations: (row) => (
      <>
        {t('enterpriseGoals.locationsOf', {
          measured: format.number(row.measuredLocations),
          all: format.number(row.locations),
        })}
        {row.stoppedLocations > 0 && (
          <span className={s.stopped}>
            {t('enterpriseGoals.stopped', {
              count: row.stoppedLocations,
              number: format.number(row.stoppedLocations),
            })}
          </span>
        )}
      </>
    ),
    actual: (row) =>
      !judged(row) || !window ? (
        none(row)
      ) : linked && row.whole ? (
        <Figure of={{ kind: 'total' }} filters={{ ...behind(goal, window), siteId: row.siteId }}>
          {precise(row.actual)}
        </Figure>
      ) : (
        precise(row.actual)
      ),
    change: (row) =>
      judged(row) ? <ChangeText format={format} change={row.change} missing={t('goals.nothingYet')} /> : none(row),
    required: (row) => (judged(row) ? format.percent(row.required, { decimals: 1 }) : none(row)),
    gap: (row) =>
      judged(row)
        ? goal.metric === 'weight'
          ? format.weight(row.gap, { sign: true })
          : format.money(row.gap, goal.currency, { decimals: 0, sign: true })
        : none(row),
    standing: (row) => (
      <>
        <Standing t={t} standing={row.standing} />
        {mayEdit && goal.state === 'active' && <Exemption {...{ t, goal, row }} />}
      </>
    ),
  };
}

function Exemption({ t, goal, row }: { t: Translate; goal: EnterpriseGoal; row: SiteRow }) {
  const { goalId, version } = goal;
  if (row.exemptReason === null)
    return (
      <a className={s.exempt} href={`/enterprise-goals/${goalId}?exempt=${row.siteId}#exempting`}>
        {t('enterpriseGoals.exempt')}
        <span className="visually-hidden"> ({row.siteName})</span>
      </a>
    );
  return (
    <PostForm action={`/enterprise-goals/${goalId}/sites/${row.siteId}`}>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="exempt" value="false" />
      <Button type="submit" size="small" tone="quiet">
        {t('enterpriseGoals.include')}
        <span className="visually-hidden"> ({row.siteName})</span>
      </Button>
    </PostForm>
  );
}

/** Why a site need not reduce: nobody is exempted without a reason. */
function Exempting({
  t,
  goal,
  site,
  refused,
}: {
  t: Translate;
  goal: EnterpriseGoal;
  site: SiteProgress;
  refused: FormFailure | null;
}) {
  return (
    <section id="exempting" className={s.exempting}>
      <NotSaved refused={refused} />
      <PostForm action={`/enterprise-goals/${goal.goalId}/sites/${site.siteId}`} className={s.inline}>
        <input type="hidden" name="version" value={goal.version} />
        <input type="hidden" name="exempt" value="true" />
        <FormField
          name="reason"
          label={t('enterpriseGoals.exemptWhy', { site: site.siteName })}
          required
          autoFocus
          maxLength={enterpriseLimits.reason}
          defaultValue={refused?.typed.reason ?? ''}
          error={problemIn(refused, 'reason')}
        />
        <Button type="submit" tone="primary">
          {t('enterpriseGoals.exemptSite')}
        </Button>
        <LinkButton href={`/enterprise-goals/${goal.goalId}`}>{t('legacy.ui.cancel')}</LinkButton>
      </PostForm>
    </section>
  );
}

/** Baselines have changed since the goal was set; it keeps its own until somebody says why it should not. */
function Moved({
  t,
  format,
  goal,
  moved,
  mayEdit,
  refused,
}: Writing & { goal: EnterpriseGoal; moved: number; mayEdit: boolean; refused: FormFailure | null }) {
  return (
    <Notice tone="info" title={t('enterpriseGoals.moved', { count: moved, number: format.number(moved) })}>
      {mayEdit && (
        <PostForm action={`/enterprise-goals/${goal.goalId}/steps/rebase`} className={s.inline}>
          <input type="hidden" name="version" value={goal.version} />
          <FormField
            name="reason"
            id="rebase-reason"
            label={t('goals.reason')}
            required
            maxLength={enterpriseLimits.reason}
            defaultValue={refused?.typed.reason ?? ''}
            error={problemIn(refused, 'reason')}
          />
          <Button type="submit">{t('enterpriseGoals.rebase')}</Button>
        </PostForm>
      )}
    </Notice>
  );
}

const stepsOf = { active: ['cascade', 'close'], closed: ['reopen'] } as const satisfies Record<
  EnterpriseGoal['state'],
  readonly Step[]
>;

function Steps({ t, goal }: { t: Translate; goal: EnterpriseGoal }) {
  return (
    <div className={s.steps}>
      {stepsOf[goal.state].map((step) => (
        <PostForm key={step} action={`/enterprise-goals/${goal.goalId}/steps/${step}`}>
          <input type="hidden" name="version" value={goal.version} />
          <Button type="submit">{t(step === 'cascade' ? 'enterpriseGoals.cascadeNow' : `goals.steps.${step}`)}</Button>
        </PostForm>
      ))}
    </div>
  );
}

/** What was changed, by whom and why, the newest first. */
function History({ t, format, changes }: Writing & { changes: EnterpriseChange[] }) {
  return (
    <Fold quiet title={t('goals.history.title')}>
      <ol className={history.list}>
        {changes.map(({ changeId, kind, siteName, reason, changedBy, changedAt }) => {
          const done = t(`enterpriseGoals.history.${kind}`, { site: siteName ?? '' });
          return (
            <li key={changeId} className={history.entry}>
              <span className={history.when}>
                {format.dateTime(changedAt)}
                {changedBy && ` · ${changedBy}`}
              </span>
              <span>{reason ? t('goals.history.withReason', { change: done, reason }) : done}</span>
            </li>
          );
        })}
      </ol>
    </Fold>
  );
}
