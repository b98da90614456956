import type { Translate } from '../../server/platform/i18n/messages';

/** Below a sign-in, where anybody may open an organization of their own. */
export function SignUpLink({ t }: { t: Translate }) {
  return (
    <p>
      {t('signUp.askLink')} <a href="/account/sign-up">{t('signUp.link')}</a>
    </p>
  );
}
