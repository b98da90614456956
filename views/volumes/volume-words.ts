import type { Format } from '../../client/ui/format';
import { isMoney, type VolumeKind } from '../../server/domain/volumes/volumes.rules';
import type { Translate } from '../../server/platform/i18n/messages';

/** Why a form was refused, with what was typed. */
export interface RefusedVolumes {
  form: 'grid' | 'sheet' | 'lock' | 'unlock';
  sentence: string;
  fields: { field: string; sentence: string }[];
  typed: Record<string, string>;
}

export interface VolumeRights {
  edits: boolean;
  /** The month of the site, and of all sites. */
  locksSite: boolean;
  locksAll: boolean;
}

export interface VolumeWriting {
  t: Translate;
  format: Format;
}

/** A month as people say it. */
export const monthName = (format: Format, month: string): string =>
  new Intl.DateTimeFormat(format.locale.replace('_', '-'), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T12:00:00Z`),
  );

/** What is counted, or money with its currency. */
export const kindName = (t: Translate, kind: VolumeKind, currency: string): string =>
  isMoney(kind) ? `${t(`volumes.kinds.${kind}`)} (${currency})` : t(`volumes.kinds.${kind}`);

/** A decimal with as many decimals as it has. */
export const decimalText = (format: Format, text: string): string =>
  format.number(Number(text), text.split('.')[1]?.length ?? 0);
