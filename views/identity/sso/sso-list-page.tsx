import { Button, LinkButton } from '../../../client/ui/button';
import { EmptyState } from '../../../client/ui/empty-state';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { SsoType } from '../../../server/identity/pages/sso/sso-words.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import { ItemList, type Item } from '../account/item-list';
import { CertificateEnd, type CertificateView } from './certificate-end';
import { StateBadge, type ProviderState } from './setup-frame';
import s from './sso.module.css';

export interface ListedProvider {
  id: string;
  kind: SsoType;
  host: string;
  state: ProviderState;
  domains: { domain: string; proven: boolean }[];
  /** The one that ends last; null for a provider without. */
  certificate: CertificateView | null;
  lastSignInAt: string | null;
  enforced: boolean;
  /** Nobody can come in past it any more who could set it right. */
  ownerLost: boolean;
  /** How many were refused whom the provider names anew. */
  refused: number;
}

export interface SsoListPageProps {
  t: Translate;
  settings: FormatSettings;
  providers: ListedProvider[];
  /** Which may be added. */
  kinds: readonly SsoType[];
  /** Whoever looks may add one. */
  open: boolean;
  done?: string | undefined;
  problem?: string | undefined;
}

/** The identity providers of a tenant. */
export function SsoListPage({ t, settings, providers, kinds, open, done, problem }: SsoListPageProps) {
  const add = open ? <AddForm t={t} kinds={kinds} /> : undefined;
  return (
    <div className={s.page}>
      <PageHeader
        title={t('ssoPages.title')}
        sentence={t('ssoPages.lead')}
        actions={<LinkButton href="/sso/history">{t('ssoPages.history')}</LinkButton>}
      />
      {done && <Notice tone="success">{done}</Notice>}
      {problem && <Notice tone="error">{problem}</Notice>}
      {providers.length === 0 ? (
        <EmptyState
          title={t('ssoPages.none')}
          sentence={t(open ? 'ssoPages.noneSentence' : 'ssoPages.readOnly')}
          actions={add}
        />
      ) : (
        <>
          <Section id="providers" title={t('ssoPages.providers')} sentence={open ? undefined : t('ssoPages.readOnly')}>
            <ItemList
              items={providers.map((provider) => itemOf({ t, settings }, provider))}
              empty={t('ssoPages.none')}
            />
          </Section>
          {add && (
            <Section id="add" title={t('ssoPages.addTitle')} sentence={t('ssoPages.addSentence')}>
              {add}
            </Section>
          )}
        </>
      )}
    </div>
  );
}

function itemOf({ t, settings }: Pick<SsoListPageProps, 't' | 'settings'>, provider: ListedProvider): Item {
  const { id, kind, host, state, domains, certificate, lastSignInAt, enforced, ownerLost, refused } = provider;
  const format = createFormat(settings);
  return {
    key: id,
    title: (
      <a href={`/sso/${id}`}>
        {t(`ssoPages.kind.${kind}`)}
        {host !== '' && `, ${host}`}
      </a>
    ),
    badge: <StateBadge t={t} state={state} />,
    details: [
      ...(domains.length === 0
        ? [t('ssoPages.noDomains')]
        : domains.map(({ domain, proven }) =>
            t(proven ? 'ssoPages.domainProven' : 'ssoPages.domainUnproven', { domain }),
          )),
      ...(certificate
        ? [<CertificateEnd key="certificate" t={t} settings={settings} certificate={certificate} />]
        : []),
      lastSignInAt === null
        ? t('ssoPages.neverUsed')
        : t('ssoPages.lastSignIn', { time: format.dateTime(lastSignInAt) }),
      t(enforced ? 'ssoPages.enforcedShort' : 'ssoPages.notEnforcedShort'),
      ...(ownerLost
        ? [
            <span key="owner" className={s.warn}>
              {t('ssoPages.ownerLost')}
            </span>,
          ]
        : []),
      ...(refused > 0
        ? [
            <a key="refused" href={`/sso/${id}/refused`} className={s.warn}>
              {t('ssoPages.refused.waiting', { count: refused })}
            </a>,
          ]
        : []),
    ],
  };
}

function AddForm({ t, kinds }: { t: Translate; kinds: readonly SsoType[] }) {
  return (
    <PostForm action="/sso" className={account.form}>
      <FormField
        name="type"
        kind="select"
        label={t('ssoPages.kindLabel')}
        options={kinds.map((value) => ({ value, label: t(`ssoPages.kind.${value}`) }))}
      />
      <Button type="submit" tone="primary">
        {t('ssoPages.add')}
      </Button>
    </PostForm>
  );
}
