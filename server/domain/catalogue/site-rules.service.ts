import { userIdOf, type Acting } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { seesAll } from '../../platform/restriction.rules';
import { addDays, type LocalDate } from '../../platform/time';
import { refuseRule, refuseWhileRecosting, ruleActions } from './cost-rules.service';
import { insertRule, lockRule } from './cost-rules.store';
import { from, termsOf, wouldGoOn, type SiteRule } from './site-rules.rules';
import {
  listSiteCurrencies,
  listSiteRules,
  listUnknownItems,
  withdrawRule,
  type KeptSiteRule,
} from './site-rules.store';

interface SiteChange {
  siteId: number;
  /** What is taken away ends on the day before, or never was where it begins later. */
  day: LocalDate;
  add: readonly SiteRule[];
  /** As `listSiteRules` gives them, from the day on. */
  remove: readonly SiteRule[];
}

/**
 * Gives a site prices and takes others away, from a day on. What ended the day before and is given again goes on.
 * @throws 409 recostRunning, changedMeanwhile, 422 limitedToSites, unknownSite, otherCurrency, unknownItem
 */
export async function changeSiteRules(
  trx: Trx,
  acting: Acting,
  { siteId, day, add, remove }: SiteChange,
): Promise<void> {
  const { scope } = acting;
  const { organisationId } = scope;
  if (!seesAll(scope)) throw fail.unprocessable('costRules.limitedToSites');
  await lockOrganisation(trx, organisationId);
  await refuseWhileRecosting(trx, organisationId);
  await checkRules(trx, acting, { siteId, add });
  const kept = await listSiteRules(trx, scope, { siteIds: [siteId], day: addDays(day, -1) });
  const live = kept.filter(({ validTo }) => validTo === null || validTo >= day);
  for (const rule of remove) {
    const at = live.findIndex((one) => termsOf(from(one, day)) === termsOf(from(rule, day)));
    const [found] = at === -1 ? [] : live.splice(at, 1);
    if (!found) throw fail.conflict('costRules.changedMeanwhile');
    await takeAway(trx, acting, { rule: found, day });
  }
  const ended = kept.filter(({ validTo }) => validTo === addDays(day, -1));
  for (const rule of add) {
    const goesOn = ended.findIndex((one) => wouldGoOn(one, rule));
    const [before] = goesOn === -1 ? [] : ended.splice(goesOn, 1);
    if (before) await follow(trx, acting, { before, validTo: rule.validTo });
    else {
      const body = { ...rule, siteId };
      const ruleId = await insertRule(trx, organisationId, { body, userId: userIdOf(acting), now: acting.now });
      await acting.audit(trx, { action: ruleActions.create, entity: 'costRule', entityId: ruleId, after: body });
    }
  }
  await acting.touch(trx);
}

async function checkRules(
  trx: Trx,
  { scope }: Acting,
  { siteId, add }: Pick<SiteChange, 'siteId' | 'add'>,
): Promise<void> {
  const currency = (await listSiteCurrencies(trx, scope, [siteId])).get(siteId);
  if (currency === undefined) throw refuseRule('costRules.unknownSite', 'siteId');
  if (add.some((rule) => rule.currency !== currency))
    throw refuseRule('costRules.otherCurrency', 'currency', { currency });
  const items = [...new Set(add.flatMap(({ itemId }) => itemId ?? []))];
  if ((await listUnknownItems(trx, scope.organisationId, items)).length > 0)
    throw refuseRule('costRules.unknownItem', 'itemId');
}

async function takeAway(
  trx: Trx,
  acting: Acting,
  { rule, day }: { rule: KeptSiteRule; day: LocalDate },
): Promise<void> {
  if (rule.validFrom < day) return follow(trx, acting, { before: rule, validTo: addDays(day, -1) });
  const { ruleId, ...before } = rule;
  await withdrawRule(trx, acting.scope.organisationId, { ruleId, now: acting.now });
  await acting.audit(trx, { action: ruleActions.withdraw, entity: 'costRule', entityId: ruleId, before });
}

/** A new version of a rule, with another last day. */
async function follow(
  trx: Trx,
  acting: Acting,
  { before: { ruleId }, validTo }: { before: KeptSiteRule; validTo: LocalDate | null },
): Promise<void> {
  const { organisationId } = acting.scope;
  const found = await lockRule(trx, organisationId, ruleId);
  if (!found || found.superseded) throw fail.conflict('costRules.changedMeanwhile');
  const body = { ...found.body, validTo };
  const newId = await insertRule(trx, organisationId, {
    body,
    before: { ruleId, firstId: found.firstId, version: found.version },
    userId: userIdOf(acting),
    now: acting.now,
  });
  await acting.audit(trx, {
    action: ruleActions.end,
    entity: 'costRule',
    entityId: newId,
    before: found.body,
    after: body,
  });
}
