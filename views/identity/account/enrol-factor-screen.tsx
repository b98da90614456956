import { Button, LinkButton } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import { RecoveryCodes } from '../recovery-codes';
import { AccountFrame } from './account-frame';
import s from './account.module.css';
import { CodeForm, type SentCodeView } from './code-form';

const base = '/account/second-factors';

interface Shared {
  t: Translate;
  problem?: string | undefined;
}

/** What an app is to scan; null before somebody asks for it. */
export interface EnrolAuthenticatorProps extends Shared {
  shown: { qrCode: string; secret: string } | null;
  error?: string | undefined;
}

export function EnrolAuthenticatorScreen({ t, problem, shown, error }: EnrolAuthenticatorProps) {
  return (
    <AccountFrame t={t} at="secondFactors" problem={problem}>
      <Section
        id="authenticator"
        title={t('account.secondFactors.authenticatorTitle')}
        sentence={t('account.secondFactors.authenticatorLead')}
      >
        {shown === null ? (
          <PostForm action={`${base}/authenticator`} className={s.form}>
            <div className={s.row}>
              <Button type="submit" tone="primary">
                {t('account.secondFactors.showCode')}
              </Button>
              <LinkButton href={base} tone="quiet">
                {t('global.cancel')}
              </LinkButton>
            </div>
          </PostForm>
        ) : (
          <PostForm action={`${base}/authenticator/verify`} className={s.form}>
            <img className={s.qr} src={shown.qrCode} alt={t('mfa.qrCode')} width={200} height={200} />
            <p>
              {t('mfa.secret')} <code className={s.code}>{shown.secret}</code>
            </p>
            <FormField
              name="code"
              label={t('mfa.authenticatorCode')}
              error={error}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              required
              maxLength={20}
            />
            <div className={s.row}>
              <Button type="submit" tone="primary">
                {t('account.secondFactors.turnOn')}
              </Button>
              <LinkButton href={base} tone="quiet">
                {t('global.cancel')}
              </LinkButton>
            </div>
          </PostForm>
        )}
      </Section>
    </AccountFrame>
  );
}

export interface EnrolPhoneProps extends Shared {
  typed?: string | undefined;
  error?: string | undefined;
  sent?: (SentCodeView & { phoneNumber: string }) | undefined;
}

export function EnrolPhoneScreen({ t, problem, typed, error, sent }: EnrolPhoneProps) {
  return (
    <AccountFrame t={t} at="secondFactors" problem={problem}>
      <Section id="sms" title={t('account.secondFactors.smsTitle')} sentence={t('account.secondFactors.smsLead')}>
        {sent ? (
          <CodeForm
            t={t}
            {...sent}
            action={`${base}/sms/verify`}
            kept={{ phoneNumber: sent.phoneNumber }}
            label={t('account.secondFactors.turnOn')}
            cancelHref={base}
          />
        ) : (
          <PostForm action={`${base}/sms`} className={s.form}>
            <FormField
              name="phoneNumber"
              kind="tel"
              label={t('account.phoneNumbers.number')}
              hint={t('account.phoneNumbers.hint')}
              error={error}
              autoComplete="tel"
              required
              maxLength={40}
              defaultValue={typed}
            />
            <div className={s.row}>
              <Button type="submit" tone="primary">
                {t('account.phoneNumbers.sendCode')}
              </Button>
              <LinkButton href={base} tone="quiet">
                {t('global.cancel')}
              </LinkButton>
            </div>
          </PostForm>
        )}
      </Section>
    </AccountFrame>
  );
}

export function OwnRecoveryCodesScreen({ t, codes, done }: Shared & { codes: readonly string[]; done: string }) {
  return (
    <AccountFrame t={t} at="secondFactors" done={done}>
      <Section id="recovery" title={t('mfa.recoveryTitle')} sentence={t('mfa.recoveryLead')}>
        <RecoveryCodes codes={codes} />
        <p className={s.after}>
          <LinkButton href={base} tone="primary">
            {t('mfa.goOn')}
          </LinkButton>
        </p>
      </Section>
    </AccountFrame>
  );
}
