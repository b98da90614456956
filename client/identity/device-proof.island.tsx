import { useEffect, useRef, useState } from 'react';
import type { LayoutStrings } from '../../server/platform/i18n/messages';
import { defineIsland } from '../runtime/define-island';
import { sentences, type Speak } from '../runtime/sentences';
import { Button } from '../ui/button';
import { LayoutProvider } from '../ui/layout-strings';
import { Notice } from '../ui/notice';
import s from './device-proof.module.css';
import { CeremonyRefused, makeCredential, signChallenge, type CeremonyRefusal } from './webauthn-ceremony';

const words = sentences(
  'webauthn.useKey',
  'webauthn.useMachine',
  'webauthn.useEither',
  'webauthn.enrolKey',
  'webauthn.enrolMachine',
  'webauthn.enrolEither',
  'webauthn.waiting',
  'webauthn.unsupported',
  'webauthn.stopped',
  'webauthn.known',
  'webauthn.failed',
);

/** What is asked of an authenticator: to make a credential, or to sign with one. */
export interface AskedDevice {
  naming: 'key' | 'machine' | 'either';
  question:
    | { kind: 'make'; options: Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'> }
    | { kind: 'sign'; options: Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'> };
}

const uses = { key: 'webauthn.useKey', machine: 'webauthn.useMachine', either: 'webauthn.useEither' } as const;
const enrols = { key: 'webauthn.enrolKey', machine: 'webauthn.enrolMachine', either: 'webauthn.enrolEither' } as const;

/** The button of a form: it sends what the authenticator answers as `answer`. */
function DeviceProof({ t, layout, naming, question }: AskedDevice & { t: Speak<typeof words>; layout: LayoutStrings }) {
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<CeremonyRefusal | null>(null);
  const [answer, setAnswer] = useState('');
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (answer !== '') field.current?.form?.requestSubmit();
  }, [answer]);

  const ask = async () => {
    if (asking) return;
    setAsking(true);
    setRefusal(null);
    try {
      setAnswer(
        JSON.stringify(
          question.kind === 'make' ? await makeCredential(question.options) : await signChallenge(question.options),
        ),
      );
    } catch (error) {
      setRefusal(error instanceof CeremonyRefused ? error.reason : 'failed');
      setAsking(false);
    }
  };

  return (
    <LayoutProvider strings={layout}>
      <div className={s.proof}>
        <input ref={field} type="hidden" name="answer" value={answer} />
        {refusal && <Notice tone="error">{t(`webauthn.${refusal}`)}</Notice>}
        <Button tone="primary" wide busy={asking} onClick={() => void ask()}>
          {t((question.kind === 'make' ? enrols : uses)[naming])}
        </Button>
        <p className={s.status} role="status">
          {asking ? t('webauthn.waiting') : ''}
        </p>
      </div>
    </LayoutProvider>
  );
}

export const deviceProof = defineIsland('identity/device-proof', DeviceProof, words);
export default deviceProof;
