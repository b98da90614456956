import { copyText } from '../../../client/identity/copy-text.island';
import { LinkButton } from '../../../client/ui/button';
import { Notice } from '../../../client/ui/notice';
import type { Translate } from '../../../server/platform/i18n/messages';
import { Island } from '../../layout/island';
import { Section } from '../../layout/section';
import s from './provisioning.module.css';

export const sources = ['okta', 'azure-ad', 'frontegg', 'other'] as const;
export type Source = (typeof sources)[number];

const names: Record<Exclude<Source, 'other'>, string> = {
  okta: 'Okta',
  'azure-ad': 'Microsoft Entra ID',
  frontegg: 'Tare',
};

/** How a directory is called; names of makers are the same in every language. */
export const sourceName = (t: Translate, source: Source): string =>
  source === 'other' ? t('provisioning.sourceOther') : names[source];

const steps = {
  okta: ['provisioning.steps.okta1', 'provisioning.steps.okta2', 'provisioning.steps.okta3'],
  'azure-ad': ['provisioning.steps.azure1', 'provisioning.steps.azure2', 'provisioning.steps.azure3'],
  other: ['provisioning.steps.other1', 'provisioning.steps.other2', 'provisioning.steps.other3'],
} as const;

/** What is done in the directory. */
export function SetupSteps({ t, source }: { t: Translate; source: Source }) {
  return (
    <Section id="setup" title={t('provisioning.setup', { source: sourceName(t, source) })}>
      <ol className={s.steps}>
        {steps[source === 'frontegg' ? 'other' : source].map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
      <p className={s.after}>{t('provisioning.setupRoles')}</p>
    </Section>
  );
}

/** Texts to be copied. */
export function Copied({ shown }: { shown: readonly (readonly [label: string, text: string])[] }) {
  return (
    <dl className={s.shown}>
      {shown.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <code className={s.text}>{text}</code>
            <Island of={copyText} when="load" props={{ text, name: label }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export interface MadeView {
  name: string;
  address: string;
  secret: string;
  source: Source;
  /** Where it goes on. */
  href: string;
}

/** Shown once: nobody can read the secret again. */
export function MadeConnection({ t, made: { name, address, secret, source, href } }: { t: Translate; made: MadeView }) {
  return (
    <>
      <Notice tone="success" title={t('provisioning.made', { name })}>
        <p>{t('provisioning.madeSentence')}</p>
      </Notice>
      <Section id="made" title={name}>
        <Copied
          shown={[
            [t('provisioning.address'), address],
            [t('provisioning.secret'), secret],
          ]}
        />
      </Section>
      <SetupSteps t={t} source={source} />
      <p className={s.after}>
        <LinkButton href={href} tone="primary">
          {t('provisioning.done')}
        </LinkButton>
      </p>
    </>
  );
}
