import { Badge } from '../../../client/ui/badge';
import { LinkButton } from '../../../client/ui/button';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { Section } from '../../layout/section';
import { ItemList, type Item } from '../account/item-list';
import s from './oauth.module.css';

export interface ClientView {
  id: string;
  name: string;
  authMethod: 'none' | 'client_secret_basic' | 'client_secret_post';
  redirectUris: string[];
  scopes: readonly string[];
  switchedOff: boolean;
}

interface OAuthClientsPageProps {
  t: Translate;
  base: string;
  issuer: string;
  /** The installation's own front end, which is always there. */
  own: Pick<ClientView, 'id' | 'redirectUris'>;
  clients: ClientView[];
  done?: string | undefined;
}

/** The programs that people sign in to by this installation. */
export function OAuthClientsPage({ t, base, issuer, own, clients, done }: OAuthClientsPageProps) {
  const details = ({ id, redirectUris }: OAuthClientsPageProps['own']) => [
    <code key="id" className={s.id}>
      {id}
    </code>,
    ...redirectUris.map((uri) => (
      <span key={uri} className={s.id}>
        {uri}
      </span>
    )),
  ];
  const item = (client: ClientView): Item => ({
    key: client.id,
    title: client.name,
    badge: client.switchedOff ? <Badge>{t('oauthClients.off')}</Badge> : undefined,
    details: [t(`oauthClients.methods.${client.authMethod}`), ...client.scopes, ...details(client)],
    actions: (
      <LinkButton href={`${base}/${client.id}`} size="small">
        {t('oauthClients.change')}
        <span className="visually-hidden"> {client.name}</span>
      </LinkButton>
    ),
  });
  const ours: Item = {
    key: own.id,
    title: t('oauthClients.own'),
    badge: <Badge>{t('oauthClients.builtIn')}</Badge>,
    details: [t('oauthClients.methods.none'), ...details(own)],
  };
  return (
    <div className={s.page}>
      <PageHeader
        title={t('oauthClients.title')}
        sentence={t('oauthClients.lead')}
        actions={
          <LinkButton href={`${base}/new`} tone="primary">
            {t('oauthClients.add')}
          </LinkButton>
        }
      />
      {done && <Notice tone="success">{done}</Notice>}
      <Section id="clients" title={t('oauthClients.list')} sentence={t('oauthClients.issuer', { issuer })}>
        <ItemList items={[ours, ...clients.map(item)]} empty="" />
        {clients.length === 0 && <p className={s.hint}>{t('oauthClients.none')}</p>}
      </Section>
    </div>
  );
}
