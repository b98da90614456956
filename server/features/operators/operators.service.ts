import { randomInt } from 'node:crypto';
import type { Acting } from '../../platform/acting';
import type { Locale } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Pins } from '../../platform/pins';
import type { OperatorFields, OperatorRow, SignedInOperator } from './operators.contract';
import {
  aliasIsTaken,
  countTries,
  insertOperator,
  lockAtLocation,
  lockOperator,
  openLocation,
  updateOperator,
} from './operators.store';

const actions = defineActions('operator', {
  create: {},
  change: {},
  deactivate: {},
  reactivate: {},
  newPin: { severity: 'warning' },
  lock: { severity: 'warning' },
});

const refuse = (code: Parameters<typeof fail.unprocessable>[0], field: string) =>
  fail.unprocessable(code, { fields: [{ field, code }] });

/** Tries at a device before a name waits, and for how long. */
const pinLock = { failures: 5, minutes: 5 };

/** The instant until which nobody can use the name; null while it is open. */
export function pinLockedUntil(failures: number, now: Date): Date | null {
  return failures > 0 && failures % pinLock.failures === 0 ? new Date(now.getTime() + pinLock.minutes * 60_000) : null;
}

/** Short enough for a wet thumb, long enough not to be guessed between two locks. */
const pinDigits = 6;

/** A number below 10^6 as it is typed. */
export const pinOf = (number: number): string => String(number).padStart(pinDigits, '0');

/** The number is in no log and in no audit row. */
async function newPin(pins: Pins): Promise<{ pin: string; pinHash: string }> {
  const pin = pinOf(randomInt(10 ** pinDigits));
  return { pin, pinHash: await pins.hash(pin) };
}

/** @returns the operator with the number that they type, told this once. @throws 422 unknownLocation, aliasTaken */
export async function createOperator(
  acting: Acting,
  { fields, pins }: { fields: OperatorFields; pins: Pins },
): Promise<{ operatorId: number; pin: string }> {
  const { pin, pinHash } = await newPin(pins);
  return inTransaction(acting, async (trx) => {
    await checkPlace(trx, acting, fields);
    const operatorId = await insertOperator(trx, acting.scope, { fields, pinHash, now: acting.now });
    await acting.audit(trx, { action: actions.create, entity: 'operator', entityId: operatorId, after: fields });
    await acting.touch(trx);
    return { operatorId, pin };
  });
}

/** @throws 404 unknownOperator, 409 conflict, 422 unknownLocation, aliasTaken */
export function changeOperator(
  acting: Acting,
  { operatorId, version, fields }: { operatorId: number; version: number; fields: OperatorFields },
): Promise<void> {
  return inTransaction(acting, async (trx) => {
    const before = await current(trx, acting, { operatorId, version });
    if (before.status === 'A')
      await checkPlace(trx, acting, {
        ...fields,
        exceptId: operatorId,
        sameLocation: fields.locationId === before.locationId,
      });
    else if (fields.locationId !== before.locationId) await checkLocation(trx, acting, fields.locationId);
    await updateOperator(trx, acting.scope, {
      operatorId,
      changed: { location_id: fields.locationId, alias: fields.alias, locale: fields.locale },
      now: acting.now,
    });
    await acting.audit(trx, {
      action: actions.change,
      entity: 'operator',
      entityId: operatorId,
      before: seen(before),
      after: fields,
    });
    await acting.touch(trx);
  });
}

/** Deactivated, the name opens no tracker any more; what was weighed under it stays. @throws 404 unknownOperator, 409 conflict, 422 unknownLocation, aliasTaken */
export function setOperatorActive(
  acting: Acting,
  { operatorId, version, active }: { operatorId: number; version: number; active: boolean },
): Promise<void> {
  return inTransaction(acting, async (trx) => {
    const before = await current(trx, acting, { operatorId, version });
    if (active === (before.status === 'A')) return;
    if (active) await checkPlace(trx, acting, { ...before, exceptId: operatorId });
    await updateOperator(trx, acting.scope, { operatorId, changed: { status: active ? 'A' : 'I' }, now: acting.now });
    await acting.audit(trx, {
      action: active ? actions.reactivate : actions.deactivate,
      entity: 'operator',
      entityId: operatorId,
    });
    await acting.touch(trx);
  });
}

/** The number of before ends at once. @returns the new one, told this once. @throws 404 unknownOperator, 409 inactive */
export async function giveNewPin(
  acting: Acting,
  { operatorId, pins }: { operatorId: number; pins: Pins },
): Promise<string> {
  const { pin, pinHash } = await newPin(pins);
  return inTransaction(acting, async (trx) => {
    const operator = await lockOperator(trx, acting.scope, operatorId);
    if (!operator) throw fail.notFound('operators.unknownOperator');
    if (operator.status === 'I') throw fail.conflict('operators.inactive');
    await updateOperator(trx, acting.scope, {
      operatorId,
      changed: { pin_hash: pinHash, pin_set_at: acting.now, failed_pins: 0, locked_until: null },
      now: acting.now,
    });
    await acting.audit(trx, { action: actions.newPin, entity: 'operator', entityId: operatorId });
    await acting.touch(trx);
    return pin;
  });
}

interface Typed {
  locationId: number | null;
  alias: string;
  pin: string;
  pins: Pins;
}

/**
 * Who stands at a device, by name and number. An unknown name, a wrong number and a locked name are answered alike; each try counts
 * before the number is looked at, so that parallel guesses all count.
 * @throws 422 wrongPin
 */
export async function signInOperator(
  acting: Acting,
  { locationId, alias, pin, pins }: Typed,
): Promise<SignedInOperator> {
  const { scope, now } = acting;
  const found =
    locationId === null
      ? undefined
      : await acting.db.transaction().execute(async (trx) => {
          const operator = await lockAtLocation(trx, scope, { alias, locationId });
          if (!operator) return undefined;
          const open = operator.locked_until === null || operator.locked_until <= now;
          const failedPins = operator.failed_pins + (open ? 1 : 0);
          const until = open ? pinLockedUntil(failedPins, now) : operator.locked_until;
          if (open) await countTries(trx, scope, { operatorId: operator.id, failedPins, lockedUntil: until });
          return { ...operator, open, failedPins, locked: open && until !== null };
        });
  const right = await pins.isRight(found?.open ? found.pin_hash : null, pin);
  if (found?.locked && !right) {
    await acting.db.transaction().execute((trx) =>
      acting.audit(trx, {
        action: actions.lock,
        entity: 'operator',
        entityId: found.id,
        after: { failures: found.failedPins },
      }),
    );
  }
  if (!found || !right) throw fail.unprocessable('operators.wrongPin');
  await acting.db
    .transaction()
    .execute((trx) => countTries(trx, scope, { operatorId: found.id, failedPins: 0, lockedUntil: null }));
  return { operatorId: found.id, alias: found.alias, locale: found.locale as Locale };
}

/** A name that somebody else gave in the same moment is refused like any other. */
async function inTransaction<T>(acting: Acting, work: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await acting.db.transaction().execute(work);
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'operator_alias')
      throw refuse('operators.aliasTaken', 'alias');
    throw error;
  }
}

async function current(
  trx: Trx,
  { scope }: Acting,
  { operatorId, version }: { operatorId: number; version: number },
): Promise<OperatorRow> {
  const operator = await lockOperator(trx, scope, operatorId);
  if (!operator) throw fail.notFound('operators.unknownOperator');
  if (operator.version !== version) throw fail.conflict('errors.conflict');
  return operator;
}

const seen = ({ alias, locationId, locale }: OperatorRow): OperatorFields => ({ alias, locationId, locale });

interface Place {
  alias: string;
  locationId: number;
  exceptId?: number;
  /** A location that was closed since may be kept. */
  sameLocation?: boolean;
}

async function checkPlace(
  trx: Trx,
  acting: Acting,
  { alias, locationId, exceptId, sameLocation = false }: Place,
): Promise<void> {
  if (!sameLocation) await checkLocation(trx, acting, locationId);
  if (await aliasIsTaken(trx, acting.scope, { alias, locationId, ...(exceptId === undefined ? {} : { exceptId }) }))
    throw refuse('operators.aliasTaken', 'alias');
}

async function checkLocation(trx: Trx, { scope }: Acting, locationId: number): Promise<void> {
  if (!(await openLocation(trx, scope, locationId))) throw refuse('operators.unknownLocation', 'locationId');
}
