import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FormFailure } from '../layout/form-failure';

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
