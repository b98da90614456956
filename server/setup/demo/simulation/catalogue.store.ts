import type { ElementCode } from '../../../domain/catalogue/refdata.contract';
import type { Trx } from '../../../platform/db/database';
import type { LocalDate } from '../../../platform/time';
import { translatedNames } from './catalogue-names.rules';
import {
  checkweightReferences,
  containers,
  dayparts,
  items,
  otherGbpPerKg,
  priceLevel,
  reasons,
  sinks,
  sources,
  withInedibleParts,
} from './catalogue.rules';
import { currencyOf, type CountryCode } from './places.rules';

/** Database ids in the order of the catalogue's lists. */
export interface CatalogueRows {
  items: number[];
  reasons: number[];
  sources: number[];
  sinks: number[];
  dayparts: number[];
  containers: number[];
  checkweightReferences: number[];
}

/** Writes reference values and cost rules of a new organisation, which has its reasons for check weight notes. */
export async function insertCatalogue(trx: Trx, organisationId: number, pricesFrom: LocalDate): Promise<CatalogueRows> {
  const categories = [...new Set(items.map((item) => item.category))];
  const itemHierarchy = await insertHierarchy(trx, organisationId, { element: 'WASTEITEM', name: 'Food items' });
  const parents = await insertValues(trx, organisationId, {
    element: 'WASTEITEM',
    hierarchyId: itemHierarchy,
    values: categories.map((name) => ({ name })),
  });
  const itemIds = await insertValues(trx, organisationId, {
    element: 'WASTEITEM',
    hierarchyId: itemHierarchy,
    values: items.map(({ name, category }) => ({
      name,
      parentId: parents[categories.indexOf(category)],
      material: withInedibleParts.has(name) ? 'BOTH' : 'FOOD',
    })),
  });
  const flat = async (element: ElementCode, name: string, values: readonly NewValue[]) =>
    insertValues(trx, organisationId, {
      element,
      hierarchyId: await insertHierarchy(trx, organisationId, { element, name }),
      values,
    });
  await insertPrices(trx, organisationId, { itemIds, pricesFrom });
  return {
    items: itemIds,
    reasons: await flat('WASTEREASON', 'Reasons', reasons),
    sources: await flat('WASTESOURCE', 'Stations', sources),
    sinks: await flat('WASTESINK', 'Destinations', sinks),
    dayparts: await flat('DAYPART', 'Dayparts', dayparts),
    containers: await flat('CONTAINER', 'Containers', containers),
    checkweightReferences: await listCheckweightReferences(trx, organisationId),
  };
}

async function insertHierarchy(
  trx: Trx,
  organisationId: number,
  { element, name }: { element: ElementCode; name: string },
): Promise<number> {
  const row = await trx
    .insertInto('hierarchy')
    .values({ organisation_id: organisationId, element_code: element, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

interface NewValue {
  name: string;
  code?: string;
  parentId?: number;
  tareGrams?: number;
  countsAsWaste?: boolean;
  flwDestination?: string;
  donation?: boolean;
  material?: string;
}

interface NewValues {
  element: ElementCode;
  hierarchyId: number;
  values: readonly NewValue[];
}

/** @returns ids in the order of the values */
async function insertValues(
  trx: Trx,
  organisationId: number,
  { element, hierarchyId, values }: NewValues,
): Promise<number[]> {
  const rows = await trx
    .insertInto('ref_value')
    .values(
      values.map((value) => ({
        organisation_id: organisationId,
        hierarchy_id: hierarchyId,
        element_code: element,
        name: value.name,
        code: value.code ?? null,
        parent_id: value.parentId ?? null,
        tare_g: value.tareGrams ?? null,
        counts_as_waste: value.countsAsWaste ?? true,
        flw_destination: value.flwDestination ?? null,
        is_donation: value.donation ?? false,
        material: value.material ?? null,
      })),
    )
    .returning(['id', 'name'])
    .execute();
  await insertTranslations(trx, organisationId, rows);
  const ids = new Map(rows.map((row) => [row.name, row.id]));
  return values.map((value) => ids.get(value.name) as number);
}

async function insertTranslations(
  trx: Trx,
  organisationId: number,
  values: readonly { id: number; name: string }[],
): Promise<void> {
  const rows = values.flatMap(({ id, name: own }) =>
    Object.entries(translatedNames.get(own) ?? {}).map(([locale, name]) => ({
      organisation_id: organisationId,
      ref_id: id,
      locale,
      name,
    })),
  );
  await trx.insertInto('ref_value_translation').values(rows).execute();
}

/** One price per item and currency, and one per currency for what has no item. */
async function insertPrices(
  trx: Trx,
  organisationId: number,
  { itemIds, pricesFrom }: { itemIds: readonly number[]; pricesFrom: LocalDate },
): Promise<void> {
  const shapes = [
    ...items.map((item, index) => ({ itemId: itemIds[index] as number, gbpPerKg: item.gbpPerKg })),
    { itemId: null, gbpPerKg: otherGbpPerKg },
  ];
  const rules = (Object.keys(currencyOf) as CountryCode[]).flatMap((country) =>
    shapes.map(({ itemId, gbpPerKg }) => ({
      organisation_id: organisationId,
      ref_item_id: itemId,
      currency_code: currencyOf[country],
      valid_from: pricesFrom,
      amount_per_kg: Math.round(gbpPerKg * priceLevel[country] * 100) / 100,
    })),
  );
  await trx.insertInto('cost_rule').values(rules).execute();
}

async function listCheckweightReferences(trx: Trx, organisationId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('checkweight_note_reference')
    .select(['id', 'key'])
    .where('organisation_id', '=', organisationId)
    .execute();
  const ids = new Map(rows.map((row) => [row.key, row.id]));
  return checkweightReferences.map((key) => ids.get(key) as number);
}
