import { useEffect, useState } from 'react';
import { defineIsland } from '../runtime/define-island';
import { sentences, type Speak } from '../runtime/sentences';
import { Button } from '../ui/button';
import { classNames } from '../ui/class-names';
import { Icon } from '../ui/icon';
import s from './add-passkey.module.css';

const words = sentences(
  'account.passkeys.add',
  'account.passkeys.needsScript',
  'account.passkeys.unsupported',
  'account.passkeys.stopped',
  'account.passkeys.known',
  'account.passkeys.failed',
);

const devices = '/identity/resources/users/webauthn/v1/devices';

/** A refusal of these calls is no sign-out, as it is of the product's: it asks for a fresh proof. */
const post = (path: string, body?: unknown) =>
  fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    redirect: 'error',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'X-Requested-With': 'fetch' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** A machine's own authenticator, or one that is plugged in or near. */
const kindOf = ({ authenticatorAttachment }: PublicKeyCredential) =>
  authenticatorAttachment === 'platform' ? 'Platform' : 'CrossPlatform';

type Step = 'unready' | 'unsupported' | 'ready' | 'busy' | 'stopped' | 'known' | 'failed';

interface Props {
  /** The page that shows the passkey. */
  doneHref: string;
  /** Where somebody proves to be themselves. */
  confirmHref: string;
  t: Speak<typeof words>;
}

async function add({ doneHref, confirmHref }: Pick<Props, 'doneHref' | 'confirmHref'>): Promise<Step> {
  const asked = await post(devices);
  if (asked.status === 401 || asked.status === 403) {
    window.location.assign(confirmHref);
    return 'busy';
  }
  if (!asked.ok) return 'failed';
  const { options } = (await asked.json()) as { options: PublicKeyCredentialCreationOptionsJSON };
  try {
    const made = (await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    })) as PublicKeyCredential;
    const added = await post(`${devices}/verify`, { ...(made.toJSON() as object), deviceType: kindOf(made) });
    if (!added.ok) return added.status === 409 ? 'known' : 'failed';
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return error.name === 'InvalidStateError' ? 'known' : 'stopped';
  }
  window.location.assign(doneHref);
  return 'busy';
}

/** Only the browser can speak to an authenticator; without scripts a sentence says so. */
function AddPasskey({ t, ...where }: Props) {
  const [step, setStep] = useState<Step>('unready');
  useEffect(() => {
    setStep(typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function' ? 'ready' : 'unsupported');
  }, []);
  const press = async () => {
    setStep('busy');
    setStep(await add(where).catch((): Step => 'failed'));
  };
  if (step === 'unready') return <p>{t('account.passkeys.needsScript')}</p>;
  if (step === 'unsupported')
    return (
      <p className={s.said}>
        <Icon name="info" />
        {t('account.passkeys.unsupported')}
      </p>
    );
  const failed = step === 'failed';
  return (
    <>
      {(failed || step === 'known' || step === 'stopped') && (
        <p role={failed ? 'alert' : 'status'} className={classNames(s.said, failed && s.failed)}>
          <Icon name={failed ? 'error' : 'info'} />
          {t(`account.passkeys.${step}`)}
        </p>
      )}
      <Button tone="primary" onClick={press} disabled={step === 'busy'} busy={step === 'busy'}>
        {t('account.passkeys.add')}
      </Button>
    </>
  );
}

export const addPasskey = defineIsland('identity/add-passkey', AddPasskey, words);
export default addPasskey;
