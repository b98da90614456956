import { listPlaces, selectHome } from '../../domain/places';
import { userIdOf, type Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Db, Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail, type FieldProblem } from '../../platform/errors';
import type { MessageKey } from '../../platform/i18n/messages';
import type { Outbound } from '../../platform/outbound/outbound';
import { seesAll } from '../../platform/restriction.rules';
import { localDateOf } from '../../platform/time';
import type { Vault } from '../../platform/vault';
import { adapterLimits } from './adapter-limits.rules';
import type { AdapterKind, AdapterRow, AdapterSettings } from './adapters.contract';
import { addressWithoutQuery, fitsHeader, isHeaderName, isSameServer } from './adapters.rules';
import {
  deleteFile,
  insertAdapter,
  listAdapters,
  lockAdapter,
  nameIsTaken,
  updateAdapter,
  updateSettings,
  type StoredSettings,
} from './adapters.store';
import type { SourceColumns } from './columns.rules';

export const adapterActions = defineActions('menuAdapter', {
  create: {},
  settings: {},
  columns: {},
  locations: {},
  pause: {},
  resume: {},
  remove: { severity: 'warning' },
  upload: {},
  test: {},
  run: {},
  write: {},
  match: {},
  unmatch: {},
});

/** What the secrets of adapters are sealed for. */
export const secretPurpose = 'menu adapter';

/** What a person entrusts to us, and how it is checked. */
export interface Means {
  vault: Vault;
  outbound: Pick<Outbound, 'faultOf'>;
}

/** An adapter writes the menus of all locations. @throws Failure 422 limitedToSites */
export function checkWhole({ scope }: Pick<Acting, 'scope'>): void {
  if (!seesAll(scope)) throw fail.unprocessable('menuAdapters.problem.limitedToSites');
}

/** @throws Failure 404 unknown, also for whoever sees only some sites */
export async function readAdapter(db: Db, { scope }: Pick<Acting, 'scope'>, adapterId: number): Promise<AdapterRow> {
  const [found] = seesAll(scope) ? await listAdapters(db, scope.organisationId, { adapterId }) : [];
  if (!found) throw fail.notFound('menuAdapters.problem.unknown');
  return found;
}

const refused = (field: string, code: MessageKey): FieldProblem => ({ field, code });

function refuse(fields: readonly FieldProblem[]): void {
  const [first] = fields;
  if (first) throw fail.unprocessable(first.code, { fields: [...fields] });
}

function problemsOf(
  { kind, settings, kept }: { kind: AdapterKind; settings: AdapterSettings; kept: boolean },
  outbound: Means['outbound'],
): FieldProblem[] {
  if (kind === 'file') return [];
  const { address, auth, authName, secret, hour, weekdays } = settings;
  const problems: FieldProblem[] = [];
  const fault = address === '' ? null : outbound.faultOf(address);
  if (address === '') problems.push(refused('address', 'errors.required'));
  else if (fault === 'private') problems.push(refused('address', 'menuAdapters.problem.privateAddress'));
  else if (fault !== null) problems.push(refused('address', 'menuAdapters.problem.address'));
  if (auth === 'basic' && (authName === '' || authName.includes(':')))
    problems.push(refused('authName', 'menuAdapters.problem.user'));
  if (auth === 'header' && !isHeaderName(authName)) problems.push(refused('authName', 'menuAdapters.problem.header'));
  if (auth !== 'none' && secret === '' && !kept) problems.push(refused('secret', 'menuAdapters.problem.secret'));
  if ((auth === 'bearer' || auth === 'header') && secret !== '' && !fitsHeader(secret))
    problems.push(refused('secret', 'menuAdapters.problem.secretSigns'));
  if (hour !== null && weekdays.length === 0) problems.push(refused('weekdays', 'menuAdapters.problem.weekdays'));
  return problems;
}

interface Storing {
  kind: AdapterKind;
  settings: AdapterSettings;
  /** The secret that is there stays. */
  kept: boolean;
}

/** Of files there is nothing but the name. */
async function storedOf(
  trx: Trx,
  { scope, now }: Acting,
  { kind, settings, kept, vault }: Storing & { vault: Vault },
): Promise<StoredSettings> {
  const { name, address, auth, authName, secret, hour, weekdays } = settings;
  if (kind === 'file')
    return { name, address: '', auth: 'none', authName: '', secret: null, hour: null, weekdays: [], scheduledOn: null };
  const { timeZone } = await selectHome(trx, scope.organisationId);
  const today = localDateOf(now, timeZone);
  return {
    name,
    address,
    auth,
    authName: auth === 'basic' || auth === 'header' ? authName : '',
    secret: auth === 'none' ? null : kept && secret === '' ? undefined : vault.seal(secretPurpose, secret),
    hour,
    weekdays: hour === null ? [] : [...new Set(weekdays)].sort(),
    // Whoever sets an hour that has passed means tomorrow.
    scheduledOn: hour !== null && hourAt(now, timeZone) >= hour ? today : null,
  };
}

export const hourAt = (now: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now));

/** As it stands in the audit log: no secret, and nothing of an address that may be one. */
const audited = ({ name, address, auth, authName, hour, weekdays }: Omit<AdapterSettings, 'secret'>) => ({
  name,
  address: addressWithoutQuery(address),
  auth,
  authName,
  hour,
  weekdays,
});

/** @throws Failure 422 limitedToSites, tooMany, nameTaken and what is wrong with the settings */
export function createAdapter(
  acting: Acting,
  { kind, settings }: { kind: AdapterKind; settings: AdapterSettings },
  { vault, outbound }: Means,
): Promise<number> {
  checkWhole(acting);
  refuse(problemsOf({ kind, settings, kept: false }, outbound));
  const { organisationId } = acting.scope;
  return acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    if ((await listAdapters(trx, organisationId)).length >= adapterLimits.adapters)
      throw fail.unprocessable('menuAdapters.problem.tooMany', { params: { max: adapterLimits.adapters } });
    await checkName(trx, { organisationId, adapterId: 0 }, settings.name);
    const stored = await storedOf(trx, acting, { kind, settings, kept: false, vault });
    const adapterId = await insertAdapter(trx, organisationId, {
      kind,
      settings: stored,
      createdBy: userIdOf(acting),
      now: acting.now,
    });
    await acting.audit(trx, {
      action: adapterActions.create,
      entity: 'menu_adapter',
      entityId: adapterId,
      after: { kind, ...audited({ ...settings, ...stored, weekdays: [...stored.weekdays] }) },
    });
    await acting.touch(trx);
    return adapterId;
  });
}

async function checkName(trx: Trx, of: { organisationId: number; adapterId: number }, name: string): Promise<void> {
  if (await nameIsTaken(trx, of, name)) refuse([refused('name', 'menuAdapters.problem.nameTaken')]);
}

/** In one transaction with the adapter locked. @throws Failure 404 unknown, 422 limitedToSites */
export async function withAdapter<Answer>(
  acting: Acting,
  adapterId: number,
  work: (trx: Trx, adapter: AdapterRow) => Promise<Answer>,
): Promise<Answer> {
  checkWhole(acting);
  return acting.db.transaction().execute(async (trx) => {
    const adapter = await lockAdapter(trx, { organisationId: acting.scope.organisationId, adapterId });
    if (!adapter) throw fail.notFound('menuAdapters.problem.unknown');
    const answer = await work(trx, adapter);
    await acting.touch(trx);
    return answer;
  });
}

/** @throws Failure 409 changed */
export function checkVersion(adapter: AdapterRow, version: number): void {
  if (adapter.version !== version) throw fail.conflict('menuAdapters.problem.changed');
}

interface Changing {
  adapterId: number;
  version: number;
}

/** @throws Failure 404, 409 changed, 422 */
export function changeSettings(
  acting: Acting,
  { adapterId, version, ...settings }: Changing & AdapterSettings,
  { vault, outbound }: Means,
): Promise<void> {
  return withAdapter(acting, adapterId, async (trx, adapter) => {
    checkVersion(adapter, version);
    const kept =
      adapter.auth === settings.auth && settings.auth !== 'none' && isSameServer(adapter.address, settings.address);
    refuse(problemsOf({ kind: adapter.kind, settings, kept }, outbound));
    const of = { organisationId: acting.scope.organisationId, adapterId };
    await checkName(trx, of, settings.name);
    const stored = await storedOf(trx, acting, { kind: adapter.kind, settings, kept, vault });
    await updateSettings(trx, of, stored);
    await acting.audit(trx, {
      action: adapterActions.settings,
      entity: 'menu_adapter',
      entityId: adapterId,
      before: audited(adapter),
      after: {
        ...audited({ ...settings, ...stored, weekdays: [...stored.weekdays] }),
        ...(stored.secret ? { secretChanged: true } : {}),
      },
    });
  });
}

export function setPaused(
  acting: Acting,
  { adapterId, paused }: { adapterId: number; paused: boolean },
): Promise<void> {
  return withAdapter(acting, adapterId, async (trx, adapter) => {
    if (adapter.paused === paused) return;
    await updateAdapter(trx, { organisationId: acting.scope.organisationId, adapterId }, { paused });
    await acting.audit(trx, {
      action: paused ? adapterActions.pause : adapterActions.resume,
      entity: 'menu_adapter',
      entityId: adapterId,
      before: { paused: adapter.paused },
      after: { paused },
    });
  });
}

/** Its menus stay; its secret and its file do not. */
export function removeAdapter(acting: Acting, { adapterId }: { adapterId: number }): Promise<void> {
  return withAdapter(acting, adapterId, async (trx, adapter) => {
    const of = { organisationId: acting.scope.organisationId, adapterId };
    await updateAdapter(trx, of, { removedAt: acting.now });
    await deleteFile(trx, of);
    await acting.audit(trx, {
      action: adapterActions.remove,
      entity: 'menu_adapter',
      entityId: adapterId,
      before: audited(adapter),
    });
  });
}

/** @throws Failure 404, 409 changed, 422 unknownColumn, columnTwice, unknownLocation, noLocations */
export function confirmColumns(
  acting: Acting,
  { adapterId, version, ...columns }: Changing & SourceColumns,
): Promise<void> {
  return withAdapter(acting, adapterId, async (trx, adapter) => {
    checkVersion(adapter, version);
    const known = new Set(adapter.sample?.columns ?? []);
    const chosen = (['date', 'dish', 'location', 'daypart', 'portions'] as const).flatMap((role) => {
      const column = columns[role];
      return column === null ? [] : [{ role, column }];
    });
    refuse([
      ...chosen.flatMap(({ role, column }) =>
        known.has(column) ? [] : [refused(role, 'menuAdapters.problem.unknownColumn')],
      ),
      ...chosen.flatMap(({ role, column }, at) =>
        chosen.findIndex((one) => one.column === column) < at
          ? [refused(role, 'menuAdapters.problem.columnTwice')]
          : [],
      ),
    ]);
    const places = new Set(
      (await listPlaces(trx, acting.scope)).flatMap(({ locations }) => locations.map(({ locationId }) => locationId)),
    );
    const locationIds = columns.location === null ? [...new Set(columns.locationIds)] : [];
    if (locationIds.some((id) => !places.has(id)))
      refuse([refused('locationIds', 'menuAdapters.problem.unknownLocation')]);
    if (columns.location === null && locationIds.length === 0)
      refuse([refused('locationIds', 'menuAdapters.problem.noLocations')]);
    const after = { ...columns, locationIds };
    await updateAdapter(trx, { organisationId: acting.scope.organisationId, adapterId }, { columns: after });
    await acting.audit(trx, {
      action: adapterActions.columns,
      entity: 'menu_adapter',
      entityId: adapterId,
      before: adapter.columns,
      after,
    });
  });
}
