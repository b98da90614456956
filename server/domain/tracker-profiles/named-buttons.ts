import type { Db, Trx } from '../../platform/db/database';
import { listInnermostValues, listNamedValues, listWasteStages } from '../catalogue';
import { listValueImages } from '../images';
import { imagePath } from '../images/images.rules';
import type { KeptButton, NamedButton, PublishedProfile } from './profiles.contract';
import { elementOf, kinds, onceEach } from './profiles.rules';
import { findShown, listButtons } from './profiles.store';

/** What buttons stand for today, kind by kind: values that were merged are what they have become, each once. */
export async function nameButtons(
  db: Db | Trx,
  organisationId: number,
  buttons: readonly KeptButton[],
): Promise<NamedButton[]> {
  const ids = buttons.flatMap(({ kind, refId }) => (kind === 'stage' ? [] : [refId]));
  const values = await listNamedValues(db, organisationId, ids);
  const images = await listValueImages(db, organisationId, {
    ids: [...values.values()].map(({ refId }) => refId),
  });
  const stages = new Map((await listWasteStages(db)).map((stage) => [stage.wasteStageId, stage.wasteStageName]));
  const named = buttons.flatMap((button): NamedButton[] => {
    if (button.kind === 'stage') {
      const name = stages.get(button.refId);
      return name === undefined
        ? []
        : [{ ...button, name, translations: {}, tareGrams: null, image: null, retired: false }];
    }
    const value = values.get(button.refId);
    if (value?.elementCode !== elementOf[button.kind]) return [];
    const { refId, name, translations, tareGrams, status } = value;
    const hash = images.get(refId);
    const image = hash === undefined ? null : imagePath(hash);
    return [{ kind: button.kind, refId, name, translations, tareGrams, image, retired: status === 'I' }];
  });
  return onceEach(kinds.flatMap((kind) => named.filter((one) => one.kind === kind)));
}

/** A button for everything in use; what only groups other values is none, and no item is express before somebody says so. */
export async function buttonsInUse(trx: Trx, organisationId: number): Promise<KeptButton[]> {
  const values = await listInnermostValues(trx, organisationId);
  const stages = await listWasteStages(trx);
  return kinds
    .filter((kind) => kind !== 'express')
    .flatMap((kind): KeptButton[] =>
      kind === 'stage'
        ? stages.map(({ wasteStageId: refId }) => ({ kind, refId }))
        : values.filter((one) => one.elementCode === elementOf[kind]).map(({ refId }) => ({ kind, refId })),
    );
}

/** What a device is to show; null where nobody has given it a profile. Values that were retired since are left out. */
export async function publishedProfile(
  db: Db,
  of: { organisationId: number; deviceId: number },
): Promise<PublishedProfile | null> {
  const shown = await findShown(db, of);
  if (!shown) return null;
  const { versionId, version, name } = shown;
  const { organisationId } = of;
  const buttons = await nameButtons(db, organisationId, await listButtons(db, { organisationId, versionId }));
  return {
    name,
    version,
    buttons: buttons.filter(({ retired }) => !retired).map(({ kind, refId }) => ({ kind, refId })),
  };
}
