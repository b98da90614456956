import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { PostForm } from '../layout/form';
import { DeviceStep, type DeviceStepView } from './device-step';
import { digits, rememberField, type FactorStepProps } from './second-factor-page';
import s from './second-factor-page.module.css';

type FactorKindView = 'authenticator' | 'device' | 'phone' | 'email';

export type EnrolmentStepView =
  | { kind: 'authenticator'; qrCode: string; secret: string }
  | { kind: 'device'; device: DeviceStepView }
  | { kind: 'phone' }
  | { kind: 'email'; email: string }
  /** A code that was sent just now, to what is to become the factor. */
  | { kind: 'sent'; otcToken: string; to: 'phone' | 'email' };

interface SecondFactorEnrolmentPageProps extends FactorStepProps {
  /** null where one is to be chosen. */
  step: EnrolmentStepView | null;
  /** The kinds that may be set up instead. */
  others: FactorKindView[];
  /** How security keys and machines are called. */
  devices: 'key' | 'machine' | 'either';
}

/** For whoever has no factor yet and must have one. */
export function SecondFactorEnrolmentPage({ step, others, devices, ...page }: SecondFactorEnrolmentPageProps) {
  const { t, path, error } = page;
  const setUp = {
    authenticator: t('webauthn.enrolAuthenticator'),
    phone: t('webauthn.enrolPhone'),
    email: t('webauthn.enrolEmail'),
    device: { key: t('webauthn.enrolKey'), machine: t('webauthn.enrolMachine'), either: t('webauthn.enrolEither') }[
      devices
    ],
  };
  return (
    <>
      {error && <Notice tone="error">{error}</Notice>}
      {step?.kind === 'sent' && !error && <Notice tone="info">{t('mfa.sent')}</Notice>}
      {step && <Step {...page} step={step} />}
      {others.length > 0 && (
        <div className={s.others}>
          {step && <h2>{t('webauthn.or')}</h2>}
          {others.map((kind) => (
            <LinkButton key={kind} href={`${path}?with=${kind}`} wide>
              {setUp[kind]}
            </LinkButton>
          ))}
        </div>
      )}
    </>
  );
}

function Step({ t, path, rememberDays, step }: FactorStepProps & { step: EnrolmentStepView }) {
  const remember = rememberField({ t, rememberDays });
  if (step.kind === 'device')
    return <DeviceStep t={t} fields={remember} action={`${path}/enrolment/device`} step={step.device} />;
  if (step.kind === 'phone' || step.kind === 'email') {
    return (
      <PostForm action={`${path}/enrolment/code`} className={s.form}>
        {step.kind === 'email' && <p>{t('webauthn.emailLead', { email: step.email })}</p>}
        {step.kind === 'phone' && (
          <FormField
            name="phoneNumber"
            kind="tel"
            label={t('webauthn.phoneNumber')}
            hint={t('webauthn.phoneHint')}
            autoComplete="tel"
            required
            maxLength={40}
            autoFocus
          />
        )}
        <Button type="submit" tone="primary" wide>
          {t(step.kind === 'phone' ? 'webauthn.sendText' : 'webauthn.sendMail')}
        </Button>
      </PostForm>
    );
  }
  return (
    <PostForm action={`${path}/enrolment`} className={s.form}>
      {step.kind === 'authenticator' && (
        <img className={s.qr} src={step.qrCode} alt={t('mfa.qrCode')} width={200} height={200} />
      )}
      {step.kind === 'authenticator' && (
        <p>
          {t('mfa.secret')} <code className={s.secret}>{step.secret}</code>
        </p>
      )}
      {step.kind === 'sent' && <input type="hidden" name="otcToken" value={step.otcToken} />}
      {step.kind === 'sent' && <input type="hidden" name="to" value={step.to} />}
      <FormField
        name="code"
        label={t(step.kind === 'sent' ? 'mfa.sentCode' : 'mfa.authenticatorCode')}
        autoFocus={step.kind === 'sent'}
        {...digits}
      />
      {remember}
      <Button type="submit" tone="primary" wide>
        {t('mfa.enrol')}
      </Button>
    </PostForm>
  );
}
