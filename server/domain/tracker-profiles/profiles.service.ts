import { userIdOf, type Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { valuesNamed } from '../catalogue';
import { buttonsInUse, nameButtons } from './named-buttons';
import { holdSame, stepped } from './order.rules';
import type { ButtonKind, KeptButton, VersionRow } from './profiles.contract';
import { elementOf, idsOf, markOf, mostButtons } from './profiles.rules';
import {
  countShowing,
  deleteDraft,
  dropDevices,
  insertProfile,
  insertVersion,
  listButtons,
  listVersions,
  lockNames,
  lockProfile,
  nameIsTaken,
  putButtons,
  raiseRevision,
  updateProfile,
  type StoredProfile,
} from './profiles.store';

export const profileActions = defineActions('trackerProfile', {
  create: {},
  rename: {},
  add: {},
  remove: {},
  order: {},
  discard: {},
  publish: { severity: 'warning' },
  show: { severity: 'warning' },
  hide: { severity: 'warning' },
  archive: {},
  restore: {},
});

export interface ProfileId {
  profileId: number;
}

export const refused = (
  code: Parameters<typeof fail.unprocessable>[0],
  field: string,
  params?: Record<string, string | number>,
) => fail.unprocessable(code, { params, fields: [{ field, code, params }] });

export const versionKey = ({ scope }: Acting, versionId: number) => ({
  organisationId: scope.organisationId,
  versionId,
});

/** The profile, locked, with its versions. @throws Failure 404 unknownProfile, 409 archived */
export async function openProfile(
  trx: Trx,
  acting: Acting,
  { profileId, archivedToo = false }: ProfileId & { archivedToo?: boolean },
): Promise<{ profile: StoredProfile; versions: VersionRow[] }> {
  await lockOrganisation(trx, acting.scope.organisationId);
  const profile = await lockProfile(trx, { organisationId: acting.scope.organisationId, profileId });
  if (!profile) throw fail.notFound('menuManager.unknownProfile');
  if (profile.archived && !archivedToo) throw fail.conflict('menuManager.archivedRefusal');
  return { profile, versions: await listVersions(trx, acting.scope, { profileId }) };
}

async function checkName(trx: Trx, acting: Acting, asked: { name: string; exceptId?: number }): Promise<void> {
  await lockNames(trx, acting.scope.organisationId);
  if (await nameIsTaken(trx, acting.scope.organisationId, asked)) throw refused('menuManager.nameTaken', 'name');
}

interface NewProfile {
  name: string;
  start: 'inUse' | 'empty' | 'copy';
  /** Of a copy. */
  copyOf?: number | undefined;
}

/**
 * Makes a profile with a draft.
 * @returns its id
 * @throws Failure 422 nameTaken, unknownProfile
 */
export function createProfile(acting: Acting, { name, start, copyOf }: NewProfile): Promise<number> {
  const { organisationId } = acting.scope;
  const made = { by: userIdOf(acting), now: acting.now };
  return acting.db.transaction().execute(async (trx) => {
    await checkName(trx, acting, { name });
    const buttons =
      start === 'copy'
        ? await buttonsToCopy(trx, acting, copyOf)
        : start === 'inUse'
          ? await buttonsInUse(trx, organisationId)
          : [];
    const profileId = await insertProfile(trx, organisationId, { name, ...made });
    const versionId = await insertVersion(trx, { organisationId, profileId }, { version: null, ...made });
    await putButtons(trx, { organisationId, versionId }, buttons);
    await acting.audit(trx, {
      action: profileActions.create,
      entity: 'trackerProfile',
      entityId: profileId,
      after: { name, start, buttons: buttons.length, ...(start === 'copy' ? { copyOf } : {}) },
    });
    await acting.touch(trx);
    return profileId;
  });
}

/** What trackers show of it; of one that was never published, its draft. */
async function buttonsToCopy(trx: Trx, acting: Acting, profileId: number | undefined): Promise<KeptButton[]> {
  const versions = profileId === undefined ? [] : await listVersions(trx, acting.scope, { profileId });
  const source = versions.find(({ version }) => version !== null) ?? versions[0];
  if (!source) throw refused('menuManager.chooseProfile', 'copyOf');
  const { organisationId } = acting.scope;
  const named = await nameButtons(trx, organisationId, await listButtons(trx, versionKey(acting, source.versionId)));
  return named.filter(({ retired }) => !retired);
}

/** @throws Failure 404 unknownProfile, 409 archived, 422 nameTaken */
export async function renameProfile(acting: Acting, { profileId, name }: ProfileId & { name: string }): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    const { profile } = await openProfile(trx, acting, { profileId });
    await checkName(trx, acting, { name, exceptId: profileId });
    await updateProfile(trx, { organisationId: acting.scope.organisationId, profileId }, { name });
    await acting.audit(trx, {
      action: profileActions.rename,
      entity: 'trackerProfile',
      entityId: profileId,
      before: { name: profile.name },
      after: { name },
    });
    await acting.touch(trx);
  });
}

/** @throws Failure 409 changedMeanwhile, with who changed it and when */
function checkSeen(version: VersionRow | undefined, seen: string): VersionRow {
  if (version && markOf(version) === seen) return version;
  throw fail.conflict('menuManager.changedMeanwhile');
}

interface DraftChange extends ProfileId {
  /** The mark of what was shown when it was asked for. */
  seen: string;
  kind: ButtonKind;
}

/** In one transaction with the draft, which is made of the published version where there is none. */
async function changeDraft(
  acting: Acting,
  { profileId, seen, kind }: DraftChange,
  work: (trx: Trx, ids: number[]) => Promise<{ ids: number[]; action: 'add' | 'remove' | 'order'; after: unknown }>,
): Promise<void> {
  const { organisationId } = acting.scope;
  const change = { by: userIdOf(acting), now: acting.now };
  await acting.db.transaction().execute(async (trx) => {
    const { versions } = await openProfile(trx, acting, { profileId });
    const base = checkSeen(versions[0], seen);
    const kept = await listButtons(trx, versionKey(acting, base.versionId));
    const buttons = await nameButtons(trx, organisationId, kept);
    const { ids, action, after } = await work(trx, idsOf(buttons, kind));
    let { versionId } = base;
    if (base.version !== null) {
      versionId = await insertVersion(trx, { organisationId, profileId }, { version: null, ...change });
      await putButtons(trx, { organisationId, versionId }, buttons);
    }
    await putButtons(
      trx,
      { organisationId, versionId, kind },
      ids.map((refId) => ({ kind, refId })),
    );
    await raiseRevision(trx, { organisationId, versionId }, change);
    await acting.audit(trx, {
      action: profileActions[action],
      entity: 'trackerProfile',
      entityId: profileId,
      after: { kind, ...(after as object) },
    });
    await acting.touch(trx);
  });
}

/** @throws Failure 404, 409 archived, changedMeanwhile, 422 unknownValue, retiredValue, tooMany */
export function addButtons(acting: Acting, { refIds, ...of }: DraftChange & { refIds: number[] }): Promise<void> {
  return changeDraft(acting, of, (trx, ids) => withAdded(trx, acting, { kind: of.kind, ids, refIds }));
}

async function withAdded(
  trx: Trx,
  { scope }: Acting,
  { kind, ids, refIds }: { kind: ButtonKind; ids: readonly number[]; refIds: readonly number[] },
) {
  const asked = await nameButtons(
    trx,
    scope.organisationId,
    refIds.map((refId) => ({ kind, refId })),
  );
  if (asked.length < new Set(refIds).size) throw refused('menuManager.unknownValue', 'refIds');
  const retired = asked.find((one) => one.retired);
  if (retired) throw refused('menuManager.retiredValue', 'refIds', { name: retired.name });
  const added = asked.map(({ refId }) => refId).filter((refId) => !ids.includes(refId));
  if (ids.length + added.length > mostButtons) throw refused('menuManager.tooMany', 'refIds', { max: mostButtons });
  return { ids: [...ids, ...added], action: 'add' as const, after: { refIds: added } };
}

/**
 * Buttons by their names: values that there are not are made.
 * @param hierarchy what the first hierarchy of their kind is called
 * @throws Failure 404, 409 archived, changedMeanwhile, 422 limitedToSites, retiredValue, tooMany
 */
export const nameNewButtons = (
  acting: Acting,
  { names, hierarchy, ...of }: DraftChange & { names: readonly string[]; hierarchy: string },
): Promise<void> =>
  changeDraft(acting, of, async (trx, ids) => {
    const refIds = await valuesNamed(trx, acting, { elementCode: elementOf[of.kind], names, hierarchy });
    return withAdded(trx, acting, { kind: of.kind, ids, refIds });
  });

/** One that is not there is removed already. @throws Failure 404, 409 archived, changedMeanwhile */
export const removeButton = (acting: Acting, { refId, ...of }: DraftChange & { refId: number }): Promise<void> =>
  changeDraft(acting, of, async (_, ids) => ({
    ids: ids.filter((id) => id !== refId),
    action: 'remove',
    after: { refIds: [refId] },
  }));

/** @throws Failure 404, 409 archived, changedMeanwhile */
export const stepButton = (
  acting: Acting,
  { refId, by, ...of }: DraftChange & { refId: number; by: -1 | 1 },
): Promise<void> =>
  changeDraft(acting, of, async (_, ids) => {
    const order = stepped(ids, refId, by);
    return { ids: order, action: 'order', after: { refIds: order } };
  });

/** @throws Failure 404, 409 archived, changedMeanwhile, also where the order is of other buttons */
export const orderButtons = (acting: Acting, { order, ...of }: DraftChange & { order: number[] }): Promise<void> =>
  changeDraft(acting, of, async (_, ids) => {
    if (!holdSame(ids, order)) throw fail.conflict('menuManager.changedMeanwhile');
    return { ids: order, action: 'order', after: { refIds: order } };
  });

/** @throws Failure 404, 409 archived, changedMeanwhile, onlyDraft */
export async function discardDraft(acting: Acting, { profileId, seen }: ProfileId & { seen: string }): Promise<void> {
  await acting.db.transaction().execute(async (trx) => {
    const { versions } = await openProfile(trx, acting, { profileId });
    const draft = checkSeen(versions[0], seen);
    if (draft.version !== null || versions.length < 2) throw fail.conflict('menuManager.onlyDraft');
    await deleteDraft(trx, versionKey(acting, draft.versionId));
    await acting.audit(trx, {
      action: profileActions.discard,
      entity: 'trackerProfile',
      entityId: profileId,
      before: { buttons: draft.buttons, changedAt: draft.changedAt },
    });
    await acting.touch(trx);
  });
}

/** @throws Failure 404, 409 archived, stillShown */
export async function archiveProfile(acting: Acting, { profileId }: ProfileId): Promise<void> {
  const { organisationId } = acting.scope;
  await acting.db.transaction().execute(async (trx) => {
    await openProfile(trx, acting, { profileId });
    const count = await countShowing(trx, { organisationId, profileId });
    if (count > 0) throw fail.conflict('menuManager.stillShown', { params: { count, number: count } });
    await dropDevices(trx, { organisationId, profileId });
    await updateProfile(trx, { organisationId, profileId }, { archived_at: acting.now });
    await acting.audit(trx, { action: profileActions.archive, entity: 'trackerProfile', entityId: profileId });
    await acting.touch(trx);
  });
}

/** @throws Failure 404, 422 nameTaken */
export async function restoreProfile(acting: Acting, { profileId }: ProfileId): Promise<void> {
  const { organisationId } = acting.scope;
  await acting.db.transaction().execute(async (trx) => {
    const { profile } = await openProfile(trx, acting, { profileId, archivedToo: true });
    await checkName(trx, acting, { name: profile.name, exceptId: profileId });
    await updateProfile(trx, { organisationId, profileId }, { archived_at: null });
    await acting.audit(trx, { action: profileActions.restore, entity: 'trackerProfile', entityId: profileId });
    await acting.touch(trx);
  });
}
