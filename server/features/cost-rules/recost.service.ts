import {
  listCostRules,
  pricing,
  refuseRule,
  findSiteCurrency,
  markOfRules,
  changeRecost,
  insertRecost,
  lockRecost,
  type RecostKey,
  recostIsRunning,
  type StoredRecost,
} from '../../domain/catalogue';
import type { CostRule } from '../../domain/catalogue/cost.contract';
import { chooseCostRule, costOf } from '../../domain/catalogue/cost.rules';
import type { RecostBody } from '../../domain/catalogue/recost.contract';
import { addUp, noSums, recostOf, type NewCost, type PricedEvent } from '../../domain/catalogue/recost.rules';
import { readEvents, writeCosts } from '../../domain/events';
import { largestCost } from '../../domain/events/values.rules';
import { actorName, userIdOf, type Acting } from '../../platform/acting';
import { defineActions, recordAudit } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { touch } from '../../platform/freshness';
import type { Resources } from '../../platform/resources';
import { addDays, localDateOf } from '../../platform/time';
import { recostJob } from './recost.job-handle';

const recostActions = defineActions('recost', {
  // Nothing but a count comes of it, and no page but its own shows that.
  count: {},
  run: { severity: 'warning' },
  end: {},
});

const mostDays = 366;

const byOf = (acting: Acting) => ({ userId: userIdOf(acting), login: actorName(acting.actor) });

/**
 * Begins to count what reckoning the costs of a period again would change.
 * @param timeZone of the organisation, for today
 * @throws 422 limitedToSites, endsBeforeStart, lastDayAhead, overOneYear, unknownSite
 */
export function countRecost(
  acting: Acting,
  { body, timeZone }: { body: RecostBody; timeZone: string },
): Promise<number> {
  const { scope, now } = acting;
  return pricing(acting, async (trx) => {
    if (body.toDay < body.fromDay) throw refuseRule('costRules.endsBeforeStart', 'toDay');
    // A site may be a day ahead of the organisation.
    if (body.toDay > addDays(localDateOf(now, timeZone), 1)) throw refuseRule('costRules.lastDayAhead', 'toDay');
    if (body.toDay >= addDays(body.fromDay, mostDays)) throw refuseRule('costRules.overOneYear', 'toDay');
    if (body.siteId !== null && !(await findSiteCurrency(trx, scope, body.siteId)))
      throw refuseRule('costRules.unknownSite', 'siteId');
    const { organisationId } = scope;
    const id = await insertRecost(trx, organisationId, {
      body,
      by: byOf(acting),
      rulesMark: await markOfRules(trx, organisationId),
      now,
    });
    await acting.jobs.send(trx, recostJob, { organisationId, id });
    await acting.audit(trx, { action: recostActions.count, entity: 'recost', entityId: id, after: body });
    return id;
  });
}

/**
 * Writes what was counted.
 * @throws 404 unknownRecost, 409 notCounted, recostRunning, previewOutdated, 422 limitedToSites
 */
export function startRecost(acting: Acting, id: number): Promise<void> {
  const {
    scope: { organisationId },
    now,
  } = acting;
  const key = { organisationId, id };
  return pricing(acting, async (trx) => {
    const found = await lockRecost(trx, key);
    if (!found) throw fail.notFound('costRules.unknownRecost');
    if (found.state !== 'COUNTED') throw fail.conflict('costRules.notCounted');
    if (await recostIsRunning(trx, organisationId)) throw fail.conflict('costRules.recostRunning');
    if (found.rulesMark !== (await markOfRules(trx, organisationId))) throw fail.conflict('costRules.previewOutdated');
    await changeRecost(trx, key, {
      state: 'RUNNING',
      cursor: { locationId: 0, afterDay: null, afterEvent: null },
      written: noSums,
      by: byOf(acting),
      now,
    });
    await acting.jobs.send(trx, recostJob, key);
    await acting.audit(trx, {
      action: recostActions.run,
      entity: 'recost',
      entityId: id,
      after: { fromDay: found.fromDay, toDay: found.toDay, siteId: found.siteId, counted: found.counted },
    });
  });
}

const eventsInOneTransaction = 500;

type Dependencies = Pick<Resources, 'database' | 'clock' | 'domain'>;

/**
 * Goes through the events of a period, some in each transaction with the place that it has come to, so that it may be stopped
 * anywhere and go on: first it counts, and once it was started it writes.
 */
export async function runRecost(means: Dependencies, key: RecostKey, limit = eventsInOneTransaction): Promise<void> {
  for (let more = true; more;)
    more = await means.database.db.transaction().execute((trx) => step(trx, means, { key, limit }));
}

/** @returns whether there is more to do */
async function step(
  trx: Trx,
  means: Dependencies,
  { key, limit }: { key: RecostKey; limit: number },
): Promise<boolean> {
  await lockOrganisation(trx, key.organisationId);
  const recost = await lockRecost(trx, key);
  if (recost?.state !== 'COUNTING' && recost?.state !== 'RUNNING') return false;
  const writing = recost.state === 'RUNNING';
  const events = await readEvents(trx, key.organisationId, { recost, limit });
  const rules = await listCostRules(trx, key.organisationId);
  const costs = events.map((event) => ({ event, cost: reprice(event, rules) }));
  const done = events.length < limit;
  const now = means.clock.now();
  const sums = addUp((writing ? recost.written : recost.counted) ?? noSums, costs);
  const last = events.at(-1);
  const cursor = last && { locationId: last.locationId, afterDay: last.day, afterEvent: last.eventId };
  const changes = costs.flatMap(({ event, cost }) => (cost ? [{ event, eventId: event.eventId, cost }] : []));
  if (writing && changes.length > 0)
    await writeCosts(trx, key.organisationId, { changes, why: recost.reason, userId: recost.userId, now });
  if (writing && (changes.length > 0 || done)) {
    await means.domain.eventsTaken(trx, {
      organisationId: key.organisationId,
      change: 'corrected',
      events: { ids: changes.map(({ eventId }) => eventId) },
      weeks: changes.map(({ event }) => event),
      now,
      moreFollow: !done,
    });
  }
  await changeRecost(trx, key, {
    cursor,
    [writing ? 'written' : 'counted']: sums,
    now,
    ...(done ? { state: writing ? 'DONE' : 'COUNTED', ...(writing ? { finishedAt: now } : {}) } : {}),
  });
  if (writing && done) await recordEnd(trx, key, { recost, sums, now });
  return !done;
}

/** By the functions that price an event that comes in. */
function reprice(event: PricedEvent, rules: readonly CostRule[]): NewCost | null {
  const rule = chooseCostRule(rules, event);
  const amount = rule && costOf(rule, event.netCentigrams, event.exponent);
  // Such a price would refuse the event; it keeps what it has.
  if (amount !== null && Number(amount) >= largestCost) return null;
  return recostOf(event, rule && amount !== null ? { amount, ruleId: rule.id } : null);
}

async function recordEnd(
  trx: Trx,
  { organisationId, id }: RecostKey,
  { recost, sums, now }: { recost: StoredRecost; sums: unknown; now: Date },
): Promise<void> {
  const { userId, login, fromDay, toDay, siteId } = recost;
  await recordAudit(trx, {
    organisationId,
    userId,
    actor: login,
    at: now,
    action: recostActions.end,
    entity: 'recost',
    entityId: id,
    after: { fromDay, toDay, siteId, written: sums },
  });
  await touch(trx, organisationId);
}
