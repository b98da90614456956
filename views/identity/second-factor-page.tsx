import type { ReactNode } from 'react';
import { Button, LinkButton } from '../../client/ui/button';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { DeviceStep, type DeviceStepView } from './device-step';
import s from './second-factor-page.module.css';

/** A code that was sent just now: to the phone, or else to the mailbox. */
export interface SentView {
  otcToken: string;
  deviceId?: string | undefined;
}

export interface HeldView {
  authenticator: boolean;
  /** Numbers as far as they are shown. */
  phones: { id: string; phone: string }[];
  email: string | null;
  /** Security keys and machines, as they are called; null where there are none. */
  devices: 'key' | 'machine' | 'either' | null;
}

export interface FactorStepProps {
  t: Translate;
  /** Of the page; its forms lie below. */
  path: string;
  error?: string | undefined;
  /** null: this browser must not be remembered. */
  rememberDays: number | null;
}

interface SecondFactorPageProps extends FactorStepProps {
  held: HeldView;
  /** What is asked for now; null where one is to be chosen. */
  step:
    { kind: 'authenticator' } | { kind: 'sent'; sent: SentView } | { kind: 'device'; device: DeviceStepView } | null;
}

export const digits = {
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  autoCapitalize: 'none',
  spellCheck: false,
  required: true,
  maxLength: 20,
} as const;

export const rememberField = ({ t, rememberDays }: Pick<FactorStepProps, 't' | 'rememberDays'>): ReactNode =>
  rememberDays !== null && (
    <FormField name="rememberDevice" kind="checkbox" label={t('mfa.remember', { count: rememberDays })} />
  );

export function SecondFactorPage({ t, path, error, rememberDays, held, step }: SecondFactorPageProps) {
  const remember = rememberField({ t, rememberDays });
  return (
    <>
      {error && <Notice tone="error">{error}</Notice>}
      {step?.kind === 'sent' && !error && <Notice tone="info">{t('mfa.sent')}</Notice>}
      {step?.kind === 'device' && <DeviceStep t={t} fields={remember} action={`${path}/device`} step={step.device} />}
      {(step?.kind === 'sent' || step?.kind === 'authenticator') && (
        <PostForm action={path} className={s.form}>
          {step.kind === 'sent' && <input type="hidden" name="otcToken" value={step.sent.otcToken} />}
          {step.kind === 'sent' && step.sent.deviceId && (
            <input type="hidden" name="deviceId" value={step.sent.deviceId} />
          )}
          <FormField
            name="code"
            label={t(step.kind === 'sent' ? 'mfa.sentCode' : 'mfa.authenticatorCode')}
            autoFocus
            {...digits}
          />
          {remember}
          <Button type="submit" tone="primary" wide>
            {t('mfa.confirm')}
          </Button>
        </PostForm>
      )}
      <Others {...{ t, path, held, step }} />
      <Recovery {...{ t, path }} />
    </>
  );
}

const uses = { key: 'webauthn.useKey', machine: 'webauthn.useMachine', either: 'webauthn.useEither' } as const;

/** The person's other factors: a step each, or a code that is sent. */
function Others({ t, path, held, step }: Pick<SecondFactorPageProps, 't' | 'path' | 'held' | 'step'>) {
  // Where a code is all that there is, to have it sent is what the page is for.
  const tone =
    step === null && !held.authenticator && !held.devices && held.phones.length + (held.email === null ? 0 : 1) === 1
      ? 'primary'
      : 'plain';
  return (
    <>
      {held.authenticator && step?.kind !== 'authenticator' && (
        <LinkButton href={`${path}?with=authenticator`} wide>
          {t('mfa.useAuthenticator')}
        </LinkButton>
      )}
      {held.devices && step?.kind !== 'device' && (
        <LinkButton href={`${path}?with=device`} wide>
          {t(uses[held.devices])}
        </LinkButton>
      )}
      {held.phones.map(({ id, phone }) => (
        <PostForm key={id} action={`${path}/code`}>
          <input type="hidden" name="deviceId" value={id} />
          <Button type="submit" tone={tone} wide>
            {t('mfa.sendText', { phone })}
          </Button>
        </PostForm>
      ))}
      {held.email !== null && (
        <PostForm action={`${path}/code`}>
          <Button type="submit" tone={tone} wide>
            {t('mfa.sendMail', { email: held.email })}
          </Button>
        </PostForm>
      )}
    </>
  );
}

/** The way out for whoever has lost all of it. */
function Recovery({ t, path }: Pick<FactorStepProps, 't' | 'path'>) {
  return (
    <Fold title={t('mfa.lost')} quiet>
      <PostForm action={`${path}/recovery`} className={s.form}>
        <p>{t('mfa.recoverLead')}</p>
        <FormField
          name="recoveryCode"
          label={t('mfa.recoveryCode')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={100}
        />
        <Button type="submit" wide>
          {t('mfa.recover')}
        </Button>
      </PostForm>
    </Fold>
  );
}
