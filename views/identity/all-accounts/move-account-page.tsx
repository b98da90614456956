import { Button, LinkButton } from '../../../client/ui/button';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { FoundAccount } from '../../../server/identity/pages/all-accounts/all-accounts.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import { SearchForm } from './all-accounts-page';
import s from './all-accounts.module.css';

export interface MoveAccountPageProps {
  t: Translate;
  base: string;
  account: { id: string; name: string };
  own: { id: string; name: string };
  search: string | null;
  found: { found: FoundAccount[]; total: number; most: number } | null;
  /** Where it would go; with what keeps it from there. */
  proposed:
    | { refusal: string }
    | {
        id: string;
        name: string;
        refusal: string | null;
        effects: { moving: number; gain: number; lose: number };
      }
    | null;
  problem?: string | undefined;
  open: boolean;
}

/** Where an account is to go, and what changes by that. */
export function MoveAccountPage(props: MoveAccountPageProps) {
  const { t, base, account, own, search, found, proposed, problem, open } = props;
  const at = `${base}/${account.id}/move`;
  const refusal = problem ?? proposed?.refusal;
  return (
    <div className={s.page}>
      <PageHeader
        title={t('allAccounts.moveTitle', { name: account.name })}
        sentence={t('allAccounts.moveLead')}
        back={{ href: `${base}/${account.id}`, label: account.name }}
      />
      {refusal && <Notice tone="error">{refusal}</Notice>}
      {open && proposed && 'effects' in proposed && !proposed.refusal && (
        <Effects t={t} at={at} account={account} proposed={proposed} />
      )}
      {open && (
        <>
          <SearchForm t={t} action={at} search={search} label={t('allAccounts.moveSearch')} />
          {found?.total === 0 && <p role="status">{t('allAccounts.notFoundSentence', { text: search ?? '' })}</p>}
          {found && found.total > found.most && <p>{t('allAccounts.firstOnly', { most: found.most })}</p>}
          <ul className={s.found}>
            {!found && (
              <li className={s.row}>
                <a className={s.name} href={`${at}?to=${own.id}`}>
                  {t('allAccounts.moveTop', { name: own.name })}
                </a>
              </li>
            )}
            {found?.found.map(({ id, name, path }) => (
              <li key={id} className={s.row}>
                <span className={s.name}>
                  <a href={`${at}?to=${id}`}>{name}</a>
                  {path.length > 0 && <span className={s.way}>{path.join(' › ')}</span>}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type Proposed = Extract<MoveAccountPageProps['proposed'], { effects: unknown }>;

function Effects({
  t,
  at,
  account,
  proposed: { id, name, effects },
}: Pick<MoveAccountPageProps, 't' | 'account'> & { at: string; proposed: Proposed }) {
  const { moving, gain, lose } = effects;
  return (
    <Section id="effects" title={t('allAccounts.moveEffects')}>
      <ul className={s.effects}>
        <li>{t('allAccounts.moveTo', { name: account.name, to: name })}</li>
        {moving > 0 && <li>{t('allAccounts.moving', { count: moving })}</li>}
        {gain > 0 && <li>{t('allAccounts.gain', { count: gain })}</li>}
        {lose > 0 && <li>{t('allAccounts.lose', { count: lose })}</li>}
        {gain === 0 && lose === 0 && <li>{t('allAccounts.nobodyChanges')}</li>}
      </ul>
      <PostForm action={at} className={s.actions}>
        <input type="hidden" name="to" value={id} />
        <Button type="submit" tone="primary">
          {t('allAccounts.moveAction')}
        </Button>
        <LinkButton href={at}>{t('allAccounts.cancel')}</LinkButton>
      </PostForm>
    </Section>
  );
}
