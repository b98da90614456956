import { findValueNames } from '../../domain/catalogue';
import { referenceFields } from '../../domain/events/reference-fields.rules';
import { stageName } from '../../domain/places/stage-name.rules';
import type { Actor, Locale, Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Translate } from '../../platform/i18n/messages';
import { loadProgress } from './goal-figures.service';
import { notNamed } from './goal-limits.rules';
import { type Goal, type GoalRow } from './goals.contract';
import { findGoal, listGoals, type GoalOrder, type GoalsQuery } from './goals.store';

export interface GoalsReader {
  t: Translate;
  locale: Locale;
  now: Date;
  /** Fraction of open days that a result needs. */
  limit: number;
}

interface Listed {
  query: Omit<GoalsQuery, 'now'>;
  order?: { column: GoalOrder; direction: 'asc' | 'desc' };
  limit: number;
  offset: number;
}

/** Some goals with how far they have come, and how many there are of all. */
export async function listGoalRows(
  db: Db,
  scope: Scope,
  {
    reader,
    listed: { query, order = { column: 'until', direction: 'asc' }, ...slice },
  }: { reader: GoalsReader; listed: Listed },
): Promise<{ rows: GoalRow[]; total: number }> {
  const { goals, total } = await listGoals(db, scope, { ...query, now: reader.now, order, ...slice });
  return { rows: await withProgress(db, scope, { goals, reader }), total };
}

/** @throws 404 where the goal is not seen */
export async function findGoalRow(
  db: Db,
  scope: Scope,
  { goalId, reader }: { goalId: number; reader: GoalsReader },
): Promise<GoalRow> {
  const goal = await findGoal(db, scope, goalId);
  const [row] = goal ? await withProgress(db, scope, { goals: [goal], reader }) : [];
  if (!row) throw fail.notFound('goals.error.unknown');
  return row;
}

/** What a person reads goals with. */
export const readerOf = ({
  t,
  locale,
  now,
  actor,
}: Pick<GoalsReader, 't' | 'locale' | 'now'> & { actor: Actor }): GoalsReader => ({
  t,
  locale,
  now,
  limit: actor.organisation.trackingLimit,
});

/** What goals are of, in words, and how far they have come. */
async function withProgress(
  db: Db,
  scope: Scope,
  { goals, reader: { t, locale, now, limit } }: { goals: readonly Goal[]; reader: GoalsReader },
): Promise<GoalRow[]> {
  const ids = goals.flatMap(({ values }) => Object.values(values).filter((value) => value !== notNamed));
  const names = await findValueNames(db, { organisationId: scope.organisationId, ids: [...new Set(ids)], locale });
  const progress = await loadProgress(db, scope, { goals, now, limit });
  return goals.flatMap((goal, at) => {
    const own = progress[at];
    return own ? [{ ...goal, subject: subjectOf(goal, { t, names }), progress: own }] : [];
  });
}

export function subjectOf(
  { values, stageId }: Pick<Goal, 'values' | 'stageId'>,
  { t, names }: { t: Translate; names: ReadonlyMap<number, string> },
): string {
  const named = referenceFields.flatMap(([field]) => {
    const value = values[field];
    if (value === undefined) return [];
    return value === notNamed
      ? [t('goals.without', { field: t(`legacy.fields.${field}`) })]
      : [names.get(value) ?? String(value)];
  });
  return [...named, stageName(t, stageId)].join(' · ');
}

/** All goals of a query, some at a time: a file has no page. */
export async function* eachGoal(
  db: Db,
  scope: Scope,
  { reader, query }: { reader: GoalsReader; query: Omit<GoalsQuery, 'now'> },
): AsyncGenerator<GoalRow> {
  for (let offset = 0; ; offset += filePage) {
    const { rows } = await listGoalRows(db, scope, { reader, listed: { query, limit: filePage, offset } });
    yield* rows;
    if (rows.length < filePage) return;
  }
}

const filePage = 200;
