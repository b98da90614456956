import type { Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { seesAll } from '../../platform/restriction.rules';
import { gramsPerUnit } from '../../platform/weight-units.rules';
import { resolveNames } from './catalogue.service';
import { refuseWhileRecosting } from './cost-rules.service';
import type { NewValue, ValueEdit, ValueMove } from './hierarchies.contract';
import { factsOf, isFixed, refuseMove, type Fact } from './hierarchies.rules';
import type { ElementCode } from './refdata.contract';
import {
  freeMergedName,
  insertList,
  insertValue,
  listIsNamed,
  listLists,
  listNodes,
  listTakenNames,
  lockList,
  lockValue,
  moveValue,
  putTranslations,
  renameList,
  retireBelow,
  updateValue,
  type Facts,
  type StoredList,
  type StoredValue,
} from './values.store';

const valueActions = defineActions('referenceValue', { create: {}, change: {}, move: {} });
const listActions = defineActions('hierarchy', { create: {}, rename: {} });

export const refuseValue = (
  code: Parameters<typeof fail.unprocessable>[0],
  field: string,
  params?: Record<string, string | number>,
) => fail.unprocessable(code, { params, fields: [{ field, code, params }] });

/**
 * Values belong to the whole organisation: whoever sees only some of its sites changes none.
 * @throws 422 limitedToSites
 */
export function changing<T>(acting: Acting, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (!seesAll(acting.scope)) throw fail.unprocessable('hierarchies.limitedToSites');
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, acting.scope.organisationId);
    return work(trx);
  });
}

/** @throws 404 unknownValue, 422 fixed, 409 changedMeanwhile */
export async function valueOf(
  trx: Trx,
  acting: Acting,
  { valueId, version }: { valueId: number; version?: number },
): Promise<StoredValue> {
  const value = await lockValue(trx, acting.scope.organisationId, valueId);
  if (!value) throw fail.notFound('hierarchies.unknownValue');
  if (version !== undefined && value.version !== version) throw fail.conflict('hierarchies.changedMeanwhile');
  return value;
}

function refuseFixed(elementCode: ElementCode): void {
  if (isFixed(elementCode)) throw fail.unprocessable('hierarchies.fixed');
}

/** @throws 422 fixed, listTaken */
export function createList(
  acting: Acting,
  { elementCode, name }: { elementCode: ElementCode; name: string },
): Promise<number> {
  refuseFixed(elementCode);
  const { organisationId } = acting.scope;
  return changing(acting, async (trx) => {
    if (await listIsNamed(trx, organisationId, { elementCode, name }))
      throw refuseValue('hierarchies.listTaken', 'hierarchyName');
    const hierarchyId = await insertList(trx, organisationId, { elementCode, name });
    await acting.audit(trx, {
      action: listActions.create,
      entity: 'hierarchy',
      entityId: hierarchyId,
      after: { elementCode, name },
    });
    await acting.touch(trx);
    return hierarchyId;
  });
}

/** @throws 404 unknownList, 422 listTaken */
export function changeList(
  acting: Acting,
  { hierarchyId, name }: { hierarchyId: number; name: string },
): Promise<void> {
  const { organisationId } = acting.scope;
  return changing(acting, async (trx) => {
    const before = await lockList(trx, organisationId, hierarchyId);
    if (!before) throw fail.notFound('hierarchies.unknownList');
    if (await listIsNamed(trx, organisationId, { elementCode: before.elementCode, name, exceptId: hierarchyId }))
      throw refuseValue('hierarchies.listTaken', 'hierarchyName');
    await renameList(trx, organisationId, { hierarchyId, name });
    await acting.audit(trx, {
      action: listActions.rename,
      entity: 'hierarchy',
      entityId: hierarchyId,
      before: { name: before.name },
      after: { name },
    });
    await acting.touch(trx);
  });
}

const bare: Facts = {
  name: '',
  status: 'A',
  tareGrams: null,
  countsAsWaste: true,
  flwDestination: null,
  donation: false,
  material: null,
};

/** What is said, over what was there. @throws 422 notOfElement for a fact that values of the element do not have */
function withFacts(before: Facts, elementCode: ElementCode, said: Omit<ValueEdit, 'version'>): Facts {
  const has = factsOf(elementCode);
  const wrong = (Object.keys(has) as Fact[]).find(
    (fact) => !has[fact] && said[fact] !== undefined && said[fact] !== null,
  );
  if (wrong) throw refuseValue('hierarchies.notOfElement', wrong);
  const {
    name = before.name,
    valueStatus: status = before.status,
    countsAsWaste = before.countsAsWaste,
    flwDestination = before.flwDestination,
    donation = before.donation,
    material = before.material,
    tare,
  } = said;
  const tareGrams =
    tare === undefined ? before.tareGrams : tare && Math.round(tare.weight * gramsPerUnit[tare.unit] * 100) / 100;
  if (donation && flwDestination !== null) throw refuseValue('hierarchies.donationLeadsNowhere', 'flwDestination');
  return { name, status, countsAsWaste, flwDestination, donation, material, tareGrams };
}

interface Named {
  elementCode: ElementCode;
  valueId?: number;
  name?: string | undefined;
  translations?: ValueEdit['translations'];
}

/** Sheets and devices name values in any language, so a name means one value of its element. @throws 422 nameTaken */
async function refuseTakenNames(
  trx: Trx,
  organisationId: number,
  { elementCode, valueId, name, translations = {} }: Named,
): Promise<void> {
  const said = [
    ...(name === undefined ? [] : [['name', name] as const]),
    ...Object.entries(translations).flatMap(([locale, text]) =>
      text ? [[`translations.${locale}`, text] as const] : [],
    ),
  ];
  if (said.length === 0) return;
  const taken = await listTakenNames(trx, organisationId, {
    elementCode,
    names: said.map(([, text]) => text),
    exceptId: valueId,
  });
  const fields = said
    .filter(([, text]) => taken.includes(text))
    .map(([field, text]) => ({ field, code: 'hierarchies.nameTaken' as const, params: { name: text } }));
  if (fields[0]) throw fail.unprocessable('hierarchies.nameTaken', { params: fields[0].params, fields });
}

/** @throws 404 unknownList, 422 unknownParent, belowItself, tooDeep */
async function placeOf(
  trx: Trx,
  organisationId: number,
  { hierarchyId, parentId, value }: { hierarchyId: number; parentId: number | null; value?: StoredValue },
): Promise<StoredList> {
  const list = await lockList(trx, organisationId, hierarchyId);
  if (!list || (value && list.elementCode !== value.elementCode))
    throw refuseValue('hierarchies.unknownList', 'hierarchyId');
  if (parentId === null) return list;
  const parent = await lockValue(trx, organisationId, parentId);
  if (!parent || parent.hierarchyId !== hierarchyId) throw refuseValue('hierarchies.unknownParent', 'parentId');
  if (parent.status === 'I' && value?.status !== 'I') throw refuseValue('hierarchies.parentRetired', 'parentId');
  const refusal = refuseMove(await listNodes(trx, organisationId, list.elementCode), {
    valueId: value?.valueId ?? 0,
    parentId,
  });
  if (refusal) throw refuseValue(refusal, 'parentId');
  return list;
}

/** @throws 422 unknownList, unknownParent, parentRetired, tooDeep, nameTaken, notOfElement, fixed */
export function createValue(acting: Acting, value: NewValue): Promise<number> {
  return changing(acting, async (trx) => {
    const valueId = await addValue(trx, acting, value);
    await acting.touch(trx);
    return valueId;
  });
}

/**
 * Finds values by their names, in any language, and makes those that there are not, within a change that does more, which touches.
 * @param hierarchy what the first hierarchy of the element is called
 * @returns their ids, in the order of the names
 * @throws 422 limitedToSites
 */
export async function valuesNamed(
  trx: Trx,
  acting: Acting,
  { elementCode, names, hierarchy }: { elementCode: ElementCode; names: readonly string[]; hierarchy: string },
): Promise<number[]> {
  if (!seesAll(acting.scope)) throw fail.unprocessable('hierarchies.limitedToSites');
  refuseFixed(elementCode);
  const { organisationId } = acting.scope;
  await lockOrganisation(trx, organisationId);
  const [list] = await listLists(trx, organisationId, elementCode);
  const references = names.map((name) => ({ element: elementCode, name, hierarchy: list?.hierarchyName ?? hierarchy }));
  const { references: ids, made } = await resolveNames(trx, organisationId, {
    names: { sites: [], locations: [], references },
    choice: { places: 'refuse', references: 'create' },
  });
  for (const valueId of made.references)
    await acting.audit(trx, {
      action: valueActions.create,
      entity: 'referenceValue',
      entityId: valueId,
      after: { elementCode, name: names[ids.indexOf(valueId)] },
    });
  return ids.filter((id) => id !== null);
}

/**
 * The same within a change that does more, which touches.
 * @param value `only`: of this element
 */
export async function addValue(
  trx: Trx,
  acting: Acting,
  { name, hierarchyId, parentId, only, ...said }: NewValue & { only?: ElementCode },
): Promise<number> {
  const { organisationId } = acting.scope;
  const { elementCode } = await placeOf(trx, organisationId, { hierarchyId, parentId });
  refuseFixed(elementCode);
  if (only !== undefined && elementCode !== only) throw refuseValue('hierarchies.unknownList', 'hierarchyId');
  await refuseTakenNames(trx, organisationId, { elementCode, name, translations: said.translations });
  const facts = withFacts(bare, elementCode, { ...said, name });
  const valueId = await insertValue(trx, organisationId, { elementCode, place: { hierarchyId, parentId }, facts });
  await putTranslations(trx, organisationId, { valueId, names: said.translations ?? {} });
  await acting.audit(trx, {
    action: valueActions.create,
    entity: 'referenceValue',
    entityId: valueId,
    after: { elementCode, hierarchyId, parentId, ...facts, translations: said.translations },
  });
  return valueId;
}

/**
 * Retiring a value retires what lies in it; brought back, each of them is by itself.
 * @throws 404 unknownValue, 409 changedMeanwhile, 422 nameTaken, notOfElement, parentRetired
 */
export function changeValue(
  acting: Acting,
  { valueId, edit: { version, ...said } }: { valueId: number; edit: ValueEdit },
): Promise<void> {
  const { organisationId } = acting.scope;
  return changing(acting, async (trx) => {
    const before = await valueOf(trx, acting, { valueId, version });
    await refuseTakenNames(trx, organisationId, { elementCode: before.elementCode, valueId, ...said });
    if (said.valueStatus === 'A' && before.status === 'I' && before.parentId !== null) {
      const parent = await lockValue(trx, organisationId, before.parentId);
      if (parent?.status === 'I') throw refuseValue('hierarchies.parentRetired', 'valueStatus');
    }
    const facts = withFacts(before, before.elementCode, said);
    if (facts.name.toLowerCase() !== before.name.toLowerCase())
      await freeMergedName(trx, organisationId, { value: before, name: facts.name });
    await updateValue(trx, organisationId, { valueId, facts });
    await putTranslations(trx, organisationId, { valueId, names: said.translations ?? {} });
    const retired = facts.status === 'I' && before.status === 'A' ? await retireBelow(trx, organisationId, valueId) : 0;
    await acting.audit(trx, {
      action: valueActions.change,
      entity: 'referenceValue',
      entityId: valueId,
      before,
      after: { ...facts, translations: said.translations, retiredBelow: retired },
    });
    await acting.touch(trx);
  });
}

/** @throws 404 unknownValue, 409 changedMeanwhile, recostRunning, 422 unknownList, unknownParent, parentRetired, belowItself, tooDeep */
export function placeValue(
  acting: Acting,
  { valueId, move: { version, hierarchyId, parentId } }: { valueId: number; move: ValueMove },
): Promise<void> {
  const { organisationId } = acting.scope;
  return changing(acting, async (trx) => {
    const value = await valueOf(trx, acting, { valueId, version });
    await placeOf(trx, organisationId, { hierarchyId, parentId, value });
    if (value.elementCode === 'WASTEITEM') await refuseWhileRecosting(trx, organisationId);
    await moveValue(trx, organisationId, { valueId, place: { hierarchyId, parentId } });
    const before = { hierarchyId: value.hierarchyId, parentId: value.parentId };
    await acting.audit(trx, {
      action: valueActions.move,
      entity: 'referenceValue',
      entityId: valueId,
      before,
      after: { hierarchyId, parentId },
    });
    await acting.touch(trx);
  });
}
