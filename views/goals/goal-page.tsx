import { Button, LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { Figure } from '../../client/ui/figure';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { isTracked } from '../../server/domain/measures/reliability.rules';
import { goalLimits } from '../../server/features/goals/goal-limits.rules';
import { type GoalStep, type GoalRow } from '../../server/features/goals/goals.contract';
import { shareOf } from '../../server/platform/fraction.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { directionOf } from '../layout/change';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { Section } from '../layout/section';
import { dateAfter } from '../performance/dates';
import { GoalActions, type MeasuredAction } from './goal-actions';
import { NotSaved } from './goal-form';
import { GoalHistory, type HistoryEntry } from './goal-history';
import s from './goal-page.module.css';
import { filtersOf, goalAmounts, targetText, type Writing } from './goal-words';
import { Standing } from './goals-page';
import { TargetChart } from './target-chart';

interface GoalPageProps {
  t: Translate;
  settings: FormatSettings;
  goal: GoalRow;
  owner: string | null;
  actions: MeasuredAction[];
  changes: HistoryEntry[];
  /** Mondays of the location's baseline of today, where the goal is measured against another one. */
  newBaseline: string[] | null;
  /** Whether it is of all waste of the stage. */
  whole: boolean;
  /** Local date of the location. */
  today: string;
  mayEdit: boolean;
  linked: boolean;
  /** What came of a copy that was just made. */
  copied: { count: number; leftOut: number } | null;
  refused: FormFailure | null;
  /** Fraction of open days that a result needs. */
  limit: number;
}

/** A goal: how far it has come, how it will end, what was done for it and what that brought. */
export function GoalPage(props: GoalPageProps) {
  const { t, settings, goal, owner, actions, changes, newBaseline, whole, today, mayEdit, linked, copied, refused } =
    props;
  const format = createFormat(settings);
  const writing = { t, format };
  const { goalId, state, title } = goal;
  return (
    <>
      <PageHeader
        title={title}
        badge={<Standing t={t} row={goal} />}
        sentence={`${goal.locationName}, ${goal.siteName} · ${goal.subject}`}
        back={{ label: t('goals.title'), href: '/goals' }}
        actions={
          mayEdit && (
            <>
              {state !== 'closed' && <LinkButton href={`/goals/${goalId}/edit`}>{t('goals.steps.edit')}</LinkButton>}
              <LinkButton href={`/goals/${goalId}/copy`}>{t('goals.steps.copy')}</LinkButton>
            </>
          )
        }
      />
      <NotSaved refused={refused} />
      {copied && (
        <Notice
          tone="success"
          title={t('goals.copy.done', { count: copied.count, number: format.number(copied.count) })}
        >
          {copied.leftOut > 0 && (
            <p>{t('goals.copy.leftOut', { count: copied.leftOut, number: format.number(copied.leftOut) })}</p>
          )}
        </Notice>
      )}
      <Heroes {...writing} goal={goal} linked={linked} />
      {goal.progress.standing in explained && (
        <p className={s.explained}>{t(`goals.explained.${goal.progress.standing as keyof typeof explained}`)}</p>
      )}
      <Weeks {...writing} goal={goal} linked={linked} limit={props.limit} />
      <Derivation {...writing} goal={goal} linked={linked} />
      {newBaseline && state !== 'closed' && <NewBaseline {...{ ...writing, goal, newBaseline, mayEdit, refused }} />}
      <GoalActions {...{ ...writing, goal, actions, whole, today, mayEdit, refused }} />
      <Section title={t('goals.details')}>
        <DescriptionList
          items={[
            { term: t('goals.target'), value: targetText(writing, goal) },
            { term: t('goals.weeks'), value: format.range(goal.startWeek, dateAfter(goal.endWeek, 6)) },
            { term: t('goals.owner'), value: owner ?? t('goals.form.noOwner') },
            ...(goal.plan === ''
              ? []
              : [{ term: t('goals.plan'), value: <span className={s.lines}>{goal.plan}</span> }]),
          ]}
        />
        {mayEdit && <Steps t={t} goal={goal} />}
      </Section>
      <GoalHistory {...writing} changes={changes} />
    </>
  );
}

interface OfGoal extends Writing {
  goal: GoalRow;
  linked: boolean;
}

/** Standings that need a sentence beside their word. */
const explained = { notTracked: true, noFigures: true, otherCurrency: true, tooEarly: true, notStarted: true } as const;

function Heroes({ t, format, goal, linked }: OfGoal) {
  const { progress, targetKind } = goal;
  const { change, forecast, actual, expected, openDays, trackedDays, weeksOver, weeksAll, standing } = progress;
  const { precise } = goalAmounts(format, goal);
  const doubt = standing === 'notTracked' ? t('reliability.NOT_ENOUGH_TRACKED_DAYS') : undefined;
  const end = dateAfter(goal.endWeek, 6);
  const over = progress.weeks.filter((week) => week.over);
  const [first, last] = [over[0], over.at(-1)];
  const tracked = shareOf(trackedDays, openDays);
  const ended = weeksOver === weeksAll || goal.state === 'closed' || goal.ramp;
  const target = {
    target: targetText({ t, format }, goal),
    allowed:
      targetKind === 'percent' && progress.allowedPerOpenDay !== null
        ? ` (${t('goals.perOpenDay', { amount: precise(progress.allowedPerOpenDay) })})`
        : '',
  };
  return (
    <HeroRow>
      <HeroFigure
        label={t('goals.soFar')}
        value={change === null ? null : format.percent(Math.abs(change), { decimals: 1 })}
        missing={weeksOver === 0 ? t('goals.nothingYet') : t(`goals.standings.${standing}`)}
        figure={
          linked && first && last
            ? {
                of: { kind: 'total' },
                filters: {
                  ...filtersOf(goal, goal.values),
                  startDate: first.weekStart,
                  endDate: dateAfter(last.weekStart, 6),
                },
              }
            : undefined
        }
        direction={change === null ? undefined : directionOf(change, 1)}
        comparison={t('foodWaste.thanBaseline', { actual: precise(actual), expected: precise(expected) })}
        unchanged={t('foodWaste.sameAsBaseline', { expected: precise(expected) })}
        doubt={doubt}
      />
      {ended ? (
        <HeroFigure
          second
          label={t('goals.target')}
          value={targetText({ t, format }, goal)}
          comparison={t('goals.ended', { date: format.date(end) })}
        />
      ) : (
        <HeroFigure
          second
          label={t('goals.forecastUntil', { date: format.date(end) })}
          value={forecast === null ? null : format.percent(Math.abs(forecast), { decimals: 1 })}
          missing={t('goals.noForecast')}
          direction={forecast === null ? undefined : directionOf(forecast, 1)}
          comparison={t('goals.targetIs', target)}
          unchanged={t('goals.targetIsSame', target)}
          doubt={doubt}
        />
      )}
      <HeroFigure
        second
        label={t('goals.weeksDone')}
        value={t('goals.weeksOf', { over: format.number(weeksOver), all: format.number(weeksAll) })}
        trustFraction={shareOf(weeksOver, weeksAll)}
        trust={
          tracked === null
            ? t('foodWaste.noOpenDays')
            : t('foodWaste.trackedDays', {
                count: openDays,
                tracked: format.number(trackedDays),
                open: format.number(openDays),
              })
        }
      />
    </HeroRow>
  );
}

/** Each week of the goal, with what its target allows. */
function Weeks({ t, format, goal, linked, limit }: OfGoal & { limit: number }) {
  const over = goal.progress.weeks.filter((week) => week.over);
  if (over.length < 2) return null;
  const tracked = over.filter((week) => week.openDays > 0 && isTracked(week, limit));
  const filters = filtersOf(goal, goal.values);
  return (
    <TargetChart
      {...{ t, format, goal, limit }}
      id="goal-weeks"
      title={t('goals.chart.title', {
        count: tracked.length,
        within: format.number(tracked.filter(({ actual, allowed }) => actual <= allowed).length),
        number: format.number(tracked.length),
      })}
      subtitle={t('goals.chart.subtitle')}
      words={{
        figure: t('goals.chart.figure'),
        baseline: t('goals.target'),
        row: (actual, allowed) => t('goals.chart.row', { actual, allowed }),
      }}
      weeks={over}
      {...(linked
        ? {
            figureOf: ({ weekStart }) => ({
              of: { kind: 'total' } as const,
              filters: { ...filters, startDate: weekStart, endDate: dateAfter(weekStart, 6) },
            }),
          }
        : {})}
    />
  );
}

/** How the figures came about, each with the weighings behind it. */
function Derivation({ t, format, goal, linked }: OfGoal) {
  const { progress, baselineWeeks } = goal;
  const { basePerOpenDay, openDays, actual, expected } = progress;
  if (basePerOpenDay === null) return null;
  const { precise } = goalAmounts(format, goal);
  const filters = filtersOf(goal, goal.values);
  const link = (text: string, [start, end]: [string | undefined, string | undefined]) =>
    linked && start !== undefined && end !== undefined ? (
      <Figure of={{ kind: 'total' }} filters={{ ...filters, startDate: start, endDate: dateAfter(end, 6) }}>
        {text}
      </Figure>
    ) : (
      text
    );
  const over = progress.weeks.filter((week) => week.over).map(({ weekStart }) => weekStart);
  const row = (key: string, cells: React.ReactNode[]) => ({ key, name: t(`goals.derivation.${key as 'base'}`), cells });
  return (
    <Fold quiet title={t('goals.derivation.title')} className={s.derivation}>
      <p>{t('goals.derivation.formula')}</p>
      <DataTable
        id="goal-derivation"
        caption={t('goals.derivation.title')}
        phone="blocks"
        columns={[
          { key: 'what', label: t('goals.derivation.figure'), primary: true },
          { key: 'weeks', label: t('goals.weeks') },
          { key: 'value', label: t('goals.derivation.value'), numeric: true, primary: 'side' },
        ]}
        rows={[
          row('base', [
            t('goals.derivation.base'),
            <BaselineWeekLinks
              key="weeks"
              weeks={baselineWeeks}
              written={(monday) => link(format.week(monday), [monday, monday])}
            />,
            t('goals.perOpenDay', { amount: precise(basePerOpenDay) }),
          ]),
          row('openDays', [t('goals.derivation.openDays'), rangeOf(format, over), format.number(openDays)]),
          row('expected', [t('goals.derivation.expected'), rangeOf(format, over), precise(expected)]),
          row('actual', [
            t('goals.derivation.actual'),
            rangeOf(format, over),
            link(precise(actual), [over[0], over.at(-1)]),
          ]),
        ]}
      />
      <p>{t('goals.derivation.forecast')}</p>
    </Fold>
  );
}

const rangeOf = (format: Writing['format'], mondays: readonly string[]) => {
  const [first, last] = [mondays[0], mondays.at(-1)];
  return first !== undefined && last !== undefined ? format.range(first, dateAfter(last, 6)) : '–';
};

function BaselineWeekLinks({ weeks, written }: { weeks: string[]; written: (monday: string) => React.ReactNode }) {
  return (
    <span className={s.baselineWeeks}>
      {weeks.map((monday) => (
        <span key={monday}>{written(monday)}</span>
      ))}
    </span>
  );
}

interface NewBaselineProps extends Writing {
  goal: GoalRow;
  newBaseline: string[];
  mayEdit: boolean;
  refused: FormFailure | null;
}

/** The location has another baseline by now; the goal keeps its own until somebody says why it should not. */
function NewBaseline({ t, format, goal, newBaseline, mayEdit, refused }: NewBaselineProps) {
  return (
    <Notice tone="info" title={t('goals.rebase.title')}>
      <p>
        {t('goals.rebase.sentence', {
          own: rangeOf(format, goal.baselineWeeks),
          now: rangeOf(format, newBaseline),
        })}
      </p>
      {mayEdit && (
        <PostForm action={`/goals/${goal.goalId}/steps/rebase`} className={s.inline}>
          <input type="hidden" name="version" value={goal.version} />
          <FormField
            name="reason"
            label={t('goals.reason')}
            required
            maxLength={goalLimits.reason}
            defaultValue={refused?.typed.reason ?? ''}
            error={problemIn(refused, 'reason')}
          />
          <Button type="submit">{t('goals.rebase.apply')}</Button>
        </PostForm>
      )}
    </Notice>
  );
}

const stepsOf = {
  active: ['pause', 'close'],
  paused: ['resume', 'close'],
  closed: ['resume'],
} as const satisfies Record<GoalRow['state'], readonly GoalStep[]>;

function Steps({ t, goal }: { t: Translate; goal: GoalRow }) {
  return (
    <div className={s.steps}>
      {stepsOf[goal.state].map((step) => (
        <PostForm key={step} action={`/goals/${goal.goalId}/steps/${step}`}>
          <input type="hidden" name="version" value={goal.version} />
          <Button type="submit">{t(goal.state === 'closed' ? 'goals.steps.reopen' : `goals.steps.${step}`)}</Button>
        </PostForm>
      ))}
    </div>
  );
}
