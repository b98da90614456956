import type { ElementCode } from '../catalogue/refdata.contract';
import type { ButtonKind, KeptButton } from './profiles.contract';

/** In the order in which a tracker asks. */
export const kinds = [
  'stage',
  'item',
  'express',
  'reason',
  'station',
  'container',
  'sink',
  'daypart',
] as const satisfies readonly ButtonKind[];

/** An express button is an item on the first row: what is weighed names an item. */
export const elementOf: Record<ButtonKind, ElementCode> = {
  stage: 'WASTESTAGE',
  item: 'WASTEITEM',
  express: 'WASTEITEM',
  reason: 'WASTEREASON',
  station: 'WASTESOURCE',
  container: 'CONTAINER',
  sink: 'WASTESINK',
  daypart: 'DAYPART',
};

/** More on one screen nobody finds. */
export const mostButtons = 300;

export const idsOf = (buttons: readonly KeptButton[], kind: ButtonKind): number[] =>
  buttons.filter((one) => one.kind === kind).map(({ refId }) => refId);

/** Two that have become one value are one button, at the place of the first. */
export function onceEach<Button extends KeptButton>(buttons: readonly Button[]): Button[] {
  const seen = new Set<string>();
  return buttons.filter(({ kind, refId }) => {
    const key = `${kind} ${refId}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

export type PublishRefusal = 'menuManager.noStage' | 'menuManager.noItem' | 'menuManager.noStageAndItem';

/** Why no tracker could work with these buttons; null where one can. */
export function refusePublish(buttons: readonly KeptButton[]): PublishRefusal | null {
  const has = (kind: ButtonKind) => buttons.some((one) => one.kind === kind);
  if (!has('stage')) return has('item') ? 'menuManager.noStage' : 'menuManager.noStageAndItem';
  return has('item') ? null : 'menuManager.noItem';
}

/** Who changed what is told apart by it: a draft by each change, a published version by its number. */
export const markOf = ({ versionId, revision }: { versionId: number; revision: number }): string =>
  `${versionId}.${revision}`;

/** Of what is to be published, and of the newest version before it: whoever published meanwhile is not passed over. */
export const publishMarkOf = (
  source: { versionId: number; revision: number },
  latest: { versionId: number } | null | undefined,
): string => `${markOf(source)}.${latest?.versionId ?? 0}`;
