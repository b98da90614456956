import { Badge } from '../../../client/ui/badge';
import { Button, LinkButton } from '../../../client/ui/button';
import { EmptyState } from '../../../client/ui/empty-state';
import { FormField } from '../../../client/ui/form-field';
import { Icon } from '../../../client/ui/icon';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type {
  AccountRow,
  Branch,
  FoundAccount,
} from '../../../server/identity/pages/all-accounts/all-accounts.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import s from './all-accounts.module.css';

export interface AllAccountsPageProps {
  t: Translate;
  base: string;
  /** Name of the organization at the top. */
  own: string;
  /** The access of whoever looks ends with their own organization. */
  ended: boolean;
  /** Whoever looks may create accounts. */
  creates: boolean;
  /** The organization may have accounts below it. */
  reseller: boolean;
  search: string | null;
  found: { found: FoundAccount[]; total: number; most: number } | null;
  tree: Branch | null;
  done?: string | undefined;
}

/** The accounts below an organization as a tree, and the search among them. */
export function AllAccountsPage(props: AllAccountsPageProps) {
  const { t, base, own, ended, creates, reseller, search, found, tree, done } = props;
  const empty = tree !== null && tree.total === 0;
  return (
    <div className={s.page}>
      <PageHeader
        title={t('allAccounts.title')}
        sentence={t('allAccounts.lead', { name: own })}
        actions={
          creates && (
            <LinkButton tone="primary" href={`${base}/new`}>
              {t('allAccounts.create')}
            </LinkButton>
          )
        }
      />
      {done && <Notice tone="success">{done}</Notice>}
      {ended && <Notice tone="info">{t('allAccounts.ended')}</Notice>}
      {!ended && !empty && <SearchForm t={t} action={base} search={search} label={t('allAccounts.search')} />}
      {found && <Found t={t} base={base} search={search ?? ''} {...found} />}
      {empty && (
        <EmptyState
          title={t('allAccounts.none')}
          sentence={t(reseller ? 'allAccounts.noneSentence' : 'allAccounts.noReseller')}
        />
      )}
      {tree && !empty && (
        <nav id="accounts" className={s.tree} data-enhance="swap" aria-label={t('allAccounts.title')}>
          <BranchShown t={t} base={base} branch={tree} />
        </nav>
      )}
    </div>
  );
}

export function SearchForm({
  t,
  action,
  search,
  label,
}: {
  t: Translate;
  action: string;
  search: string | null;
  label: string;
}) {
  return (
    <form method="get" action={action} className={s.find} role="search">
      <FormField name="search" kind="search" label={label} maxLength={200} defaultValue={search ?? ''} />
      <Button type="submit" icon="search">
        {t('allAccounts.searchAction')}
      </Button>
      {search !== null && <LinkButton href={action}>{t('allAccounts.clear')}</LinkButton>}
    </form>
  );
}

function BranchShown({ t, base, branch }: { t: Translate; base: string; branch: Branch }) {
  const { rows, total, moreHref } = branch;
  return (
    <>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Row t={t} base={base} row={row} />
            {row.branch && <BranchShown t={t} base={base} branch={row.branch} />}
          </li>
        ))}
      </ul>
      {rows.length < total && (
        <p className={s.more}>
          {t('allAccounts.shownOf', { shown: rows.length, total })}
          {moreHref ? (
            <LinkButton size="small" href={moreHref} data-swap={`more:${rows.at(-1)?.id}`}>
              {t('allAccounts.more')}
            </LinkButton>
          ) : (
            t('allAccounts.tooMany')
          )}
        </p>
      )}
    </>
  );
}

function Row({
  t,
  base,
  row: { id, name, suspended, toggleHref, branch },
}: {
  t: Translate;
  base: string;
  row: AccountRow;
}) {
  return (
    <div id={`account-${id}`} className={s.row}>
      {toggleHref ? (
        <a
          className={s.toggle}
          href={toggleHref}
          data-swap={`toggle:${id}`}
          aria-expanded={branch !== null}
          aria-label={t(branch ? 'allAccounts.collapse' : 'allAccounts.expand', { name })}
        >
          <Icon name="right" />
        </a>
      ) : (
        <span className={s.leaf} />
      )}
      <a className={s.name} href={`${base}/${id}`}>
        {name}
      </a>
      {suspended ? <Badge>{t('allAccounts.suspended')}</Badge> : <OpenForm t={t} base={base} id={id} name={name} />}
    </div>
  );
}

/** The way into an account, which goes on in this browser. */
function OpenForm({ t, base, id, name }: { t: Translate; base: string; id: string; name: string }) {
  return (
    <PostForm action={`${base}/${id}/open`}>
      <Button type="submit" size="small">
        {t('allAccounts.open')}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </PostForm>
  );
}

function Found({
  t,
  base,
  search,
  found,
  total,
  most,
}: { t: Translate; base: string; search: string } & NonNullable<AllAccountsPageProps['found']>) {
  if (total === 0)
    return (
      <EmptyState
        title={t('allAccounts.notFound')}
        sentence={t('allAccounts.notFoundSentence', { text: search })}
        actions={<LinkButton href={base}>{t('allAccounts.clear')}</LinkButton>}
      />
    );
  return (
    <>
      <p role="status">
        {t('allAccounts.found', { count: total })} {total > most && t('allAccounts.firstOnly', { most })}
      </p>
      <ul className={s.found}>
        {found.map(({ id, name, suspended, path }) => (
          <li key={id} className={s.row}>
            <span className={s.name}>
              <a href={`${base}/${id}`}>{name}</a>
              {path.length > 0 && <span className={s.way}>{path.join(' › ')}</span>}
            </span>
            {suspended ? (
              <Badge>{t('allAccounts.suspended')}</Badge>
            ) : (
              <OpenForm t={t} base={base} id={id} name={name} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
