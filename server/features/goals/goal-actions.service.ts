import { userIdOf, type Acting } from '../../platform/acting';
import { fail } from '../../platform/errors';
import { localDateOf, type LocalDate } from '../../platform/time';
import { goalLimits } from './goal-limits.rules';
import { goalActions } from './goals.audit';
import type { ActionFields } from './goals.contract';
import { current, refuse } from './goals.service';
import { deleteAction, endAction, findAction, insertAction, listActions } from './goals.store';

/** @throws 404 unknown, 422 by field */
export function logAction(
  acting: Acting,
  { goalId, fields }: { goalId: number; fields: ActionFields },
): Promise<number> {
  return acting.db.transaction().execute(async (trx) => {
    const goal = await current(trx, acting, { goalId });
    checkDays(fields, localDateOf(acting.now, goal.timeZone));
    if ((await listActions(trx, acting.scope, goalId)).length >= goalLimits.actions)
      throw fail.unprocessable('goals.error.tooManyActions', { params: { most: goalLimits.actions } });
    const actionId = await insertAction(trx, acting.scope, {
      goalId,
      ...fields,
      userId: userIdOf(acting),
      now: acting.now,
    });
    await acting.audit(trx, {
      action: goalActions.logAction,
      entity: 'goal',
      entityId: goalId,
      after: { actionId, ...fields },
    });
    await acting.touch(trx);
    return actionId;
  });
}

/** Plans are words of the goal; an action is what was done. */
function checkDays({ startedOn, endedOn }: Pick<ActionFields, 'startedOn' | 'endedOn'>, today: LocalDate): void {
  if (startedOn > today) throw refuse([{ field: 'startedOn', code: 'goals.error.notYet' }]);
  if (endedOn !== null && endedOn < startedOn)
    throw refuse([{ field: 'endedOn', code: 'errors.endDateBeforeStartDate' }]);
  if (endedOn !== null && endedOn > today) throw refuse([{ field: 'endedOn', code: 'goals.error.notYet' }]);
}

interface OneAction {
  goalId: number;
  actionId: number;
}

/** @throws 404 unknown, unknownAction, 422 by field */
export function finishAction(
  acting: Acting,
  { goalId, actionId, endedOn }: OneAction & { endedOn: LocalDate },
): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const goal = await current(trx, acting, { goalId });
    const action = await findAction(trx, acting.scope, { goalId, actionId });
    if (!action) throw fail.notFound('goals.error.unknownAction');
    checkDays({ startedOn: action.startedOn, endedOn }, localDateOf(acting.now, goal.timeZone));
    await endAction(trx, acting.scope, { goalId, actionId, endedOn });
    await acting.audit(trx, {
      action: goalActions.endAction,
      entity: 'goal',
      entityId: goalId,
      after: { actionId, endedOn },
    });
    await acting.touch(trx);
  });
}

/** @throws 404 unknown, unknownAction */
export function removeAction(acting: Acting, { goalId, actionId }: OneAction): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    await current(trx, acting, { goalId });
    const action = await findAction(trx, acting.scope, { goalId, actionId });
    if (!action) throw fail.notFound('goals.error.unknownAction');
    await deleteAction(trx, acting.scope, { goalId, actionId });
    await acting.audit(trx, { action: goalActions.removeAction, entity: 'goal', entityId: goalId, before: action });
    await acting.touch(trx);
  });
}
