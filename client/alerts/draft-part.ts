import type { AlertDraft } from '../../server/features/alerts/alert-form.rules';
import type { AlertTranslate } from './alert-words';

/** What each part of the form is given. */
export interface DraftPart {
  t: AlertTranslate;
  draft: AlertDraft;
  /** The server's sentences, by field. */
  errors: Record<string, string>;
  change: (part: Partial<AlertDraft>) => void;
  setDraft: (next: (before: AlertDraft) => AlertDraft) => void;
}
