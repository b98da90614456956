import { Button } from '../../../client/ui/button';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import { scopeSentences } from '../oauth/scope-sentences';
import { AccountFrame } from './account-frame';
import { ItemList, type Item } from './item-list';

export interface ConnectedAppView {
  clientId: string;
  name: string;
  tenantId: string;
  tenantName: string;
  scopes: readonly string[];
  agreedAt: string | null;
  /** null where it holds nothing now. */
  lastUsedAt: string | null;
}

export interface ConnectedAppsProps {
  t: Translate;
  settings: FormatSettings;
  apps: ConnectedAppView[];
  done?: string | undefined;
  problem?: string | undefined;
}

/** The programs that somebody let use their account, each with what it may. */
export function ConnectedAppsScreen({ t, settings, apps, done, problem }: ConnectedAppsProps) {
  const format = createFormat(settings);
  const item = ({ clientId, name, tenantId, tenantName, scopes, agreedAt, lastUsedAt }: ConnectedAppView): Item => ({
    key: `${clientId} ${tenantId}`,
    title: name,
    details: [
      tenantName,
      ...(agreedAt === null ? [] : [t('account.apps.agreed', { time: format.dateTime(agreedAt) })]),
      lastUsedAt === null ? t('account.apps.idle') : t('account.apps.lastUsed', { time: format.dateTime(lastUsedAt) }),
    ],
    points: scopeSentences(t, scopes),
    actions: (
      <PostForm
        action={`/account/apps/${clientId}/remove`}
        data-confirm={t('account.apps.confirm', { name })}
        data-confirm-yes={t('account.apps.remove')}
      >
        <input type="hidden" name="tenantId" value={tenantId} />
        <Button type="submit" size="small">
          {t('account.apps.remove')}
          <span className="visually-hidden">
            {' '}
            {name}, {tenantName}
          </span>
        </Button>
      </PostForm>
    ),
  });
  return (
    <AccountFrame t={t} at="apps" done={done} problem={problem}>
      <Section id="apps" title={t('account.apps.yours')}>
        <ItemList items={apps.map(item)} empty={t('account.apps.none')} />
      </Section>
    </AccountFrame>
  );
}
