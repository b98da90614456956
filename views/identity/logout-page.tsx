import { Button, LinkButton } from '../../client/ui/button';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';

type LogoutPageProps = { t: Translate } &
  /** Somebody came from elsewhere and has not said yet that they want to leave. */
  (
    | { ask: true }
    | {
        ask?: never;
        /** They had come in by their organization; null where nobody was signed in any more. */
        bySso: boolean | null;
        /** People may sign in by their organization at this host. */
        ssoHere: boolean;
        /** Where a sign-in begins. */
        signInAt: string;
      }
  );

export function LogoutPage({ t, ...shown }: LogoutPageProps) {
  if (shown.ask) {
    return (
      <>
        <p>{t('login.confirmText')}</p>
        <PostForm action="/logout">
          <Button type="submit" tone="primary">
            {t('login.confirm')}
          </Button>
        </PostForm>
      </>
    );
  }
  // Those who sign in by their organization are led here when they leave; who came otherwise, and is gone already, may be one of them.
  if (shown.bySso === false || !shown.ssoHere) {
    return (
      <>
        <p>{t('login.signedOutText')}</p>
        <p>
          <LinkButton href={shown.signInAt} tone="primary">
            {t('login.signInAgain')}
          </LinkButton>
        </p>
      </>
    );
  }
  return (
    <>
      <p>
        {t('login.signedOutText')} {t('login.signedOutHere')}
      </p>
      <p>
        <LinkButton href="/sso-login" tone="primary">
          {t('login.toSso')}
        </LinkButton>
      </p>
      <p>
        <a href="/login">{t('login.toPassword')}</a>
      </p>
    </>
  );
}
