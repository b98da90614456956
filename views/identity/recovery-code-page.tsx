import type { Translate } from '../../server/platform/i18n/messages';
import { LinkButton } from '../../client/ui/button';
import s from './recovery-code-page.module.css';

/** Shown once: nobody can read it again. */
export function RecoveryCodePage({ t, recoveryCode, to }: { t: Translate; recoveryCode: string; to: string }) {
  return (
    <>
      <p><code className={s.code}>{recoveryCode}</code></p>
      <p><LinkButton href={to} tone="primary" wide>{t('mfa.goOn')}</LinkButton></p>
    </>
  );
}
