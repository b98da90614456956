import {
  countRulesNaming,
  countBelow,
  insertMerge,
  listBelow,
  lockMerge,
  noteProgress,
  type MergeKey,
  changing,
  refuseValue,
  valueOf,
  listNodes,
  lockValue,
  moveValue,
  type StoredValue,
  mergeJob,
} from '../../domain/catalogue';
import type { MergeBody, MergePreview } from '../../domain/catalogue/hierarchies.contract';
import { isFixed, mostLevels, heightOf, pathOf, refuseMerge } from '../../domain/catalogue/hierarchies.rules';
import { countEventsNaming, repointEvents } from '../../domain/events';
import { actorName, userIdOf, type Acting } from '../../platform/acting';
import { defineActions, recordAudit } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { touch } from '../../platform/freshness';
import type { Resources } from '../../platform/resources';

// What pages show of a merge that has ended was recomputed by the roll-up before.
const mergeActions = defineActions('referenceValue', { merge: { severity: 'warning' }, mergeEnd: {} });

interface Pair {
  from: StoredValue;
  into: StoredValue;
}

/** @throws 404 unknownValue, 409 changedMeanwhile, 422 unknownTarget, mergeIntoItself, otherElement, mergeIntoRetired, mergeIntoBelow, tooDeep, fixed */
async function pairOf(
  trx: Trx,
  acting: Acting,
  { valueId, intoId, version }: { valueId: number; intoId: number; version?: number },
): Promise<Pair> {
  const { organisationId } = acting.scope;
  const from = await valueOf(trx, acting, { valueId, version });
  if (isFixed(from.elementCode)) throw fail.unprocessable('hierarchies.fixed');
  const into = intoId === valueId ? from : await lockValue(trx, organisationId, intoId);
  if (!into) throw refuseValue('hierarchies.unknownTarget', 'intoId');
  const nodes = await listNodes(trx, organisationId, from.elementCode);
  const refusal = refuseMerge(nodes, from, into);
  if (refusal) throw refuseValue(refusal, 'intoId');
  if (pathOf(nodes, intoId).length + heightOf(nodes, valueId) - 1 > mostLevels)
    throw refuseValue('hierarchies.tooDeep', 'intoId');
  return { from, into };
}

/**
 * What a merge would change.
 * @throws 422 limitedToSites and as a merge is refused
 */
export function previewMerge(acting: Acting, wanted: { valueId: number; intoId: number }): Promise<MergePreview> {
  const { organisationId } = acting.scope;
  return changing(acting, async (trx) => {
    const { from, into } = await pairOf(trx, acting, wanted);
    return {
      oldName: from.name,
      newName: into.name,
      ...(await countEventsNaming(trx, organisationId, from.valueId)),
      costRules: await countRulesNaming(trx, organisationId, from.valueId),
      below: await countBelow(trx, organisationId, from.valueId),
    };
  });
}

/**
 * A value becomes another one: at once for whoever names it from now on, for what lies in it and for those who listen; its
 * events follow in a job.
 * @throws as `pairOf`, 422 limitedToSites
 */
export function mergeValues(
  acting: Acting,
  { valueId, merge: { intoId, version } }: { valueId: number; merge: MergeBody },
): Promise<void> {
  const {
    scope: { organisationId },
    now,
    domain,
    jobs,
  } = acting;
  return changing(acting, async (trx) => {
    const { from, into } = await pairOf(trx, acting, { valueId, intoId, version });
    const { events } = await countEventsNaming(trx, organisationId, valueId);
    await insertMerge(trx, {
      organisationId,
      oldId: valueId,
      newId: intoId,
      eventsExpected: events,
      by: { userId: userIdOf(acting), login: actorName(acting.actor) },
      now,
    });
    const below = await listBelow(trx, organisationId, valueId);
    for (const one of below)
      if (one !== intoId)
        await moveValue(trx, organisationId, {
          valueId: one,
          place: { hierarchyId: into.hierarchyId, parentId: intoId },
        });
    await domain.valueMerged(trx, {
      organisationId,
      elementCode: from.elementCode,
      oldId: valueId,
      newId: intoId,
      now,
    });
    await jobs.send(trx, mergeJob, { organisationId, oldId: valueId });
    await acting.audit(trx, {
      action: mergeActions.merge,
      entity: 'referenceValue',
      entityId: valueId,
      before: { name: from.name },
      after: { intoId, name: into.name, events, below: below.length },
    });
    await acting.touch(trx);
  });
}

const eventsInOneTransaction = 500;

/**
 * Gives the events of a merged value the new one, a few in each transaction, so that it may be stopped anywhere and run again. Run
 * once more after its end, it takes along what an open transaction still brought in under the old value.
 * @returns how many events it changed
 */
export async function runMerge(
  { database: { db }, clock, domain }: Pick<Resources, 'database' | 'clock' | 'domain'>,
  key: MergeKey,
  limit = eventsInOneTransaction,
): Promise<number> {
  const { organisationId } = key;
  for (let sum = 0; ;) {
    const moved = await db.transaction().execute(async (trx) => {
      await lockOrganisation(trx, organisationId);
      const found = await lockMerge(trx, key);
      if (!found) return 0;
      const now = clock.now();
      const events = await repointEvents(trx, organisationId, {
        ...found,
        why: `${found.oldName} → ${found.newName}`,
        now,
        limit,
      });
      const done = events.length < limit;
      const told = {
        organisationId,
        change: 'corrected' as const,
        events: { ids: events.map((one) => one.eventId) },
        weeks: events,
        now,
      };
      if (events.length > 0 || found.state === 'RUNNING') await domain.eventsTaken(trx, { ...told, moreFollow: !done });
      if (events.length > 0 || found.state === 'RUNNING')
        await noteProgress(trx, key, { moved: events.length, done, now });
      if (done && found.state === 'RUNNING') {
        await recordAudit(trx, {
          organisationId,
          userId: found.userId,
          actor: found.login,
          at: now,
          action: mergeActions.mergeEnd,
          entity: 'referenceValue',
          entityId: key.oldId,
          after: { intoId: found.newId, events: found.eventsMoved + events.length },
        });
        await touch(trx, organisationId);
      }
      return events.length;
    });
    sum += moved;
    if (moved < limit) return sum;
  }
}
