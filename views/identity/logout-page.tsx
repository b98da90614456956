import type { Translate } from '../../server/platform/i18n/messages';
import { Button, LinkButton } from '../../client/ui/button';
import { PostForm } from '../layout/form';

/** `ask`: somebody came from elsewhere and has not said yet that they want to leave. */
export function LogoutPage({ t, ask }: { t: Translate; ask: boolean }) {
  if (!ask) {
    return (
      <>
        <p>{t('login.signedOutText')}</p>
        <p><LinkButton href="/login" tone="primary">{t('login.signInAgain')}</LinkButton></p>
      </>
    );
  }
  return (
    <>
      <p>{t('login.confirmText')}</p>
      <PostForm action="/logout"><Button type="submit" tone="primary">{t('login.confirm')}</Button></PostForm>
    </>
  );
}
