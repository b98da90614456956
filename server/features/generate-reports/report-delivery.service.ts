import { randomUUID } from 'node:crypto';
import type { ActingPersonally } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Resources } from '../../platform/resources';
import { reportActions } from './generate-reports.audit';
import type { StoredRun } from './generate-reports.contract';
import { mayRead } from './report-kinds.rules';
import { reportMailChannel } from './report-mail.channel';
import { insertDelivery, listDeliveries, seesRun, type RunKey } from './report-runs.store';
import { findReportSettings, listMembers, listRecipients } from './report-schedules.store';

type Means = Pick<Resources, 'outbox' | 'reach'>;

interface Delivered {
  run: StoredRun;
  key: RunKey;
  now: Date;
}

/**
 * Posts a report to the people of its schedule, each of them once: whoever has left the organization, or does not see everything
 * that the report is of, gets none, and the record says why.
 */
export async function deliverToRecipients(trx: Trx, means: Means, { run, key, now }: Delivered): Promise<void> {
  if (run.scheduleId === null) return;
  const recipients = await listRecipients(trx, { organisationId: key.organisationId, scheduleId: run.scheduleId });
  await deliverTo(trx, means, { run, key, now, userIds: recipients });
}

async function deliverTo(
  trx: Trx,
  { outbox, reach }: Means,
  { run, key, now, userIds }: Delivered & { userIds: readonly number[] },
): Promise<void> {
  const { organisationId, id } = key;
  const members = new Map(
    (await listMembers(trx, { organisationId, restriction: null })).map((one) => [one.userId, one]),
  );
  const settings = await findReportSettings(trx, organisationId);
  for (const userId of userIds) {
    const leaveOut = (reason: string) => insertDelivery(trx, key, { userId, outboxKey: null, reason, now });
    const member = members.get(userId);
    const reached = member && (await reach.ofPerson(trx, { userId, organisationId }));
    if (!member || !reached) {
      await leaveOut('reports.leftOut.notMember');
      continue;
    }
    if (!mayRead(run.kind, reached.actor.permissions)) {
      await leaveOut('reports.leftOut.noRight');
      continue;
    }
    if (!(await seesRun(trx, reached.scope, id))) {
      await leaveOut('reports.leftOut.seesLess');
      continue;
    }
    const outboxKey = `report:${organisationId}:${id}:${userId}:${randomUUID()}`;
    await insertDelivery(trx, key, { userId, outboxKey, reason: null, now });
    await outbox.post(trx, reportMailChannel, {
      key: outboxKey,
      organisationId,
      now,
      payload: {
        organisationId,
        runId: id,
        outboxKey,
        to: member.email,
        name: member.fullName,
        organisation: settings?.name ?? '',
        author: run.requestedByName ?? '',
        opens: reached.actor.permissions.has('GENERATE_REPORTS'),
      },
    });
  }
}

/** Mails a report again to those of its recipients who have not got it. @throws 422 where nobody is left */
export function sendAgain(acting: ActingPersonally, means: Means, run: StoredRun): Promise<void> {
  const key = { organisationId: acting.scope.organisationId, id: run.runId };
  return acting.db.transaction().execute(async (trx) => {
    const earlier = await listDeliveries(trx, { ...key, now: acting.now });
    const newest = new Map([...earlier].reverse().map((one) => [one.userId, one]));
    const userIds = [...newest.values()]
      .filter(({ state }) => state === 'failed' || state === 'leftOut')
      .map(({ userId }) => userId);
    if (userIds.length === 0) throw fail.unprocessable('reports.error.nobodyToSendTo');
    await deliverTo(trx, means, { run, key, now: acting.now, userIds });
    await acting.audit(trx, {
      action: reportActions.send,
      entity: 'reportRun',
      entityId: run.runId,
      after: { userIds },
    });
  });
}
