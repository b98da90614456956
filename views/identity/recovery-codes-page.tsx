import { LinkButton } from '../../client/ui/button';
import type { Translate } from '../../server/platform/i18n/messages';
import { RecoveryCodes, type RecoveryView } from './recovery-codes';
import { WayOnPage } from './way-on-page';

interface OnTheWay {
  t: Translate;
  /** Where the sign-in leads. */
  to: string;
}

/** At the end of a sign-in in which a second factor was set up. */
export function RecoveryCodesPage({ t, codes, to }: OnTheWay & { codes: readonly string[] }) {
  return (
    <>
      <RecoveryCodes codes={codes} />
      <p>
        <LinkButton href={to} tone="primary" wide>
          {t('mfa.goOn')}
        </LinkButton>
      </p>
    </>
  );
}

/** At the end of a sign-in by a recovery code. */
export function RecoveryUsedPage({ t, recovery: { left, of, few }, to }: OnTheWay & { recovery: RecoveryView }) {
  const says = [t('mfa.recoveryLeft', { count: left, of }), t(few ? 'mfa.recoveryFew' : 'mfa.recoveryUsedLead')].join(
    ' ',
  );
  return (
    <WayOnPage tone={few ? 'warning' : 'info'} says={says} to={to} label={t('mfa.recoveryOn')}>
      <p>
        <a href="/account/second-factors">{t('mfa.recoveryCheck')}</a>
      </p>
    </WayOnPage>
  );
}
