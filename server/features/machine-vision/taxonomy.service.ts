import type { ActingPersonally } from '../../platform/acting';
import type { Locale } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail } from '../../platform/errors';
import { seesAll } from '../../platform/restriction.rules';
import { listItems } from './labels.service';
import { differenceOf, followerOf } from './taxonomy.rules';
import {
  changeMapping,
  findOpenVersion,
  insertMappings,
  insertVersion,
  listMappings,
  listMerged,
  listVersionItems,
  listVersions,
} from './taxonomy.store';
import { visionActions } from './vision.audit';
import type { NamedMapping, TaxonomyVersion } from './vision.contract';
import { itemNamed, type NamedItem } from './vision.rules';

interface Taxonomy {
  versions: TaxonomyVersion[];
  /** In use, but not in the open version. */
  added: NamedItem[];
  /** In the open version, but not in use. */
  gone: NamedItem[];
  /** With what each item is today. */
  mappings: (NamedMapping & { todayId: number | null })[];
}

export async function readTaxonomy(
  db: Db,
  { organisationId, inUse }: { organisationId: number; inUse: readonly NamedItem[] },
): Promise<Taxonomy> {
  const versions = await listVersions(db, organisationId);
  const open = versions.find(({ closedAt }) => closedAt === null);
  const before = open ? await listVersionItems(db, organisationId, open.number) : [];
  const mappings = await listMappings(db, organisationId);
  const follow = followerOf(mappings, await listMerged(db, organisationId));
  return {
    versions,
    ...differenceOf(before, inUse),
    mappings: mappings.map((one) => ({ ...one, todayId: follow(one.itemId, one.number) })),
  };
}

/** What an item that an answer named is today. @returns as `followerOf` */
export async function readFollower(db: Db, organisationId: number): Promise<ReturnType<typeof followerOf>> {
  return followerOf(await listMappings(db, organisationId), await listMerged(db, organisationId));
}

/** A taxonomy is the whole organization's. @throws Failure 422 taxonomyLimited */
function checkSeesAll({ scope }: ActingPersonally): void {
  if (!seesAll(scope)) throw fail.unprocessable('machineVision.taxonomy.limited');
}

/**
 * Keeps the items in use as a new version. Those of the version before that are no longer in use become what they were merged into, and nothing where they
 * were retired, until somebody says otherwise.
 * @param given.number of the version that somebody saw as the open one; 0 for none
 * @throws Failure 409 taxonomy.changed, 422 taxonomy.limited, noItems, sameItems
 */
export async function openVersion(
  acting: ActingPersonally,
  { number, locale }: { number: number; locale: Locale },
): Promise<void> {
  checkSeesAll(acting);
  const { organisationId } = acting.scope;
  await acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const open = await findOpenVersion(trx, organisationId);
    if ((open ?? 0) !== number) throw fail.conflict('machineVision.taxonomy.changed');
    const items = await listItems(trx, organisationId, locale);
    if (items.length === 0) throw fail.unprocessable('machineVision.taxonomy.noItems');
    const before = open === null ? [] : await listVersionItems(trx, organisationId, open);
    const { added, gone } = differenceOf(before, items);
    if (added.length + gone.length === 0) throw fail.unprocessable('machineVision.taxonomy.sameItems');
    const inUse = new Set(items.map(({ itemId }) => itemId));
    const merged = await listMerged(trx, organisationId);
    if (open !== null)
      await insertMappings(
        trx,
        organisationId,
        gone.map(({ itemId, name }) => {
          const into = merged.get(itemId) ?? null;
          return { number: open, itemId, name, becameId: into !== null && inUse.has(into) ? into : null };
        }),
      );
    await insertVersion(trx, organisationId, {
      number: number + 1,
      items,
      userId: acting.actor.userId,
      now: acting.now,
    });
    await acting.audit(trx, {
      action: visionActions.openVersion,
      entity: 'taxonomyVersion',
      entityId: number + 1,
      after: { items: items.length, added: added.length, gone: gone.length },
    });
    await acting.touch(trx);
  });
}

/**
 * Says what an item of a closed version is today; answers that named it count for that from now on.
 * @param given.to the name of an item in use; empty for none
 * @throws Failure 404 unknownMapping, 422 limited, unknownItem
 */
export async function mapItem(
  acting: ActingPersonally,
  { number, itemId, to, locale }: { number: number; itemId: number; to: string; locale: Locale },
): Promise<void> {
  checkSeesAll(acting);
  const { organisationId } = acting.scope;
  await acting.db.transaction().execute(async (trx) => {
    await lockOrganisation(trx, organisationId);
    const before = (await listMappings(trx, organisationId)).find(
      (one) => one.number === number && one.itemId === itemId,
    );
    if (!before) throw fail.notFound('machineVision.taxonomy.unknownMapping');
    const becameId = to === '' ? null : itemNamed(await listItems(trx, organisationId, locale), to);
    if (to !== '' && becameId === null)
      throw fail.unprocessable('machineVision.unknownItem', {
        fields: [{ field: 'to', code: 'machineVision.unknownItem' }],
      });
    await changeMapping(trx, organisationId, { number, itemId, becameId });
    await acting.audit(trx, {
      action: visionActions.mapItem,
      entity: 'taxonomyVersion',
      entityId: number,
      before: { itemId, becameId: before.becameId },
      after: { itemId, becameId },
    });
    await acting.touch(trx);
  });
}
