import { Button, LinkButton } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import { DeviceStep, NeedsScript, scripted, type DeviceStepView } from '../device-step';
import { AccountFrame } from './account-frame';
import s from './account.module.css';
import type { OfferedFactorsView } from './second-factors-screen';

const base = '/account/second-factors';

interface Named {
  t: Translate;
  typed?: string | undefined;
  error?: string | undefined;
}

export interface EnrolDeviceProps extends Named {
  step: DeviceStepView;
  /** What it is called where nothing else is typed. */
  usualName: string;
  /** What may be set up without scripts. */
  others: Pick<OfferedFactorsView, 'authenticator' | 'texts'>;
  problem?: string | undefined;
}

const titles = { key: 'webauthn.enrolKey', machine: 'webauthn.enrolMachine', either: 'webauthn.enrolEither' } as const;

/** Before a browser is asked, which is asked a question of its own each time. */
export function BeginDeviceScreen({
  t,
  naming,
  others,
  problem,
}: Pick<EnrolDeviceProps, 't' | 'others' | 'problem'> & { naming: DeviceStepView['naming'] }) {
  return (
    <AccountFrame t={t} at="secondFactors" problem={problem}>
      <Section id="webauthn" title={t(titles[naming])} sentence={t('webauthn.enrolLead')}>
        <NeedsScript t={t} instead={<Instead t={t} others={others} />} />
        <div className={s.row}>
          <PostForm action={`${base}/webauthn`} className={scripted}>
            <Button type="submit" tone="primary">
              {t('account.secondFactors.setUp')}
            </Button>
          </PostForm>
          <LinkButton href={base} tone="quiet">
            {t('global.cancel')}
          </LinkButton>
        </div>
      </Section>
    </AccountFrame>
  );
}

function Instead({ t, others }: Pick<EnrolDeviceProps, 't' | 'others'>) {
  return (
    <div className={s.after}>
      {others.authenticator && (
        <LinkButton href={`${base}/authenticator`}>{t('webauthn.enrolAuthenticator')}</LinkButton>
      )}
      {others.texts && <LinkButton href={`${base}/sms`}>{t('webauthn.enrolPhone')}</LinkButton>}
    </div>
  );
}

export function EnrolDeviceScreen({ t, step, usualName, others, typed, error, problem }: EnrolDeviceProps) {
  return (
    <AccountFrame t={t} at="secondFactors" problem={problem}>
      <Section id="webauthn" title={t(titles[step.naming])}>
        <div className={s.narrow}>
          <DeviceStep
            t={t}
            action={`${base}/webauthn/verify`}
            step={step}
            fields={<NameField t={t} value={typed ?? usualName} error={error} />}
            instead={<Instead t={t} others={others} />}
          />
        </div>
        <p className={s.after}>
          <LinkButton href={base} tone="quiet">
            {t('global.cancel')}
          </LinkButton>
        </p>
      </Section>
    </AccountFrame>
  );
}

export interface NameDeviceProps extends Named {
  device: { id: string; name: string };
}

export function NameDeviceScreen({ t, device: { id, name }, typed, error }: NameDeviceProps) {
  return (
    <AccountFrame t={t} at="secondFactors">
      <Section id="rename" title={t('account.secondFactors.renameTitle', { name })}>
        <PostForm action={`${base}/webauthn/${id}/name`} className={s.form}>
          <NameField t={t} value={typed ?? name} error={error} />
          <div className={s.row}>
            <Button type="submit" tone="primary">
              {t('account.save')}
            </Button>
            <LinkButton href={base} tone="quiet">
              {t('global.cancel')}
            </LinkButton>
          </div>
        </PostForm>
      </Section>
    </AccountFrame>
  );
}

function NameField({ t, value, error }: { t: Translate; value: string; error: string | undefined }) {
  return (
    <FormField
      name="name"
      label={t('account.secondFactors.deviceName')}
      hint={t('account.secondFactors.deviceNameHint')}
      error={error}
      autoComplete="off"
      required
      maxLength={200}
      defaultValue={value}
    />
  );
}
