import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import type { RefusedInput } from './provider-step';
import { SetupFrame, type SetupFrameProps, type SetupView } from './setup-frame';
import s from './sso.module.css';

export interface EnforcementView {
  /** Since when; null where people come in as they like. */
  since: string | null;
  /** Empty where the account is gone. */
  ownerName: string;
  ownerEmail: string;
  /** The owner can still come in and set the provider right. */
  ownerFit: boolean;
  /** What has to be done before. */
  blocked: readonly ('needsDomain' | 'needsTest' | 'needsOn')[];
  owners: { id: string; name: string; email: string }[];
}

export type SwitchStepProps = Omit<SetupFrameProps, 'at'> & {
  settings: FormatSettings;
  proven: string[];
  enforcement: EnforcementView;
  localPath: string;
  refused?: RefusedInput | undefined;
};

/** Whether people come in by the provider, and whether by it alone. */
export function SwitchStep({
  settings,
  proven,
  enforcement,
  localPath,
  refused = { typed: {}, fields: {} },
  ...frame
}: SwitchStepProps) {
  const { t, setup } = frame;
  const action = `/sso/${setup.id}/switch`;
  return (
    <SetupFrame {...frame} at="switch">
      <Section id="switch" title={t('ssoPages.switchTitle')} sentence={t(`ssoPages.switchSentence.${setup.state}`)}>
        {setup.state === 'on' && proven.length === 0 && <Notice tone="warning">{t('ssoPages.onWithoutDomain')}</Notice>}
        {setup.open && setup.state !== 'draft' && (
          <PostForm
            action={action}
            {...(setup.state === 'on'
              ? { 'data-confirm': t('ssoPages.switchOffConfirm'), 'data-confirm-yes': t('ssoPages.switchOff') }
              : {})}
          >
            <input type="hidden" name="act" value={setup.state === 'on' ? 'off' : 'on'} />
            <Button type="submit" tone={setup.state === 'on' ? 'plain' : 'primary'}>
              {t(setup.state === 'on' ? 'ssoPages.switchOff' : 'ssoPages.switchOn')}
            </Button>
          </PostForm>
        )}
      </Section>
      <Enforcement
        t={t}
        settings={settings}
        setup={setup}
        proven={proven}
        enforcement={enforcement}
        localPath={localPath}
        refused={refused}
      />
      {setup.open && (
        <Section id="remove" title={t('ssoPages.removeTitle')} sentence={t('ssoPages.removeSentence')}>
          <PostForm
            action={action}
            data-confirm={t('ssoPages.removeConfirm')}
            data-confirm-yes={t('ssoPages.removeProvider')}
          >
            <input type="hidden" name="act" value="remove" />
            <Button type="submit" tone="danger">
              {t('ssoPages.removeProvider')}
            </Button>
          </PostForm>
        </Section>
      )}
    </SetupFrame>
  );
}

type EnforcementProps = Pick<SwitchStepProps, 't' | 'settings' | 'proven' | 'enforcement' | 'localPath'> & {
  setup: SetupView;
  refused: RefusedInput;
};

function Enforcement({ t, settings, setup, proven, enforcement, localPath, refused }: EnforcementProps) {
  const { since, ownerName, ownerEmail, ownerFit, blocked, owners } = enforcement;
  const action = `/sso/${setup.id}/switch`;
  if (since !== null) {
    return (
      <Section
        id="enforcement"
        title={t('ssoPages.enforcedTitle')}
        sentence={t('ssoPages.enforcedSentence', {
          time: createFormat(settings).dateTime(since),
          domains: proven.join(', '),
        })}
      >
        {ownerFit ? (
          <p className={account.lead}>{t('ssoPages.owner', { name: ownerName, email: ownerEmail, path: localPath })}</p>
        ) : (
          <Notice tone="warning" title={t('ssoPages.ownerLost')}>
            <p>{t('ssoPages.ownerLostSentence')}</p>
          </Notice>
        )}
        {setup.open && (
          <>
            <PostForm action={action} data-confirm={t('ssoPages.liftConfirm')} data-confirm-yes={t('ssoPages.lift')}>
              <input type="hidden" name="act" value="lift" />
              <Button type="submit">{t('ssoPages.lift')}</Button>
            </PostForm>
            <details className={s.block} open={!ownerFit || 'ownerId' in refused.fields}>
              <summary>{t('ssoPages.changeOwner')}</summary>
              <OwnerForm
                t={t}
                action={action}
                owners={owners}
                error={refused.fields.ownerId}
                label={t('ssoPages.changeOwner')}
              />
            </details>
          </>
        )}
      </Section>
    );
  }
  return (
    <Section id="enforcement" title={t('ssoPages.enforceTitle')} sentence={t('ssoPages.enforceSentence')}>
      <ul className={s.list}>
        <li>{t('ssoPages.enforceOthers')}</li>
        <li>{t('ssoPages.enforceSessions')}</li>
        <li>{t('ssoPages.enforceTokens')}</li>
        <li>{t('ssoPages.enforceLifts')}</li>
      </ul>
      {blocked.length > 0 && (
        <div className={s.block}>
          <p className={account.label}>{t('ssoPages.beforeEnforcing')}</p>
          <ul className={s.list}>
            {blocked.map((what) => (
              <li key={what}>{t(`ssoEntry.${what}`)}</li>
            ))}
          </ul>
        </div>
      )}
      {blocked.length === 0 && setup.open && (
        <div className={s.block}>
          {owners.length === 0 ? (
            <p className={account.none}>{t('ssoPages.noOwners')}</p>
          ) : (
            <OwnerForm
              t={t}
              action={action}
              owners={owners}
              error={refused.fields.ownerId}
              label={t('ssoPages.enforce')}
            />
          )}
        </div>
      )}
    </Section>
  );
}

function OwnerForm({
  t,
  action,
  owners,
  error,
  label,
}: {
  t: Translate;
  action: string;
  owners: EnforcementView['owners'];
  error: string | undefined;
  label: string;
}) {
  return (
    <PostForm action={action} className={account.form}>
      <input type="hidden" name="act" value="enforce" />
      <FormField
        name="ownerId"
        kind="select"
        label={t('ssoPages.ownerLabel')}
        hint={t('ssoPages.ownerHint')}
        error={error}
        options={owners.map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` }))}
      />
      <Button type="submit" tone="primary">
        {label}
      </Button>
    </PostForm>
  );
}
