import { EmptyState } from '../../client/ui/empty-state';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './outbox-page.module.css';

export interface OutboxMail {
  id: string;
  to: string;
  /** A text message has none. */
  subject: string | null;
  text: string;
  createdAt: string;
  sentAt: string | null;
}

/** Turns the addresses of a plain mail into links, so that a developer can follow them. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, at) =>
    at % 2 === 1 ? (
      <a key={part} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}

export function OutboxPage({ t, mails }: { t: Translate; mails: OutboxMail[] }) {
  if (mails.length === 0) return <EmptyState title={t('outbox.emptyTitle')} sentence={t('outbox.empty')} />;
  return (
    <>
      <p>{t('outbox.lead')}</p>
      <ol className={s.mails}>
        {mails.map((mail) => (
          <li key={mail.id} className={s.mail}>
            <h2 className={s.subject}>{mail.subject ?? t('outbox.textMessage')}</h2>
            <p className={s.head}>{t('outbox.to', { to: mail.to, at: mail.createdAt })}</p>
            <p className={s.text}>{withLinks(mail.text)}</p>
          </li>
        ))}
      </ol>
    </>
  );
}
