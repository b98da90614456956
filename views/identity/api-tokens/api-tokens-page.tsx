import type { FormatSettings } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import s from './api-tokens.module.css';
import { NewToken, type NewTokenView } from './new-token';
import { TokenForm, type RefusedToken } from './token-form';
import { TokenList, type TokenPageView } from './token-list';

export interface ApiTokensPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  page: TokenPageView;
  expiries: readonly string[];
  /** Roles that whoever looks may give. */
  roles: { id: string; name: string }[];
  /** `closed`: switched off; `readOnly`: not theirs to. */
  making: 'open' | 'closed' | 'readOnly';
  removable: boolean;
  /** Just now, in the place of the lists. */
  made?: NewTokenView | undefined;
  refused?: RefusedToken | undefined;
  done?: string | undefined;
  problem?: string | undefined;
}

/** What programs come into the organization by. */
export function ApiTokensPage({ t, base, made, done, problem, ...rest }: ApiTokensPageProps) {
  return (
    <div className={s.page}>
      <PageHeader title={t('apiTokens.title')} sentence={t('apiTokens.lead')} />
      {done && <Notice tone="success">{done}</Notice>}
      {problem && <Notice tone="error">{problem}</Notice>}
      {made ? <NewToken t={t} made={made} base={base} /> : <Tokens t={t} base={base} {...rest} />}
    </div>
  );
}

function Tokens({
  t,
  settings,
  base,
  page,
  expiries,
  roles,
  making,
  removable,
  refused,
}: Omit<ApiTokensPageProps, 'made' | 'done' | 'problem'>) {
  return (
    <>
      <Section
        id="tokens"
        title={t('apiTokens.list')}
        sentence={page.total > 0 ? t('apiTokens.count', { count: page.total }) : undefined}
      >
        <TokenList t={t} settings={settings} page={page} base={base} removable={removable} />
      </Section>
      {making === 'readOnly' ? (
        <p className={account.none}>{t('apiTokens.readOnly')}</p>
      ) : (
        <Section id="create" title={t('apiTokens.create')} sentence={t('apiTokens.createSentence')}>
          {making === 'closed' && <p className={account.none}>{t('apiTokens.switchedOff')}</p>}
          {making === 'open' && roles.length === 0 && <p className={account.none}>{t('apiTokens.noRoles')}</p>}
          {making === 'open' && roles.length > 0 && (
            <TokenForm t={t} action={base} expiries={expiries} roles={roles} refused={refused} />
          )}
        </Section>
      )}
    </>
  );
}
