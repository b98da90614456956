import { createHash } from 'node:crypto';
import { userIdOf, type Acting } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { pictureShape, remadePicture } from '../../platform/pictures/pictures';
import { seesAll } from '../../platform/restriction.rules';
import { listNamedValues, moveValueImages, putValueImage } from '../catalogue';
import type { Crop, ImageFacts, ImageRow } from './images.contract';
import { imageSizes, keptPart, mostImages, picturedElements, refuseCrop, sameCrop, uncropped } from './images.rules';
import {
  countImages,
  deleteImage,
  findOriginal,
  findSame,
  insertImage,
  lockImage,
  lockLibrary,
  putAlts,
  updateImage,
  type ImageContent,
} from './images.store';

const imageActions = defineActions('image', {
  upload: {},
  change: {},
  crop: {},
  assign: {},
  unassign: {},
  replace: { severity: 'warning' },
  retire: {},
  restore: {},
  delete: { severity: 'warning' },
});

interface ImageId {
  imageId: number;
}

const refused = (code: Parameters<typeof fail.unprocessable>[0], field: string) =>
  fail.unprocessable(code, { fields: [{ field, code }] });

/** Pictures are the whole organization's. @throws Failure 422 limitedToSites */
function checkSeesAll({ scope }: Acting): void {
  if (!seesAll(scope)) throw fail.unprocessable('manageImages.limitedToSites');
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function contentOf(original: Buffer, crop: Crop): Promise<ImageContent> {
  const part = sameCrop(crop, uncropped) ? null : keptPart(crop);
  const content = await remadePicture(original, imageSizes.content, part);
  const thumbnail = await remadePicture(original, imageSizes.thumbnail, part);
  return { content, thumbnail, contentHash: hashOf(content), ...(await pictureShape(content)) };
}

/** @throws Failure 404 unknownImage */
async function openImage(trx: Trx, { scope: { organisationId } }: Acting, { imageId }: ImageId): Promise<ImageRow> {
  const image = await lockImage(trx, { organisationId, imageId });
  if (!image) throw fail.notFound('manageImages.unknownImage');
  return image;
}

const auditedFacts = ({ name, license, source, tags, alts }: ImageFacts) => ({ name, license, source, tags, alts });

interface Upload {
  file: Buffer;
  name: string;
  license: string;
  source: string;
}

/**
 * Adds a picture to the library; one that is there already stays as it is.
 * @throws Failure 422 limitedToSites, tooMany, `errors.notAPicture`
 */
export async function uploadImage(
  acting: Acting,
  { file, name, license, source }: Upload,
): Promise<{ imageId: number; known: boolean }> {
  checkSeesAll(acting);
  const { organisationId } = acting.scope;
  const original = await remadePicture(file, imageSizes.original);
  const originalHash = hashOf(original);
  const content = await contentOf(original, uncropped);
  return acting.db.transaction().execute(async (trx) => {
    await lockLibrary(trx, organisationId);
    const same = await findSame(trx, organisationId, originalHash);
    if (same !== null) return { imageId: same, known: true };
    if ((await countImages(trx, organisationId)) >= mostImages)
      throw fail.unprocessable('manageImages.tooMany', { params: { max: mostImages } });
    const imageId = await insertImage(trx, organisationId, {
      ...content,
      original,
      originalHash,
      name,
      license,
      source,
      by: userIdOf(acting),
      now: acting.now,
    });
    await acting.audit(trx, {
      action: imageActions.upload,
      entity: 'image',
      entityId: imageId,
      after: { name, license, source, content: content.contentHash },
    });
    await acting.touch(trx);
    return { imageId, known: false };
  });
}

interface Seen extends ImageId {
  /** Of the picture that was looked at. */
  version: number;
}

function checkVersion(image: ImageRow, version: number): void {
  if (image.version !== version) throw fail.conflict('manageImages.changedMeanwhile');
}

/** @throws Failure 404 unknownImage, 409 changedMeanwhile, 422 limitedToSites */
export async function changeImage(acting: Acting, { imageId, version, ...facts }: Seen & ImageFacts): Promise<void> {
  checkSeesAll(acting);
  const of = { organisationId: acting.scope.organisationId, imageId };
  await acting.db.transaction().execute(async (trx) => {
    const before = await openImage(trx, acting, { imageId });
    checkVersion(before, version);
    const { alts, ...fields } = facts;
    await updateImage(trx, of, { fields, now: acting.now });
    await putAlts(trx, of, alts);
    await acting.audit(trx, {
      action: imageActions.change,
      entity: 'image',
      entityId: imageId,
      before: auditedFacts(before),
      after: auditedFacts(facts),
    });
    await acting.touch(trx);
  });
}

/** @throws Failure 404 unknownImage, 409 changedMeanwhile, 422 limitedToSites, nothingLeft */
export async function cropImage(acting: Acting, { imageId, version, ...crop }: Seen & Crop): Promise<void> {
  checkSeesAll(acting);
  const wrong = refuseCrop(crop);
  if (wrong) throw refused('manageImages.nothingLeft', wrong);
  const of = { organisationId: acting.scope.organisationId, imageId };
  const original = await findOriginal(acting.db, of);
  if (!original) throw fail.notFound('manageImages.unknownImage');
  const content = await contentOf(original, crop);
  await acting.db.transaction().execute(async (trx) => {
    const before = await openImage(trx, acting, { imageId });
    checkVersion(before, version);
    await updateImage(trx, of, { fields: { cropped: { ...content, crop } }, now: acting.now });
    await acting.audit(trx, {
      action: imageActions.crop,
      entity: 'image',
      entityId: imageId,
      before: { ...before.crop, content: before.contentHash },
      after: { ...crop, content: content.contentHash },
    });
    await acting.touch(trx);
  });
}

/** Values that show another picture show this one from now on. @throws Failure 404 unknownImage, 409 retired, 422 limitedToSites, nothingChosen, unknownValue */
export async function assignImage(
  acting: Acting,
  { imageId, valueIds }: ImageId & { valueIds: readonly number[] },
): Promise<void> {
  checkSeesAll(acting);
  if (valueIds.length === 0) throw refused('manageImages.nothingChosen', 'valueIds');
  const { organisationId } = acting.scope;
  await acting.db.transaction().execute(async (trx) => {
    // Values are locked in the order of their ids here, and in none where all uses of a picture move.
    await lockLibrary(trx, organisationId);
    const image = await openImage(trx, acting, { imageId });
    if (image.retired) throw fail.conflict('manageImages.retiredRefusal');
    const values = await listNamedValues(trx, organisationId, valueIds);
    const isPictured = (code: string | undefined) => picturedElements.some((one) => one === code);
    if (!valueIds.every((id) => isPictured(values.get(id)?.elementCode)))
      throw refused('manageImages.unknownValue', 'valueIds');
    const ids = [...new Set([...values.values()].map(({ refId }) => refId))];
    const changed = await putValueImage(trx, { organisationId, imageId }, ids);
    await acting.audit(trx, {
      action: imageActions.assign,
      entity: 'image',
      entityId: imageId,
      before: { shown: changed.filter(({ before }) => before !== null) },
      after: { valueIds: ids },
    });
    await acting.touch(trx);
  });
}

/** A value that does not show it stays as it is. @throws Failure 404 unknownImage, unknownUse, 422 limitedToSites */
export async function unassignImage(
  acting: Acting,
  { imageId, valueId }: ImageId & { valueId: number },
): Promise<void> {
  checkSeesAll(acting);
  const { organisationId } = acting.scope;
  await acting.db.transaction().execute(async (trx) => {
    await lockLibrary(trx, organisationId);
    await openImage(trx, acting, { imageId });
    const [changed] = await putValueImage(trx, { organisationId, imageId: null }, [valueId]);
    if (changed?.before !== imageId) throw fail.notFound('manageImages.unknownUse');
    await acting.audit(trx, {
      action: imageActions.unassign,
      entity: 'image',
      entityId: imageId,
      before: { valueId },
    });
    await acting.touch(trx);
  });
}

/** Every use of one picture becomes one of the other. @throws Failure 404 unknownImage, 422 limitedToSites, unknownReplacement */
export async function replaceImage(acting: Acting, { imageId, by }: ImageId & { by: number }): Promise<number> {
  checkSeesAll(acting);
  const { organisationId } = acting.scope;
  return acting.db.transaction().execute(async (trx) => {
    // Two that are replaced by each other at the same time do not wait for each other.
    await lockLibrary(trx, organisationId);
    const replaced = await openImage(trx, acting, { imageId });
    const other = by === imageId ? undefined : await lockImage(trx, { organisationId, imageId: by });
    if (!other || other.retired) throw refused('manageImages.unknownReplacement', 'by');
    const valueIds = await moveValueImages(trx, organisationId, { from: imageId, to: by });
    await acting.audit(trx, {
      action: imageActions.replace,
      entity: 'image',
      entityId: imageId,
      before: { name: replaced.name },
      after: { by, name: other.name, valueIds },
    });
    await acting.touch(trx);
    return valueIds.length;
  });
}

/** A retired picture is offered no longer; what shows it goes on to. @throws Failure 404 unknownImage, 422 limitedToSites */
export async function retireImage(acting: Acting, { imageId }: ImageId): Promise<void> {
  await setRetired(acting, { imageId, retired: true });
}

/** @throws Failure 404 unknownImage, 422 limitedToSites */
export async function restoreImage(acting: Acting, { imageId }: ImageId): Promise<void> {
  await setRetired(acting, { imageId, retired: false });
}

async function setRetired(acting: Acting, { imageId, retired }: ImageId & { retired: boolean }): Promise<void> {
  checkSeesAll(acting);
  const of = { organisationId: acting.scope.organisationId, imageId };
  await acting.db.transaction().execute(async (trx) => {
    const { name } = await openImage(trx, acting, { imageId });
    await updateImage(trx, of, { fields: { retired }, now: acting.now });
    await acting.audit(trx, {
      action: retired ? imageActions.retire : imageActions.restore,
      entity: 'image',
      entityId: imageId,
      after: { name },
    });
    await acting.touch(trx);
  });
}

/** @throws Failure 404 unknownImage, 409 stillUsed, 422 limitedToSites */
export async function removeImage(acting: Acting, { imageId }: ImageId): Promise<void> {
  checkSeesAll(acting);
  await acting.db.transaction().execute(async (trx) => {
    const image = await openImage(trx, acting, { imageId });
    if (image.uses > 0)
      throw fail.conflict('manageImages.stillUsed', { params: { count: image.uses, number: image.uses } });
    await deleteImage(trx, { organisationId: acting.scope.organisationId, imageId });
    await acting.audit(trx, {
      action: imageActions.delete,
      entity: 'image',
      entityId: imageId,
      before: { ...auditedFacts(image), content: image.contentHash },
    });
    await acting.touch(trx);
  });
}
