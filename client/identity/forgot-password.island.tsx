import { useEffect, useId, useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { captchaToken } from '../runtime/captcha';
import { defineIsland } from '../runtime/define-island';
import { request } from '../runtime/request';
import { sentences, type Speak } from '../runtime/sentences';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FormField } from '../ui/form-field';
import s from './forgot-password.module.css';

const words = sentences(
  'login.forgot',
  'password.forgotTitle',
  'password.forgotLead',
  'password.email',
  'password.request',
  'password.requested',
  'password.invalidEmail',
  'password.errorMessage',
  'global.close',
);

type Step = 'closed' | 'asking' | 'sending' | 'sent' | 'failed';

/** The link is a page of its own without scripts; with them the question opens above the sign-in. */
function ForgotPassword({ t }: { t: Speak<typeof words> }) {
  const [step, setStep] = useState<Step>('closed');
  const [email, setEmail] = useState('');
  const form = useId();
  const asked = useRef<HTMLFormElement>(null);
  const isOpen = step !== 'closed';
  const valid = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);

  // The window itself would begin at the button that closes it.
  useEffect(() => {
    if (isOpen) asked.current?.querySelector('input')?.focus();
  }, [isOpen]);

  const open = (event: MouseEvent) => {
    event.preventDefault();
    setStep('asking');
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!valid) return;
    setStep('sending');
    try {
      await request('/rest/v1/auth/password-reset', {
        method: 'POST',
        body: { email, recaptchaToken: await captchaToken(document) },
      });
      setStep('sent');
    } catch {
      setStep('failed');
    }
  };

  const footer =
    step === 'sent' ? (
      <Button onClick={() => setStep('closed')}>{t('global.close')}</Button>
    ) : (
      <Button
        type="submit"
        form={form}
        tone="primary"
        disabled={!valid || step === 'sending'}
        busy={step === 'sending'}
      >
        {t('password.request')}
      </Button>
    );

  return (
    <>
      <a href="/forgot-password" onClick={open}>
        {t('login.forgot')}
      </a>
      <Dialog
        open={isOpen}
        title={t('password.forgotTitle')}
        closeLabel={t('global.close')}
        onClose={() => setStep('closed')}
        size="small"
        busy={step === 'sending'}
        footer={footer}
      >
        {step === 'sent' ? (
          <p role="status">{t('password.requested')}</p>
        ) : (
          <form ref={asked} id={form} className={s.form} onSubmit={send} noValidate>
            <p>{t('password.forgotLead')}</p>
            <FormField
              name="email"
              kind="email"
              label={t('password.email')}
              value={email}
              onChange={(event) => setEmail((event.target as HTMLInputElement).value)}
              error={
                step === 'failed'
                  ? t('password.errorMessage')
                  : email !== '' && !valid
                    ? t('password.invalidEmail')
                    : undefined
              }
              autoComplete="email"
              required
            />
          </form>
        )}
      </Dialog>
    </>
  );
}

export const forgotPassword = defineIsland('identity/forgot-password', ForgotPassword, words);
export default forgotPassword;
