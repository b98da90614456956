import { listTreeValues } from '../../domain/catalogue';
import { compare, measure } from '../../domain/measures';
import { unreliableOf } from '../../domain/measures/compare.rules';
import { weightsBy } from '../../domain/measures/weights-by.rules';
import type { PlaceFilter } from '../../domain/places/place.contract';
import type { Acting } from '../../platform/acting';
import type { Locale, Scope } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { addDays, lastSundayBefore, type LocalDate } from '../../platform/time';
import { suggestCategory } from './category-words.rules';
import type { DisposalSetName, ProductionSetName } from './factor-sets.rules';
import type { CategorizedItem, CategoryChanges, ImpactFigures } from './impact.contract';
import { impactOf } from './impact.rules';
import { listCategories, listItems, setCategory } from './impact.store';

const actions = defineActions('impact', { categorize: {} });
const weeksShown = 13;

/** Items with their categories, those first that weigh most and have none. */
export async function listCategorized(
  db: Db,
  scope: Scope,
  { locale, today }: { locale: Locale; today: LocalDate },
): Promise<CategorizedItem[]> {
  const end = lastSundayBefore(today);
  const [items, weighed] = await Promise.all([
    listItems(db, scope, { locale }),
    measure(db, scope, {
      grain: 'span',
      by: 'element',
      element: 'WASTEITEM',
      start: addDays(end, 1 - 7 * weeksShown),
      end,
      locale,
    }),
  ]);
  const grams = new Map<number | null, number>();
  for (const { refId, g } of weighed) grams.set(refId, (grams.get(refId) ?? 0) + g);
  return items
    .map((item) => ({
      ...item,
      suggested: item.category === null ? suggestCategory(item.name) : null,
      grams: grams.get(item.itemId) ?? 0,
    }))
    .sort((a, b) => Number(a.category !== null) - Number(b.category !== null) || b.grams - a.grams);
}

/** @returns how many were changed @throws 422 for an item of another list or organization; nothing is changed then */
export async function categorize(acting: Acting, changes: CategoryChanges): Promise<number> {
  const { scope, now } = acting;
  return acting.db.transaction().execute(async (trx) => {
    const known = new Set((await listTreeValues(trx, scope.organisationId, 'WASTEITEM')).map(({ valueId }) => valueId));
    if (changes.some(({ itemId }) => !known.has(itemId))) throw fail.unprocessable('impact.error.unknownItem');
    const before = await listCategories(trx, scope.organisationId);
    const changed = changes.filter(({ itemId, category }) => (before.get(itemId) ?? null) !== category);
    for (const { itemId, category } of changed) {
      await setCategory(trx, scope.organisationId, { itemId, category, now });
      await acting.audit(trx, {
        action: actions.categorize,
        entity: 'item',
        entityId: itemId,
        before: { category: before.get(itemId) ?? null },
        after: { category },
      });
    }
    return changed.length;
  });
}

export interface ImpactQuestion {
  place: PlaceFilter;
  stageId: number;
  /** A Monday and a Sunday. */
  start: LocalDate;
  end: LocalDate;
  productionSet: ProductionSetName;
  disposalSet: DisposalSetName;
  /** Fraction of open days that a result needs. */
  limit: number;
}

/** What was prevented against the baselines, and what that has spared. */
export async function loadImpact(
  db: Db,
  scope: Scope,
  { place, stageId, start, end, productionSet, disposalSet, limit }: ImpactQuestion,
): Promise<ImpactFigures> {
  const mix = { grain: 'mix', start, end, ...place, stageId, where: {}, locale: 'en_US' } as const;
  const [sites, byItem, bySink, categories, sinks] = await Promise.all([
    compare(db, scope, { by: 'site', stageId, start, end, ...place }),
    measure(db, scope, { ...mix, by: 'WASTEITEM' }),
    measure(db, scope, { ...mix, by: 'WASTESINK' }),
    listCategories(db, scope.organisationId),
    listTreeValues(db, scope.organisationId, 'WASTESINK'),
  ]);
  const destinations = new Map(sinks.map(({ valueId, flwDestination }) => [valueId, flwDestination]));
  return impactOf({
    start,
    end,
    productionSet,
    disposalSet,
    sites: sites.map((site) => ({ ...site, unreliable: unreliableOf(site.locations, limit) })),
    categories: weightsBy(byItem, (id) => categories.get(id) ?? null).map(({ key, grams }) => ({
      category: key,
      grams,
    })),
    destinations: weightsBy(bySink, (id) => destinations.get(id) ?? null).map(({ key, grams }) => ({
      destination: key,
      grams,
    })),
  });
}
