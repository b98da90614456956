import type { Acting } from '../../platform/acting';
import type { Db, Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { keptActions } from './import.audit';
import { mostKeptMappings, type KeptView } from './kept-mapping.contract';
import {
  countKept,
  deleteKept,
  findKept,
  findKeptByName,
  insertKept,
  renameKept,
  replaceKept,
  type KeptKey,
  type KeptMapping,
} from './kept-mapping.store';
import { chooseMapping } from './mapping-choice.service';
import type { ImportMapping } from './mapping.contract';
import { columnsOf } from './mapping.rules';

const keyOf = ({ scope }: Acting, id: number): KeptKey => ({ organisationId: scope.organisationId, id });

interface Keeping {
  name: string;
  mapping: ImportMapping;
  /** Of a sheet that it reads. */
  columns: readonly string[];
  /** Takes the place of a mapping that has the name. */
  replace: boolean;
}

/**
 * Keeps a mapping under a name, in the transaction of whoever needs it. Take the lock of the import first.
 * @returns its id
 * @throws 409 imports.keptNameTaken, also where somebody else was first; 422 imports.tooManyKept
 */
export async function keepMapping(
  trx: Trx,
  acting: Acting,
  { name, mapping: given, columns, replace }: Keeping,
): Promise<number> {
  const { organisationId } = acting.scope;
  await lockOrganisation(trx, organisationId);
  const mapping = { ...given, name };
  const kept = { name, mapping, columns, keptAt: acting.now };
  const earlier = await findKeptByName(trx, organisationId, name);
  if (earlier) {
    if (!replace) throw taken(name);
    await replaceKept(trx, { organisationId, id: earlier.id }, kept);
    await acting.audit(trx, {
      action: keptActions.replace,
      entity: 'importMapping',
      entityId: earlier.id,
      before: { name: earlier.name, mapping: earlier.mapping },
      after: { name, mapping, columns },
    });
    await acting.touch(trx);
    return earlier.id;
  }
  if ((await countKept(trx, organisationId)) >= mostKeptMappings)
    throw fail.unprocessable('imports.tooManyKept', { params: { most: mostKeptMappings } });
  const id = await insertKept(trx, { organisationId, ...kept });
  if (id === null) throw taken(name);
  await acting.audit(trx, {
    action: keptActions.keep,
    entity: 'importMapping',
    entityId: id,
    after: { name, mapping, columns },
  });
  await acting.touch(trx);
  return id;
}

const taken = (name: string) =>
  fail.conflict('imports.keptNameTaken', {
    params: { name },
    fields: [{ field: 'name', code: 'imports.keptNameTaken', params: { name } }],
  });

/** Keeps a mapping that is sent by itself. @returns its id @throws 409 imports.keptNameTaken; 422 imports.wrongMapping, imports.tooManyKept */
export function keepSentMapping(
  acting: Acting,
  {
    name,
    mapping: sent,
    columns,
    replace,
  }: Omit<Keeping, 'mapping' | 'columns'> & { mapping: object; columns?: string[] | undefined },
): Promise<number> {
  return acting.db.transaction().execute(async (trx) => {
    const mapping = await chooseMapping(trx, acting.scope.organisationId, { mapping: JSON.stringify(sent) });
    return keepMapping(trx, acting, { name, mapping, columns: columns ?? columnsOf(mapping), replace });
  });
}

async function locked(trx: Trx, acting: Acting, id: number): Promise<KeptMapping> {
  await lockOrganisation(trx, acting.scope.organisationId);
  return getKept(trx, keyOf(acting, id));
}

/** @throws 404 imports.keptNotFound, 409 imports.keptNameTaken */
export async function renameMapping(acting: Acting, { id, name }: { id: number; name: string }): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    const found = await locked(trx, acting, id);
    const other = await findKeptByName(trx, acting.scope.organisationId, name);
    if (other && other.id !== id) throw taken(name);
    await renameKept(trx, keyOf(acting, id), name);
    await acting.audit(trx, {
      action: keptActions.rename,
      entity: 'importMapping',
      entityId: id,
      before: { name: found.name },
      after: { name },
    });
    await acting.touch(trx);
  });
}

/** Imports that were read by it stay as they are. @throws 404 imports.keptNotFound */
export async function deleteMapping(acting: Acting, id: number): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    const { name, mapping, columns } = await locked(trx, acting, id);
    await deleteKept(trx, keyOf(acting, id));
    await acting.audit(trx, {
      action: keptActions.delete,
      entity: 'importMapping',
      entityId: id,
      before: { name, mapping, columns },
    });
    await acting.touch(trx);
  });
}

/** @throws 404 imports.keptNotFound, of another organisation's as well */
export async function getKept(db: Db | Trx, key: KeptKey): Promise<KeptMapping> {
  const found = await findKept(db, key);
  if (!found) throw fail.notFound('imports.keptNotFound');
  return found;
}

/** As pages and calls list it. */
export const viewOfKept = ({ id, name, columns, keptAt, lastUsedAt, imports }: KeptMapping): KeptView => ({
  id,
  name,
  columns,
  keptAt: keptAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  imports,
});
