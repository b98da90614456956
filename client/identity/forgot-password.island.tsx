import { useId, useState, type FormEvent, type MouseEvent } from 'react';
import { defineIsland } from '../runtime/define-island';
import { request } from '../runtime/request';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FormField } from '../ui/form-field';

export interface ForgotPasswordStrings {
  link: string;
  title: string;
  lead: string;
  email: string;
  request: string;
  requested: string;
  invalid: string;
  failed: string;
  close: string;
}

type Step = 'closed' | 'asking' | 'sending' | 'sent' | 'failed';

/** The link is a page of its own without scripts; with them the question opens above the sign-in. */
function ForgotPassword({ strings }: { strings: ForgotPasswordStrings }) {
  const [step, setStep] = useState<Step>('closed');
  const [email, setEmail] = useState('');
  const form = useId();
  const valid = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);

  const open = (event: MouseEvent) => {
    event.preventDefault();
    setStep('asking');
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!valid) return;
    setStep('sending');
    try {
      await request('/rest/v1/auth/password-reset', { method: 'POST', body: { email } });
      setStep('sent');
    } catch {
      setStep('failed');
    }
  };

  const footer = step === 'sent'
    ? <Button onClick={() => setStep('closed')}>{strings.close}</Button>
    : <Button type="submit" form={form} tone="primary" disabled={!valid || step === 'sending'} busy={step === 'sending'}>{strings.request}</Button>;

  return (
    <>
      <a href="/forgot-password" onClick={open}>{strings.link}</a>
      <Dialog open={step !== 'closed'} title={strings.title} closeLabel={strings.close} onClose={() => setStep('closed')} size="small" busy={step === 'sending'} footer={footer}>
        {step === 'sent' ? <p role="status">{strings.requested}</p> : (
          <form id={form} onSubmit={send} noValidate>
            <p>{strings.lead}</p>
            <FormField
              name="email"
              kind="email"
              label={strings.email}
              value={email}
              onChange={(event) => setEmail((event.target as HTMLInputElement).value)}
              error={step === 'failed' ? strings.failed : email !== '' && !valid ? strings.invalid : undefined}
              autoComplete="email"
              required
            />
          </form>
        )}
      </Dialog>
    </>
  );
}

export const forgotPassword = defineIsland('identity/forgot-password', ForgotPassword);
export default forgotPassword;
