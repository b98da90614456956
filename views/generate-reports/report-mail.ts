import type { ReportDocument } from '../../server/platform/document/document.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { mailOf, type MailText } from '../alerts/mail-page';

interface Mailed {
  name: string;
  organisation: string;
  /** Who asked for it; empty where the account is gone. */
  author: string;
  document: ReportDocument;
  /** Where the reader may look at it; null where they may not. */
  url: string | null;
}

/** What comes with a report, in the language of the report. */
export function reportMail(t: Translate, { name, organisation, author, document, url }: Mailed): MailText {
  const [, ...of] = document.subtitle;
  const subject = t('reports.mail.subject', { report: document.title, organization: organisation });
  return mailOf({
    lang: document.locale.replace('_', '-'),
    subject,
    parts: [
      { kind: 'sentence', text: t('reports.mail.hello', { name }) },
      { kind: 'sentence', text: t('reports.mail.attached', { report: document.title, of: of.join(' · ') }) },
      ...(url === null ? [] : [{ kind: 'button' as const, text: t('reports.mail.open'), url }]),
      { kind: 'small', text: author === '' ? t('reports.mail.whyNobody') : t('reports.mail.why', { author }) },
    ],
  });
}
