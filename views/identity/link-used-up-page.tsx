import { LinkButton } from '../../client/ui/button';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';

export function LinkUsedUpPage({
  t,
  askAgain,
}: {
  t: Translate;
  /** Where another one is to be had. */ askAgain: string;
}) {
  return (
    <>
      <Notice tone="warning">{t('password.linkUsedUp')}</Notice>
      <p>
        <LinkButton href={askAgain} tone="primary">
          {t('password.askAgain')}
        </LinkButton>
      </p>
      <p>
        <a href="/login">{t('password.backToLogin')}</a>
      </p>
    </>
  );
}
