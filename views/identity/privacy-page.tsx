import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './privacy-page.module.css';

interface PrivacyPageProps {
  t: Translate;
  /** The reader is signed in and has accepted it before. */
  accepted: boolean;
  canAccept: boolean;
  error?: string | undefined;
}

export function PrivacyPage({ t, accepted, canAccept, error }: PrivacyPageProps) {
  const parts = [
    [t('privacy.whatTitle'), t('privacy.what')],
    [t('privacy.whyTitle'), t('privacy.why')],
    [t('privacy.whoTitle'), t('privacy.who')],
    [t('privacy.howLongTitle'), t('privacy.howLong')],
  ] as const;
  return (
    <>
      {canAccept && <p>{t('privacy.lead')}</p>}
      <div className={s.policy}>
        {parts.map(([title, text]) => (
          <section key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
      {canAccept && (
        <PostForm action="/privacy-policy" className={s.form} data-valid-submit="">
          <FormField name="accept" kind="checkbox" label={t('privacy.accept')} error={error} required />
          <Button type="submit" tone="primary">
            {t('privacy.continue')}
          </Button>
        </PostForm>
      )}
      {accepted && <Notice tone="success">{t('privacy.accepted')}</Notice>}
    </>
  );
}
