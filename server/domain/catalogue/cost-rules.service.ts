import { userIdOf, type Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { seesAll } from '../../platform/restriction.rules';
import type { LocalDate } from '../../platform/time';
import type { RuleBody } from './cost-rules.contract';
import { findSiteCurrency, insertRule, itemIsKnown, lockRule, repointRules } from './cost-rules.store';
import { recostIsRunning } from './recost.store';
import { currencyIsKnown } from './refdata.store';

export const ruleActions = defineActions('costRule', { create: {}, change: {}, end: {}, withdraw: {} });

export const refuseRule = (
  code: Parameters<typeof fail.unprocessable>[0],
  field: string,
  params?: Record<string, string | number>,
) => fail.unprocessable(code, { params, fields: [{ field, code, params }] });

/**
 * Prices belong to the whole organisation: whoever sees only some of its sites changes none.
 * @throws 422 limitedToSites
 */
export function pricing<T>(acting: Acting, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (!seesAll(acting.scope)) throw fail.unprocessable('costRules.limitedToSites');
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, acting.scope.organisationId);
    return work(trx);
  });
}

/** One price list for the whole of a period. @throws 409 recostRunning */
export async function refuseWhileRecosting(trx: Trx, organisationId: number): Promise<void> {
  if (await recostIsRunning(trx, organisationId)) throw fail.conflict('costRules.recostRunning');
}

/** The prices of an item that became another are prices of the other. @throws 409 recostRunning */
export async function followMergedItem(
  trx: Trx,
  { organisationId, elementCode, oldId, newId }: MergedValue,
): Promise<void> {
  if (elementCode !== 'WASTEITEM') return;
  await refuseWhileRecosting(trx, organisationId);
  await repointRules(trx, organisationId, { oldId, newId });
}

interface MergedValue {
  organisationId: number;
  elementCode: string;
  oldId: number;
  newId: number;
}

/** @throws 422 unknownItem, unknownSite, otherCurrency, unknownCurrency, endsBeforeStart */
async function checkRule(
  trx: Trx,
  { scope }: Acting,
  { itemId, siteId, currency, validFrom, validTo }: RuleBody,
): Promise<void> {
  if (validTo !== null && validTo < validFrom) throw refuseRule('costRules.endsBeforeStart', 'validTo');
  if (itemId !== null && !(await itemIsKnown(trx, scope.organisationId, itemId)))
    throw refuseRule('costRules.unknownItem', 'itemId');
  if (!(await currencyIsKnown(trx, currency))) throw refuseRule('costRules.unknownCurrency', 'currency');
  if (siteId === null) return;
  const site = await findSiteCurrency(trx, scope, siteId);
  if (!site) throw refuseRule('costRules.unknownSite', 'siteId');
  if (site.currency !== currency) throw refuseRule('costRules.otherCurrency', 'currency', { currency: site.currency });
}

/**
 * @returns the new rule's id
 * @throws 409 recostRunning, 422 limitedToSites and as `checkRule`
 */
export function createRule(acting: Acting, body: RuleBody): Promise<number> {
  const { organisationId } = acting.scope;
  return pricing(acting, async (trx) => {
    await refuseWhileRecosting(trx, organisationId);
    await checkRule(trx, acting, body);
    const ruleId = await insertRule(trx, organisationId, { body, userId: userIdOf(acting), now: acting.now });
    await acting.audit(trx, { action: ruleActions.create, entity: 'costRule', entityId: ruleId, after: body });
    await acting.touch(trx);
    return ruleId;
  });
}

interface Changing {
  ruleId: number;
  change(before: RuleBody): RuleBody;
  action: typeof ruleActions.change;
}

/** @throws 404 unknownRule, 409 changedMeanwhile, recostRunning, 422 as `checkRule` */
function supersede(acting: Acting, { ruleId, change, action }: Changing): Promise<number> {
  const { organisationId } = acting.scope;
  return pricing(acting, async (trx) => {
    await refuseWhileRecosting(trx, organisationId);
    const before = await lockRule(trx, organisationId, ruleId);
    if (!before) throw fail.notFound('costRules.unknownRule');
    if (before.superseded) throw fail.conflict('costRules.changedMeanwhile');
    const body = change(before.body);
    await checkRule(trx, acting, body);
    const newId = await insertRule(trx, organisationId, {
      body,
      before: { ruleId, firstId: before.firstId, version: before.version },
      userId: userIdOf(acting),
      now: acting.now,
    });
    await acting.audit(trx, { action, entity: 'costRule', entityId: newId, before: before.body, after: body });
    await acting.touch(trx);
    return newId;
  });
}

/**
 * The rule as it was is kept, because events name it; a new version stands for it.
 * @returns the id of the new version
 */
export const changeRule = (acting: Acting, { ruleId, body }: { ruleId: number; body: RuleBody }): Promise<number> =>
  supersede(acting, { ruleId, change: () => body, action: ruleActions.change });

/** @returns the id of the new version, whose last day it is */
export const endRule = (acting: Acting, { ruleId, validTo }: { ruleId: number; validTo: LocalDate }): Promise<number> =>
  supersede(acting, { ruleId, change: (before) => ({ ...before, validTo }), action: ruleActions.end });
