import { useEffect, useRef, useState } from 'react';
import type { LayoutStrings } from '../../server/platform/i18n/messages';
import { defineIsland } from '../runtime/define-island';
import { sentences, type Speak } from '../runtime/sentences';
import { Button } from '../ui/button';
import { LayoutProvider } from '../ui/layout-strings';
import { Notice } from '../ui/notice';
import { askForPasskey, CannotAsk, passkeyAutofill, type PasskeyAutofill } from './passkey-autofill';
import s from './passkey-sign-in.module.css';
import { CeremonyRefused, knowsWebAuthn, signChallenge, type SignedChallenge } from './webauthn-ceremony';

const words = sentences('login.passkey');

type Problem = 'stopped' | 'offline' | 'tooMany' | 'failed';

function problemOf(error: unknown): Problem {
  if (error instanceof CannotAsk) return error.reason;
  return error instanceof CeremonyRefused && error.reason === 'stopped' ? 'stopped' : 'failed';
}

/** The button of a form that sends what a passkey signed as `answer`. Where the browser knows no passkeys, its place stays empty. */
function PasskeySignIn({ t, layout }: { t: Speak<typeof words>; layout: LayoutStrings }) {
  const [able, setAble] = useState(false);
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [answer, setAnswer] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const autofill = useRef<PasskeyAutofill | null>(null);

  const send = (signed: SignedChallenge) => {
    setAsking(true);
    setProblem(null);
    setAnswer(JSON.stringify(signed));
  };

  useEffect(() => {
    if (answer !== '') field.current?.form?.requestSubmit();
  }, [answer]);

  useEffect(() => {
    if (!knowsWebAuthn()) return;
    setAble(true);
    const offering = passkeyAutofill(document, send);
    const backAgain = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setAsking(false);
      setAnswer('');
      offering.offer();
    };
    autofill.current = offering;
    offering.offer();
    document.addEventListener('submit', offering.pause);
    window.addEventListener('pageshow', backAgain);
    return () => {
      offering.pause();
      document.removeEventListener('submit', offering.pause);
      window.removeEventListener('pageshow', backAgain);
    };
  }, []);

  const ask = async () => {
    if (asking) return;
    autofill.current?.pause();
    setAsking(true);
    setProblem(null);
    try {
      send(await signChallenge(await askForPasskey()));
    } catch (error) {
      setProblem(problemOf(error));
      setAsking(false);
      autofill.current?.offer();
    }
  };

  return (
    <LayoutProvider strings={layout}>
      <div className={s.place}>
        <input ref={field} type="hidden" name="answer" value={answer} />
        {problem && <Notice tone="error">{t(`login.passkey.${problem}`)}</Notice>}
        {able && (
          <Button wide className={s.button} busy={asking} onClick={() => void ask()}>
            {t('login.passkey.use')}
          </Button>
        )}
        <p className="visually-hidden" role="status">
          {asking ? t('login.passkey.waiting') : ''}
        </p>
      </div>
    </LayoutProvider>
  );
}

export const passkeySignIn = defineIsland('identity/passkey-sign-in', PasskeySignIn, words);
export default passkeySignIn;
