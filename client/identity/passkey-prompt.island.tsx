import { useEffect, useState } from 'react';
import { defineIsland } from '../runtime/define-island';
import { keepDeclined, keepPreferred } from '../runtime/passkey-offer';
import { sentences, type Speak } from '../runtime/sentences';
import { Button } from '../ui/button';
import s from './passkey-prompt.module.css';
import { knowsWebAuthn, makeCredential } from './webauthn-ceremony';

const words = sentences('signInChecks.passkeyCreate', 'signInChecks.passkeyFailed', 'signInChecks.passkeyUnable');

const devices = '/identity/resources/users/webauthn/v1/devices';

/** A refusal of these calls ends no session: whoever sits here may still go on without a passkey. */
async function post<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    redirect: 'error',
    headers: { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

type Step = 'waking' | 'unable' | 'ready' | 'asking' | 'failed';

/** Only the browser can speak to an authenticator; the way on without one is a form of the page. */
function PasskeyPrompt({ t, next }: { t: Speak<typeof words>; next: string }) {
  const [step, setStep] = useState<Step>('waking');
  useEffect(() => {
    setStep(knowsWebAuthn() ? 'ready' : 'unable');
    const form = document.querySelector<HTMLFormElement>('form[data-passkey-later]');
    form?.addEventListener('submit', () => {
      if (new FormData(form).has('never')) keepDeclined(window.localStorage);
    });
  }, []);

  const create = async () => {
    setStep('asking');
    try {
      const { options } = await post<{ options: PublicKeyCredentialCreationOptionsJSON }>(devices);
      await post(`${devices}/verify`, await makeCredential(options));
      keepPreferred(window.localStorage);
      window.location.assign(next);
    } catch {
      setStep('failed');
    }
  };

  if (step === 'waking')
    return (
      <div className={s.place}>
        <noscript>
          <p>{t('signInChecks.passkeyUnable')}</p>
        </noscript>
      </div>
    );
  if (step === 'unable') return <p className={s.place}>{t('signInChecks.passkeyUnable')}</p>;
  return (
    <div className={s.place}>
      {step === 'failed' && (
        <p className={s.failed} role="alert">
          {t('signInChecks.passkeyFailed')}
        </p>
      )}
      <Button tone="primary" wide onClick={create} disabled={step === 'asking'} busy={step === 'asking'}>
        {t('signInChecks.passkeyCreate')}
      </Button>
    </div>
  );
}

export const passkeyPrompt = defineIsland('identity/passkey-prompt', PasskeyPrompt, words);
export default passkeyPrompt;
