import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import { AccountFrame } from './account-frame';
import s from './account.module.css';
import { ItemList, type Item } from './item-list';

export interface OwnSessionView {
  id: string;
  /** null where it did not say. */
  browser: string | null;
  ip: string;
  createdAt: string;
  lastUsedAt: string;
  current: boolean;
}

export interface SessionsScreenProps {
  t: Translate;
  settings: FormatSettings;
  sessions: OwnSessionView[];
  /** How many of their own programs come in by. */
  tokens: number;
  done?: string | undefined;
}

export function SessionsScreen({ t, settings, sessions, tokens, done }: SessionsScreenProps) {
  const format = createFormat(settings);
  const item = ({ id, browser, ip, createdAt, lastUsedAt, current }: OwnSessionView): Item => {
    const name = browser ?? t('account.sessions.unknownBrowser');
    const used = format.dateTime(lastUsedAt);
    return {
      key: id,
      title: name,
      badge: current && <Badge tone="accent">{t('account.sessions.current')}</Badge>,
      details: [
        t('account.sessions.signedIn', { time: format.dateTime(createdAt) }),
        t('account.sessions.lastUsed', { time: used }),
        ...(ip === '' ? [] : [t('account.sessions.from', { ip })]),
      ],
      actions: !current && (
        <PostForm
          action={`/account/sessions/${id}/end`}
          data-confirm={t('account.sessions.confirm', { browser: name, time: used })}
          data-confirm-yes={t('sessions.end')}
        >
          <Button type="submit" size="small">
            {t('sessions.end')}
            <span className="visually-hidden">
              {' '}
              {name}, {used}
            </span>
          </Button>
        </PostForm>
      ),
    };
  };
  const others = sessions.filter(({ current }) => !current).length;
  return (
    <AccountFrame t={t} at="sessions" done={done}>
      <Section
        id="own-sessions"
        title={t('account.sessions.open')}
        sentence={others === 0 ? t('account.sessions.onlyThis') : t('account.sessions.others', { count: others })}
      >
        <ItemList items={sessions.map(item)} empty={t('account.sessions.onlyThis')} />
        {others + tokens > 0 && (
          <PostForm
            action="/account/sessions/end-others"
            className={s.after}
            data-confirm={t('account.sessions.confirmOthers')}
            data-confirm-yes={t('account.sessions.endOthers')}
          >
            {tokens > 0 && (
              <FormField
                name="endTokens"
                kind="checkbox"
                className={s.whole}
                value="on"
                label={t('apiTokens.endToo', { count: tokens })}
                hint={t('apiTokens.endTooHint')}
              />
            )}
            <Button type="submit" tone="danger">
              {t('account.sessions.endOthers')}
            </Button>
          </PostForm>
        )}
      </Section>
    </AccountFrame>
  );
}
