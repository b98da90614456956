import type { Format } from '../../client/ui/format';
import type { Translate } from '../../server/platform/i18n/messages';

export interface Writing {
  t: Translate;
  format: Format;
}

export const usesText = ({ t, format }: Writing, count: number) =>
  t('manageImages.uses', { count, number: format.number(count) });

export const pixels = ({ t, format }: Writing, { width, height }: { width: number; height: number }) =>
  t('manageImages.pixels', { width: format.number(width), height: format.number(height) });

export const fileSize = ({ t, format }: Writing, bytes: number) =>
  t('manageImages.kilobytes', { number: format.number(Math.max(1, Math.round(bytes / 1_024))) });
