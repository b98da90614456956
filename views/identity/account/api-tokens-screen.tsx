import type { FormatSettings } from '../../../client/ui/format';
import type { Translate } from '../../../server/platform/i18n/messages';
import { Section } from '../../layout/section';
import { NewToken, type NewTokenView } from '../api-tokens/new-token';
import { TokenForm, type RefusedToken } from '../api-tokens/token-form';
import { TokenList, type TokenPageView } from '../api-tokens/token-list';
import { AccountFrame } from './account-frame';
import s from './account.module.css';

export interface OwnApiTokensProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  page: TokenPageView;
  expiries: readonly string[];
  /** Whether the installation lets tokens be made. */
  enabled: boolean;
  /** Just now, in the place of the lists. */
  made?: NewTokenView | undefined;
  refused?: RefusedToken | undefined;
  done?: string | undefined;
  problem?: string | undefined;
}

/** What programs come in by in somebody's own name. */
export function OwnApiTokensScreen({
  t,
  settings,
  base,
  page,
  expiries,
  enabled,
  made,
  refused,
  done,
  problem,
}: OwnApiTokensProps) {
  return (
    <AccountFrame t={t} at="apiTokens" done={done} problem={problem}>
      {made ? (
        <NewToken t={t} made={made} base={base} />
      ) : (
        <>
          <Section
            id="tokens"
            title={t('account.apiTokens.yours')}
            sentence={page.total > 0 ? t('apiTokens.count', { count: page.total }) : undefined}
          >
            <TokenList t={t} settings={settings} page={page} base={base} removable />
          </Section>
          <Section id="create" title={t('apiTokens.create')} sentence={t('apiTokens.createSentence')}>
            {enabled ? (
              <TokenForm t={t} action={base} expiries={expiries} roles={null} refused={refused} />
            ) : (
              <p className={s.none}>{t('apiTokens.switchedOff')}</p>
            )}
          </Section>
        </>
      )}
    </AccountFrame>
  );
}
