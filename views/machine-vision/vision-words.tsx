import type { Format } from '../../client/ui/format';
import type { LabelKind } from '../../server/features/machine-vision/vision.contract';
import type { Translate } from '../../server/platform/i18n/messages';

export interface Writing {
  t: Translate;
  format: Format;
}

/** An answer in words: the item, the parts with their shares, or why there is none. */
export function answerIn(
  { t, format }: Writing,
  { kind, parts }: { kind: LabelKind; parts: readonly { name: string; share: number }[] },
): string {
  if (kind === 'notFood' || kind === 'unreadable') return t(`machineVision.kinds.${kind}`);
  if (kind === 'item') return parts[0]?.name ?? '';
  return parts.map(({ name, share }) => `${name} ${format.percent(share / 100)}`).join(' + ');
}
