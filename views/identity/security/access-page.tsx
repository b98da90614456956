import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import { Pagination } from '../../../client/ui/pagination';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { ItemList, type Item } from '../account/item-list';
import { PolicyCard, type TypedForm } from './security-frame';
import s from './security.module.css';

type Strategy = 'ALLOW' | 'BLOCK';
const lists = ['ALLOW', 'BLOCK'] as const;

export interface AccessPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  addresses: {
    isActive: boolean;
    strategy: Strategy;
    ownAddress: string;
    /** Whether whoever looks could still come in by each list. */
    ownPasses: Record<Strategy, boolean>;
    rules: {
      id: string;
      range: string;
      strategy: Strategy;
      isActive: boolean;
      description: string;
      createdAt: string;
    }[];
    total: number;
    from: number;
    to: number;
    previousHref: string | undefined;
    nextHref: string | undefined;
  };
  domains: {
    active: boolean;
    listType: Strategy;
    blockPublicDomains: boolean;
    listed: { id: string; domain: string; type: Strategy }[];
  };
  /** Whoever looks may change it. */
  open: boolean;
  done?: string | undefined;
  refused?:
    | {
        form: 'addressSwitch' | 'address' | 'domainSwitch' | 'domain';
        typed: TypedForm;
        fields: Record<string, string>;
        problem: string | undefined;
      }
    | undefined;
}

const none = { typed: {} as TypedForm, fields: {} as Record<string, string>, problem: undefined };

/** Which networks an organization's people come in from, and which addresses may join. */
export function AccessPage(props: AccessPageProps) {
  const { t, open, done, refused } = props;
  return (
    <div className={s.page}>
      <PageHeader
        title={t('security.access.title')}
        sentence={t(open ? 'security.access.lead' : 'security.readOnly')}
      />
      {done && <Notice tone="success">{done}</Notice>}
      {refused && <Notice tone="error">{t('security.notSaved')}</Notice>}
      <Addresses {...props} />
      <Domains {...props} />
    </div>
  );
}

const on = (given: boolean) => (given ? 'on' : undefined);

function Addresses({ t, settings, base, addresses, open, refused }: AccessPageProps) {
  const format = createFormat(settings);
  const { typed, fields, problem } = refused?.form === 'addressSwitch' ? refused : none;
  const shown = refused?.form === 'addressSwitch' ? typed.isActive : on(addresses.isActive);
  const action = `${base}/addresses`;
  const item = ({
    id,
    range,
    strategy,
    description,
    createdAt,
  }: AccessPageProps['addresses']['rules'][number]): Item => ({
    key: id,
    title: <span className={s.here}>{range}</span>,
    badge: <ListBadge t={t} list={strategy} />,
    details: [description, t('security.access.added', { time: format.dateTime(createdAt) })],
    actions: open && <Remove t={t} action={`${action}/${id}/remove`} name={range} />,
  });
  return (
    <PolicyCard
      t={t}
      id="addresses"
      title={t('security.access.addresses')}
      sentence={t('security.access.addressesSentence')}
      action={`${action}/switch`}
      open={open}
      problem={problem}
      after={
        <div className={s.list}>
          <h3>{t('security.access.listedAddresses')}</h3>
          <ItemList items={addresses.rules.map(item)} empty={t('security.access.noAddresses')} />
          {(addresses.previousHref !== undefined || addresses.nextHref !== undefined) && (
            <Pagination
              previousHref={addresses.previousHref}
              nextHref={addresses.nextHref}
              from={format.number(addresses.from)}
              to={format.number(addresses.to)}
              total={format.number(addresses.total)}
            />
          )}
          {open && <NewAddress t={t} action={action} usual={addresses.strategy} refused={refused} />}
        </div>
      }
    >
      <FormField
        name="isActive"
        id="addresses-active"
        kind="checkbox"
        value="on"
        defaultChecked={shown === 'on'}
        label={t('security.access.addressesOn')}
      />
      <FormField
        name="strategy"
        kind="select"
        label={t('security.access.strategy')}
        hint={t(addresses.ownPasses[addresses.strategy] ? 'security.access.ownPasses' : 'security.access.ownShutOut', {
          ip: addresses.ownAddress,
        })}
        error={fields.strategy}
        defaultValue={typed.strategy ?? addresses.strategy}
        options={lists.map((value) => ({ value, label: t(`security.access.only.${value}`) }))}
      />
    </PolicyCard>
  );
}

function NewAddress({
  t,
  action,
  usual,
  refused,
}: Pick<AccessPageProps, 't' | 'refused'> & { action: string; usual: Strategy }) {
  const { typed, fields, problem } = refused?.form === 'address' ? refused : none;
  return (
    <PostForm action={action} className={s.add}>
      {problem && <Notice tone="error">{problem}</Notice>}
      <FormField
        name="addresses"
        kind="textarea"
        rows={3}
        required
        maxLength={5000}
        label={t('security.access.newAddresses')}
        hint={t('security.access.newAddressesHint')}
        error={fields.addresses}
        defaultValue={typed.addresses}
      />
      <div className={s.pair}>
        <FormField
          name="description"
          label={t('security.access.description')}
          note={t('security.optional')}
          maxLength={200}
          error={fields.description}
          defaultValue={typed.description}
        />
        <ListField t={t} id="address-list" chosen={typed.list ?? usual} error={fields.list} />
      </div>
      <Button type="submit">{t('security.access.addAddresses')}</Button>
    </PostForm>
  );
}

function Domains({ t, base, domains, open, refused }: AccessPageProps) {
  const { typed, fields, problem } = refused?.form === 'domainSwitch' ? refused : none;
  const switched = refused?.form === 'domainSwitch';
  const action = `${base}/domains`;
  return (
    <PolicyCard
      t={t}
      id="domains"
      title={t('security.access.domains')}
      sentence={t('security.access.domainsSentence')}
      action={`${action}/switch`}
      open={open}
      problem={problem}
      after={
        <div className={s.list}>
          <h3>{t('security.access.listedDomains')}</h3>
          <ItemList
            items={domains.listed.map(({ id, domain, type }) => ({
              key: id,
              title: domain,
              badge: <ListBadge t={t} list={type} />,
              actions: open && <Remove t={t} action={`${action}/${id}/remove`} name={domain} />,
            }))}
            empty={t('security.access.noDomains')}
          />
          {open && <NewDomain t={t} action={action} usual={domains.listType} refused={refused} />}
        </div>
      }
    >
      <FormField
        name="active"
        kind="checkbox"
        value="on"
        defaultChecked={(switched ? typed.active : on(domains.active)) === 'on'}
        label={t('security.access.domainsOn')}
      />
      <FormField
        name="listType"
        kind="select"
        label={t('security.access.listType')}
        error={fields.listType}
        defaultValue={typed.listType ?? domains.listType}
        options={lists.map((value) => ({ value, label: t(`security.access.only.${value}`) }))}
      />
      <FormField
        name="blockPublicDomains"
        kind="checkbox"
        value="on"
        defaultChecked={(switched ? typed.blockPublicDomains : on(domains.blockPublicDomains)) === 'on'}
        label={t('security.access.blockPublic')}
        hint={t('security.access.blockPublicHint')}
      />
    </PolicyCard>
  );
}

function NewDomain({
  t,
  action,
  usual,
  refused,
}: Pick<AccessPageProps, 't' | 'refused'> & { action: string; usual: Strategy }) {
  const { typed, fields, problem } = refused?.form === 'domain' ? refused : none;
  return (
    <PostForm action={action} className={s.add}>
      {problem && <Notice tone="error">{problem}</Notice>}
      <div className={s.pair}>
        <FormField
          name="domain"
          label={t('security.access.domain')}
          hint={t('security.access.domainHint')}
          required
          maxLength={260}
          autoComplete="off"
          error={fields.domain}
          defaultValue={typed.domain}
        />
        <ListField t={t} id="domain-list" chosen={typed.list ?? usual} error={fields.list} />
      </div>
      <Button type="submit">{t('security.access.addDomain')}</Button>
    </PostForm>
  );
}

function ListField({ t, id, chosen, error }: { t: Translate; id: string; chosen: string; error: string | undefined }) {
  return (
    <FormField
      name="list"
      id={id}
      kind="select"
      label={t('security.access.list')}
      error={error}
      defaultValue={chosen}
      options={lists.map((value) => ({ value, label: t(`security.access.on.${value}`) }))}
    />
  );
}

function ListBadge({ t, list }: { t: Translate; list: Strategy }) {
  return <Badge tone={list === 'ALLOW' ? 'less' : 'more'}>{t(`security.access.on.${list}`)}</Badge>;
}

function Remove({ t, action, name }: { t: Translate; action: string; name: string }) {
  return (
    <PostForm
      action={action}
      data-confirm={t('security.access.confirm', { name })}
      data-confirm-yes={t('security.access.remove')}
    >
      <Button type="submit" size="small">
        {t('security.access.remove')}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </PostForm>
  );
}
