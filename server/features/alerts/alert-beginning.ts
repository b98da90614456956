import { z } from 'zod';
import { findValueNames } from '../../domain/catalogue';
import { referenceFields, type ReferenceField } from '../../domain/events/reference-fields.rules';
import { listPlaces, listStages } from '../../domain/places';
import { stageName } from '../../domain/places/stage-name.rules';
import type { Locale, Scope, WeightUnit } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { translator } from '../../platform/i18n/messages';
import { chooseMeasure, longestName, newDraft, type AlertDraft } from './alert-form.rules';
import { alertUnits } from './alerts.contract';

const id = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 53 - 1)
  .optional()
  .catch(undefined);

/** What a report asks an alert for: the measure, the place, the stage and the values that it shows. */
export const beginningQuery = {
  new: z.enum(['weight', 'cost']).optional().catch(undefined),
  atSiteId: id,
  atLocationId: id,
  wasteStageId: id,
  ...(Object.fromEntries(referenceFields.map(([field]) => [field, id])) as Record<ReferenceField, typeof id>),
};
type Beginning = z.output<z.ZodObject<typeof beginningQuery>>;

interface BeginningAt {
  organisationId: number;
  scope: Scope;
  locale: Locale;
  currencyCode: string;
  unit: WeightUnit;
}

/** A new alert on what a report shows; its limit is for the person to say. @returns null where none is asked for */
export async function beginningOf(
  db: Db,
  query: Beginning,
  { organisationId, scope, locale, currencyCode, unit }: BeginningAt,
): Promise<AlertDraft | null> {
  if (query.new === undefined) return null;
  const asked = referenceFields.flatMap(([field, elementCode]) => {
    const refId = query[field];
    return refId === undefined ? [] : [{ elementCode, refId }];
  });
  const names = await findValueNames(db, { organisationId, ids: asked.map(({ refId }) => refId), locale });
  const values = asked.flatMap(({ elementCode, refId }) => {
    const refName = names.get(refId);
    return refName === undefined ? [] : [{ elementCode, refId, refName }];
  });
  const stages = (await listStages(db, scope)).filter(({ wasteStageId }) => wasteStageId === query.wasteStageId);
  const watched = [
    ...stages.map(({ wasteStageId, wasteStageName }) => ({
      elementCode: 'WASTESTAGE' as const,
      refId: wasteStageId,
      refName: stageName(translator(locale), wasteStageId, wasteStageName),
    })),
    ...values,
  ];
  const blank = newDraft(currencyCode);
  const draft = query.new === 'weight' ? { ...chooseMeasure(blank, 'netWeightAmount'), ...unitOf(unit) } : blank;
  return {
    ...draft,
    ...placeIn(await listPlaces(db, scope), query),
    alertName: values
      .map(({ refName }) => refName)
      .join(', ')
      .slice(0, longestName)
      .trim(),
    alertOperator: 'GT',
    value: '',
    refAttribs: watched.map(({ elementCode, ...value }) => ({ elementCode, values: [value] })),
  };
}

const unitOf = ({ abbr }: WeightUnit) => ({ alertUnitId: abbr === alertUnits[12] ? (12 as const) : (11 as const) });

function placeIn(
  sites: Awaited<ReturnType<typeof listPlaces>>,
  { atSiteId, atLocationId }: Pick<Beginning, 'atSiteId' | 'atLocationId'>,
): Pick<AlertDraft, 'siteId' | 'locationId'> {
  const site = sites.find(({ siteId, locations }) =>
    atLocationId === undefined ? siteId === atSiteId : locations.some(({ locationId }) => locationId === atLocationId),
  );
  return { siteId: site?.siteId ?? 0, locationId: site && atLocationId !== undefined ? atLocationId : 0 };
}
