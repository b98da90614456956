import { userIdOf, type Acting } from '../../platform/acting';
import type { Db } from '../../platform/db/database';
import { fail, type FieldProblem } from '../../platform/errors';
import { adapterLimits } from './adapter-limits.rules';
import type { ConfirmedName, LocationName, LocationsForm, NamesForm, UnknownName } from './adapters.contract';
import { adapterActions, checkVersion, checkWhole, withAdapter } from './adapters.service';
import { countChange } from './adapters.store';
import { readKnown, readKnownLocations, type NamedValue } from './known-names';
import { deleteMatch, putMatches, replaceLocationMatches, type MatchedElement } from './matches.store';
import { foldName, meaningOf, nearestNames, strongLikeness } from './matching.rules';
import { findLastResult } from './runs.store';

const suggested = 5;

interface LocationReview {
  names: LocationName[];
  /** All that may be chosen. */
  choices: { id: number; name: string }[];
}

/** The locations that a source names, those that nobody knows first. */
export async function readLocationReview(
  { db, scope }: Pick<Acting, 'db' | 'scope'>,
  adapterId: number,
): Promise<LocationReview> {
  const of = { organisationId: scope.organisationId, adapterId };
  const known = await readKnownLocations(db, scope, of);
  const result = await findLastResult(db, of);
  const confirmed = known.matches.map(({ key, name, locationId }): LocationName => ({
    key,
    name,
    locationId,
    how: 'confirmed',
  }));
  const said = new Set(confirmed.map(({ key }) => key));
  const named = new Map<string, string>();
  for (const { name } of [...(result?.unknown.locations ?? []), ...(result?.known ?? [])]) {
    const key = foldName(name);
    if (key !== '' && !said.has(key) && !named.has(key)) named.set(key, name);
  }
  const others = [...named].map(([key, name]): LocationName => {
    const locationId = known.exact.get(key);
    return { key, name, locationId, how: locationId === undefined ? 'unknown' : 'exact' };
  });
  const rank = { unknown: 0, exact: 1, confirmed: 2 };
  return {
    names: [...others, ...confirmed]
      .sort((one, other) => rank[one.how] - rank[other.how] || one.name.localeCompare(other.name))
      .slice(0, adapterLimits.locations),
    choices: known.values.map(({ id, name }) => ({ id, name })),
  };
}

/** What is not decided stays open; what the form does not show stays as it is. @throws Failure 404, 409 changed, 422 unknownLocation */
export function confirmLocations(
  acting: Acting,
  { adapterId, version, rows }: LocationsForm & { adapterId: number },
): Promise<void> {
  return withAdapter(acting, adapterId, async (trx, adapter) => {
    checkVersion(adapter, version);
    const of = { organisationId: acting.scope.organisationId, adapterId };
    const known = await readKnownLocations(trx, acting.scope, of);
    const ids = new Set(known.values.map(({ id }) => id));
    const before = new Map(known.matches.map((match) => [match.key, match]));
    const after = new Map(before);
    for (const { name, meaning } of rows) {
      const key = foldName(name);
      if (key === '') continue;
      if (meaning === null) after.delete(key);
      else after.set(key, { key, name, locationId: meaning === 'none' ? null : meaning });
    }
    if ([...after.values()].some(({ locationId }) => locationId !== null && !ids.has(locationId)))
      throw fail.unprocessable('menuAdapters.problem.unknownLocation');
    await replaceLocationMatches(trx, of, [...after.values()]);
    await countChange(trx, of);
    await acting.audit(trx, {
      action: adapterActions.locations,
      entity: 'menu_adapter',
      entityId: adapterId,
      before: Object.fromEntries([...before.values()].map(({ name, locationId }) => [name, locationId])),
      after: Object.fromEntries([...after.values()].map(({ name, locationId }) => [name, locationId])),
    });
  });
}

export interface NameReview {
  element: MatchedElement;
  unknown: UnknownName[];
  /** Of all pages. */
  total: number;
  confirmed: ConfirmedName[];
  /** All that may be chosen, by name. */
  values: NamedValue[];
}

interface Reviewed {
  adapterId: number;
  element: MatchedElement;
  limit: number;
  offset: number;
}

/** The dishes or dayparts of a source that nobody knows, the most frequent first, with what they may mean. */
export async function readNameReview(
  db: Db,
  organisationId: number,
  { adapterId, element, limit, offset }: Reviewed,
): Promise<NameReview> {
  const { values, matches, exact, confirmed } = await readKnown(db, organisationId, element);
  const result = await findLastResult(db, { organisationId, adapterId });
  const named = (element === 'WASTEITEM' ? result?.unknown.dishes : result?.unknown.dayparts) ?? [];
  const open = named.filter(({ name }) => meaningOf(foldName(name), { exact, confirmed }) === null);
  const shown = open.slice(offset, offset + limit);
  const names = new Map(values.map(({ id, name }) => [id, name]));
  const nearest = shown.length > 0 ? nearestNames(values, suggested) : () => [];
  return {
    element,
    unknown: shown.map((one) => ({
      ...one,
      suggestions: nearest(one.name).map((suggestion) => ({ ...suggestion, name: names.get(suggestion.id) ?? '' })),
    })),
    total: open.length,
    confirmed: matches.map(({ key, name, refId }) => ({
      key,
      name,
      refId,
      refName: refId === null ? null : (names.get(refId) ?? null),
    })),
    values,
  };
}

const unknownItem = (at: number): FieldProblem => ({ field: `other-${at}`, code: 'menuAdapters.problem.unknownItem' });

/**
 * Keeps what names mean, for every source of the organization. @returns how many
 * @throws Failure 404, 422 limitedToSites, unknownItem
 */
export async function confirmNames(
  acting: Acting,
  { adapterId, element, rows, all }: Omit<NamesForm, 'page'> & { adapterId: number },
): Promise<number> {
  return withAdapter(acting, adapterId, async (trx) => {
    const { organisationId } = acting.scope;
    const { values, exact } = await readKnown(trx, organisationId, element);
    const ids = new Set(values.map(({ id }) => id));
    const nearest = all ? nearestNames(values, 1) : null;
    const problems: FieldProblem[] = [];
    const matches = rows.flatMap(({ name, meaning: said, other }, at) => {
      const key = foldName(name);
      if (key === '') return [];
      if (other !== '') {
        const refId = exact.get(foldName(other));
        if (refId === undefined) problems.push(unknownItem(at));
        return refId === undefined ? [] : [{ key, name, refId }];
      }
      const [best] = said === null && nearest ? nearest(name) : [];
      if (best && best.likeness >= strongLikeness) return [{ key, name, refId: best.id }];
      if (said === null) return [];
      if (said !== 'none' && !ids.has(said)) problems.push(unknownItem(at));
      return [{ key, name, refId: said === 'none' ? null : said }];
    });
    if (problems.length > 0) throw fail.unprocessable('menuAdapters.problem.unknownItem', { fields: problems });
    const once = [...new Map(matches.map((match) => [match.key, match])).values()];
    if (once.length === 0) throw fail.unprocessable('menuAdapters.problem.nothingChosen');
    await putMatches(trx, organisationId, { element, matches: once, confirmedBy: userIdOf(acting), now: acting.now });
    await acting.audit(trx, {
      action: adapterActions.match,
      entity: 'menu_item_match',
      entityId: element,
      after: Object.fromEntries(once.map(({ name, refId }) => [name, refId])),
    });
    return once.length;
  });
}

/** What a name means is open again. @throws Failure 404, 422 limitedToSites */
export async function forgetName(
  acting: Acting,
  { element, key }: { element: MatchedElement; key: string },
): Promise<void> {
  checkWhole(acting);
  await acting.db.transaction().execute(async (trx) => {
    const gone = await deleteMatch(trx, acting.scope.organisationId, { element, key });
    if (!gone) return;
    await acting.audit(trx, {
      action: adapterActions.unmatch,
      entity: 'menu_item_match',
      entityId: element,
      before: { [gone.name]: gone.refId },
    });
    await acting.touch(trx);
  });
}
