import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';

/** The provider that tells people from programs. */
export interface CaptchaShown {
  siteKey: string;
  scriptUrl: string;
}

interface CaptchaFieldProps {
  t: Translate;
  /** Absent: this installation asks nobody, and nothing of this is there. */
  captcha: CaptchaShown | undefined;
  /** What the form does, for the provider's own statistics. */
  action: string;
}

/** The part of a form that a provider's script fills in as it is sent; without scripts it says what is missing. */
export function CaptchaField({ t, captcha, action }: CaptchaFieldProps) {
  if (!captcha) return null;
  return (
    <>
      <input
        type="hidden"
        name="recaptchaToken"
        value=""
        data-captcha={captcha.siteKey}
        data-captcha-script={captcha.scriptUrl}
        data-captcha-action={action}
      />
      <div hidden data-captcha-blocked="">
        <Notice tone="error">{t('signInChecks.captchaBlocked', { host: new URL(captcha.scriptUrl).host })}</Notice>
      </div>
      <noscript>
        <Notice tone="warning">{t('signInChecks.captchaScripts')}</Notice>
      </noscript>
    </>
  );
}
