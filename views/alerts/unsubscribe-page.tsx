import { Button } from '../../client/ui/button';
import { Notice } from '../../client/ui/notice';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './unsubscribe-page.module.css';

interface UnsubscribePageProps {
  t: Translate;
  /** Mails come; they were ended by the link; they have just been taken up again; none come; or the link is none of ours. */
  state: 'mailed' | 'ended' | 'resumed' | 'none' | 'unknown';
  /** The address that the mail has named. */
  action: string;
  /** Those that the mails are about, where the link is of some. */
  alerts?: readonly string[];
  frequency?: 'DAILY' | 'IMMEDIATE' | null;
}

/** What the link in a mail leads to: nothing changes before somebody says so, and they may take it back. */
export function UnsubscribePage({ t, state, action, alerts = [], frequency = null }: UnsubscribePageProps) {
  return (
    <>
      {state === 'mailed' && (
        <>
          <p>{frequency === null ? t('unsubscribe.alerts') : t(`unsubscribe.${frequency}`)}</p>
          {alerts.length > 0 && (
            <ul className={s.alerts}>
              {alerts.map((name, at) => (
                <li key={at}>{name}</li>
              ))}
            </ul>
          )}
          <form method="post" action={`${action}?page=1`}>
            <Button type="submit" tone="primary" wide>
              {t('unsubscribe.end')}
            </Button>
          </form>
        </>
      )}
      {state === 'ended' && <Notice tone="success">{t('unsubscribe.ended')}</Notice>}
      {state === 'ended' && (
        <PostForm action={`${action}/undo`}>
          <Button type="submit" wide>
            {t('unsubscribe.resume')}
          </Button>
        </PostForm>
      )}
      {state === 'resumed' && <Notice tone="success">{t('unsubscribe.resumed')}</Notice>}
      {state === 'none' && <Notice tone="info">{t('unsubscribe.none')}</Notice>}
      {state === 'unknown' && <Notice tone="warning">{t('unsubscribe.unknown')}</Notice>}
      <p>
        <a href="/alerts">{t('unsubscribe.toAlerts')}</a>
      </p>
    </>
  );
}
