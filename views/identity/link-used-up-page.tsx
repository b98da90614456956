import type { Translate } from '../../server/platform/i18n/messages';
import { LinkButton } from '../../client/ui/button';
import { Notice } from '../../client/ui/notice';

export function LinkUsedUpPage({ t }: { t: Translate }) {
  return (
    <>
      <Notice tone="warning">{t('password.linkUsedUp')}</Notice>
      <p><LinkButton href="/forgot-password" tone="primary">{t('password.askAgain')}</LinkButton></p>
      <p><a href="/login">{t('password.backToLogin')}</a></p>
    </>
  );
}
