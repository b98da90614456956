import type { LayoutStrings } from '../../server/platform/i18n/messages';
import type { Format } from '../ui/format';
import type { AlertTranslate } from './alert-words';

/** What each window of the screen is given. */
export interface AlertWindowProps {
  t: AlertTranslate;
  layout: LayoutStrings;
  format: Format;
  organisationId: number;
  /** The list behind is then read again. */
  onClose: () => void;
  /** Says what was done. */
  onDone: (sentence: string) => void;
}
