import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';

/** Why a form was refused, with what was typed. */
export interface FormFailure {
  sentence: string;
  fields: { field: string; sentence: string }[];
  typed: Record<string, string>;
}

export const problemIn = (refused: FormFailure | null, ...names: string[]) =>
  refused?.fields.find(({ field }) => names.includes(field))?.sentence;

/** Says that nothing was saved, and why. */
export function NotSaved({ t, refused }: { t: Translate; refused: FormFailure | null }) {
  if (!refused) return null;
  const sentences = refused.fields.length > 0 ? refused.fields.map(({ sentence }) => sentence) : [refused.sentence];
  return (
    <Notice tone="error" title={t('dataManager.event.notSaved')}>
      {[...new Set(sentences)].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}
