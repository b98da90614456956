import { userIdOf, type Acting } from '../../platform/acting';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { nameButtons } from './named-buttons';
import type { VersionRow } from './profiles.contract';
import { publishMarkOf, refusePublish } from './profiles.rules';
import { openProfile, profileActions, refused, versionKey, type ProfileId } from './profiles.service';
import {
  insertVersion,
  listButtons,
  listRetired,
  listShowingDevices,
  publishDraft,
  putButtons,
  putDevices,
  takeDevices,
} from './profiles.store';

interface Publishing extends ProfileId {
  /** The draft, or a version: the newest is only shown by more devices, an older one is published again. */
  source: 'draft' | number;
  /** `publishMarkOf` of what was looked at. */
  seen: string;
  deviceIds: readonly number[];
}

/**
 * Publishes a draft or an older version as the next one and gives it to devices; others keep what they show.
 * @returns the version's number
 * @throws Failure 404 unknownProfile, unknownVersion, 409 archived, changedMeanwhile,
 * 422 noStage, noItem, noStageAndItem, noDevices, unknownDevice, retiredDevice
 */
export function publish(acting: Acting, { profileId, source, seen, deviceIds }: Publishing): Promise<number> {
  return acting.db.transaction().execute(async (trx) => {
    const { versions } = await openProfile(trx, acting, { profileId });
    const latest = versions.find(({ version }) => version !== null);
    const asked = versions.find(({ version }) => version === (source === 'draft' ? null : source));
    if (source !== 'draft' && !asked) throw fail.notFound('menuManager.unknownVersion');
    if (!asked || publishMarkOf(asked, latest) !== seen) throw fail.conflict('menuManager.changedMeanwhile');
    const from = asked;
    await checkDevices(trx, acting, deviceIds);
    const sends = from.versionId === latest?.versionId;
    if (sends && deviceIds.length === 0) throw refused('menuManager.noDevices', 'devices');
    const next = (latest?.version ?? 0) + 1;
    const versionId = sends ? from.versionId : await newVersion(trx, acting, { profileId, from, next });
    const { organisationId } = acting.scope;
    await putDevices(trx, { organisationId, versionId }, { deviceIds, by: userIdOf(acting), now: acting.now });
    const version = sends ? (from.version ?? next) : next;
    await acting.audit(trx, {
      action: sends ? profileActions.show : profileActions.publish,
      entity: 'trackerProfile',
      entityId: profileId,
      after: { version, deviceIds, ...(sends || source === 'draft' ? {} : { fromVersion: source }) },
    });
    await acting.touch(trx);
    return version;
  });
}

/** What a device is to show: a published version of a profile, or nothing. */
interface Showing extends ProfileId {
  deviceId: number;
  /** null takes the profile away. */
  versionId: number | null;
}

/**
 * Gives devices published versions that there are already, or takes their profile away.
 * @throws Failure 404 unknownProfile, unknownVersion, 409 archived, 422 unknownDevice, retiredDevice
 */
export async function showVersions(trx: Trx, acting: Acting, shows: readonly Showing[]): Promise<void> {
  const { organisationId } = acting.scope;
  await checkDevices(
    trx,
    acting,
    shows.map(({ deviceId }) => deviceId),
  );
  const kinds = new Map(shows.map((one) => [`${one.profileId} ${one.versionId}`, one]));
  for (const { profileId, versionId } of kinds.values()) {
    const deviceIds = shows
      .filter((one) => one.profileId === profileId && one.versionId === versionId)
      .map(({ deviceId }) => deviceId);
    const version = versionId === null ? null : await publishedVersion(trx, acting, { profileId, versionId });
    if (versionId === null) await takeDevices(trx, organisationId, deviceIds);
    else await putDevices(trx, { organisationId, versionId }, { deviceIds, by: userIdOf(acting), now: acting.now });
    await acting.audit(trx, {
      action: versionId === null ? profileActions.hide : profileActions.show,
      entity: 'trackerProfile',
      entityId: profileId,
      after: { version, deviceIds },
    });
  }
  await acting.touch(trx);
}

async function publishedVersion(
  trx: Trx,
  acting: Acting,
  { profileId, versionId }: ProfileId & { versionId: number },
): Promise<number> {
  const { versions } = await openProfile(trx, acting, { profileId });
  const version = versions.find((one) => one.versionId === versionId)?.version;
  if (version === undefined || version === null) throw fail.notFound('menuManager.unknownVersion');
  return version;
}

interface Next extends ProfileId {
  from: VersionRow;
  next: number;
}

/** Of what is still in use. */
async function newVersion(trx: Trx, acting: Acting, { profileId, from, next }: Next): Promise<number> {
  const { organisationId } = acting.scope;
  const change = { by: userIdOf(acting), now: acting.now };
  const named = await nameButtons(trx, organisationId, await listButtons(trx, versionKey(acting, from.versionId)));
  const buttons = named.filter(({ retired }) => !retired);
  const refusal = refusePublish(buttons);
  if (refusal) throw fail.unprocessable(refusal);
  let { versionId } = from;
  if (from.version === null) await publishDraft(trx, { organisationId, versionId }, { version: next, ...change });
  else
    versionId = await insertVersion(
      trx,
      { organisationId, profileId },
      { version: next, fromVersion: from.version, ...change },
    );
  await putButtons(trx, { organisationId, versionId }, buttons);
  return versionId;
}

async function checkDevices(trx: Trx, acting: Acting, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return;
  const seen = new Set((await listShowingDevices(trx, acting.scope)).map(({ deviceId }) => deviceId));
  const unknown = deviceIds.filter((id) => !seen.has(id));
  if (unknown.length === 0) return;
  const retired = await listRetired(trx, acting.scope, unknown);
  throw refused(retired.length > 0 ? 'menuManager.retiredDevice' : 'menuManager.unknownDevice', 'devices');
}
