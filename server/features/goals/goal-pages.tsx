import { CopyGoalPage } from '../../../views/goals/copy-goal-page';
import { EditGoalPage } from '../../../views/goals/edit-goal-page';
import { GoalPage } from '../../../views/goals/goal-page';
import { GoalsPage } from '../../../views/goals/goals-page';
import { NewGoalPage } from '../../../views/goals/new-goal-page';
import { findValueNames } from '../../domain/catalogue';
import { referenceFields } from '../../domain/events/reference-fields.rules';
import { findActiveBaseline, listBaselineWeeks, measure } from '../../domain/measures';
import { listPlaces, listStages } from '../../domain/places';
import { may } from '../../platform/actor';
import { reply, type Context, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { withParameters } from '../../platform/table/table-query';
import { addDays, localDateOf, weekStartOf } from '../../platform/time';
import { findSubject, listCopyTargets, listSuggestions, loadEffects, whereOf } from './goal-figures.service';
import { notNamed } from './goal-limits.rules';
import { findGoalRow, listGoalRows, readerOf, subjectOf } from './goal-list.service';
import { type GoalValues, type NewGoalQuery, type GoalRow } from './goals.contract';
import { goalFilters, type GoalsQuery } from './goals.filters';
import { findOwnerName, listActions, listChanges, listOwners, type GoalOrder } from './goals.store';
import { goalTable } from './goals.table';

export const path = '/goals';
const usualStage = 8;

type PageContext = Context<'signed-in'>;

/** Whoever opens no weighings sees figures without their links. */
const seesFigures = (context: PageContext) => may(context.actor, 'VIEW_BASE_LPO_PAGE');
const mayEdit = (context: PageContext) => may(context.actor, 'EDIT_GOALS');

export async function goalsPage(context: PageContext, query: GoalsQuery): Promise<Reply> {
  const { t, db, actor, url, acting, now, locale } = context;
  const { scope } = acting;
  const reader = { t, permissions: actor.permissions, unit: actor.unit };
  const state = goalTable.state(query, { reader });
  const { sort } = state;
  const asked = {
    query: { siteId: query.siteId, show: query.show, text: query.text },
    order: sort ? { column: sort.column as GoalOrder, direction: sort.direction } : undefined,
  };
  const load = (standing: ReturnType<typeof goalTable.within>) =>
    listGoalRows(db, scope, { reader: readerOf(context), listed: { ...asked, ...standing.slice } });
  let standing = goalTable.within(Number.MAX_SAFE_INTEGER, state);
  let { rows, total } = await load(standing);
  if (rows.length === 0 && total > 0) {
    standing = goalTable.within(total, state);
    ({ rows, total } = await load(standing));
  }
  const [sites, suggestions] = await Promise.all([
    listPlaces(db, scope),
    query.page === 1
      ? listSuggestions(db, scope, {
          stageId: usualStage,
          now,
          today: localDateOf(now, actor.organisation.timeZone),
          locale,
        })
      : [],
  ]);
  return reply.page(
    <GoalsPage
      t={t}
      settings={settingsOf(context)}
      mayEdit={mayEdit(context)}
      linked={seesFigures(context)}
      filters={goalFilters.bar({ action: path, url, values: query, offer: { t, sites } })}
      table={goalTable.view({ reader, url, rows, total, state: standing })}
      csvHref={withParameters(`/rest/v1${path}/export`, {
        siteId: query.siteId ?? null,
        show: query.show === 'running' ? null : query.show,
        text: query.text ?? null,
      })}
      suggestions={suggestions}
      stageId={usualStage}
      today={localDateOf(now, actor.organisation.timeZone)}
    />,
    { title: t('goals.title') },
  );
}

const statusOf = (refused: RefusedForm | undefined) => (refused ? { status: refusedStatus(refused.failure) } : {});

/** First where, then of what, and then how much: each is asked once the one before it is known. */
export async function newGoalPage(context: PageContext, query: NewGoalQuery, refused?: RefusedForm): Promise<Reply> {
  const { t, db, acting, now, actor, locale } = context;
  const { scope } = acting;
  const stages = await listStages(db, scope);
  const stageId = query.wasteStageId ?? usualStage;
  const title = { title: t('goals.new.title') };
  const values = valuesOf(query);
  if (query.locationId === undefined || query.choose) {
    const page = (
      <NewGoalPage
        t={t}
        settings={settingsOf(context)}
        step={{ kind: 'place', sites: await listPlaces(db, scope), stages, query, stageId }}
      />
    );
    return reply.page(page, title);
  }
  const subject = await findSubject(db, scope, { locationId: query.locationId, stageId, values });
  const today = localDateOf(now, subject.timeZone);
  const common = { t, settings: settingsOf(context, subject.timeZone) };
  if (!subject.baseline)
    return reply.page(
      <NewGoalPage {...common} step={{ kind: 'noBaseline', subject, linked: seesFigures(context) }} />,
      { ...title, ...statusOf(refused) },
    );
  const [first = today] = subject.baseline.weeks;
  const choices = await Promise.all(
    referenceFields.map(async ([field, element]) => {
      const found = await measure(db, scope, {
        grain: 'mix',
        by: element,
        start: first,
        end: today,
        locationId: subject.locationId,
        stageId,
        where: {},
        locale,
      });
      const largest = [...found].sort((a, b) => b.g - a.g).slice(0, mostChoices);
      return { field, options: largest.map(({ refId, refName }) => ({ refId, name: refName })) };
    }),
  );
  const names = await namesOf(context, values);
  const start = startOf(today, subject.baseline.reductionFrom);
  const page = (
    <NewGoalPage
      {...common}
      step={{
        kind: 'terms',
        subject,
        values,
        metric: query.metric ?? 'weight',
        words: subjectOf({ values, stageId }, { t, names }),
        names: Object.fromEntries(names),
        choices,
        owners: await listOwners(db, scope),
        ownerId: actor.userId,
        start,
        end: addDays(start, usualWeeks * 7 - 1),
        refused: refused ? refusalIn(t, refused) : null,
        linked: seesFigures(context),
      }}
    />
  );
  return reply.page(page, { ...title, ...statusOf(refused) });
}

const mostChoices = 200;
const usualWeeks = 13;

/** The Monday after today, or the first one that is compared with the baseline. */
function startOf(today: string, reductionFrom: string): string {
  const monday = addDays(weekStartOf(today), 7);
  return monday < reductionFrom ? reductionFrom : monday;
}

function valuesOf(query: NewGoalQuery): GoalValues {
  return Object.fromEntries(
    referenceFields.flatMap(([field]) => (query[field] === undefined ? [] : [[field, query[field]]])),
  );
}

const namesOf = ({ db, acting, locale }: PageContext, values: GoalValues) =>
  findValueNames(db, {
    organisationId: acting.scope.organisationId,
    ids: Object.values(values).filter((value) => value !== notNamed),
    locale,
  });

const rowOf = (context: PageContext, goalId: number): Promise<GoalRow> =>
  findGoalRow(context.db, context.acting.scope, { goalId, reader: readerOf(context) });

export async function goalPage(
  context: PageContext,
  { goalId, copied, leftOut }: { goalId: number; copied?: number | undefined; leftOut?: number | undefined },
  refused?: RefusedForm,
): Promise<Reply> {
  const { t, db, acting, now } = context;
  const { scope } = acting;
  const goal = await rowOf(context, goalId);
  const { locationId, stageId } = goal;
  const actions = await listActions(db, scope, goalId);
  const [effects, changes, active, weeks, owner] = await Promise.all([
    loadEffects(db, scope, { goal, actions, now, limit: readerOf(context).limit }),
    listChanges(db, scope, goalId),
    findActiveBaseline(db, { organisationId: scope.organisationId, locationId, stageId }),
    listBaselineWeeks(db, scope, { stageId, locationIds: [locationId] }),
    goal.ownerId === null ? null : findOwnerName(db, goal.ownerId),
  ]);
  const today = weeks.map(({ weekStart }) => weekStart);
  return reply.page(
    <GoalPage
      t={t}
      settings={settingsOf(context, goal.timeZone)}
      goal={goal}
      owner={owner}
      actions={actions.map((action, at) => ({ ...action, effect: effects[at] ?? { kind: 'nothingBefore' } }))}
      changes={changes}
      newBaseline={active && (today.join() !== goal.baselineWeeks.join() || otherCurrency(goal)) ? today : null}
      whole={Object.keys(whereOf(goal.values)).length === 0}
      today={localDateOf(now, goal.timeZone)}
      mayEdit={mayEdit(context)}
      linked={seesFigures(context)}
      limit={readerOf(context).limit}
      copied={copied === undefined ? null : { count: copied, leftOut: leftOut ?? 0 }}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: goal.title, ...statusOf(refused) },
  );
}

const otherCurrency = ({ metric, currency, siteCurrency }: GoalRow) => metric === 'cost' && currency !== siteCurrency;

export async function editGoalPage(context: PageContext, goalId: number, refused?: RefusedForm): Promise<Reply> {
  const { t, db, acting } = context;
  const goal = await rowOf(context, goalId);
  const page = (
    <EditGoalPage
      t={t}
      settings={settingsOf(context, goal.timeZone)}
      goal={goal}
      owners={await listOwners(db, acting.scope)}
      refused={refused ? refusalIn(t, refused) : null}
    />
  );
  return reply.page(page, { title: t('goals.edit.title', { title: goal.title }), ...statusOf(refused) });
}

export async function copyGoalPage(context: PageContext, goalId: number, refused?: RefusedForm): Promise<Reply> {
  const { t, db, acting, now } = context;
  const goal = await rowOf(context, goalId);
  const { locationId, stageId, timeZone } = goal;
  const today = localDateOf(now, timeZone);
  const page = (
    <CopyGoalPage
      t={t}
      settings={settingsOf(context, timeZone)}
      goal={goal}
      targets={await listCopyTargets(db, acting.scope, { locationId, stageId, today })}
      refused={refused ? refusalIn(t, refused) : null}
    />
  );
  return reply.page(page, { title: t('goals.copy.title', { title: goal.title }), ...statusOf(refused) });
}
