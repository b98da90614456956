import type { Translate } from '../../../platform/i18n/messages';
import type { Mail } from '../../../platform/outbox/mail';

interface PasswordMailInput {
  t: Translate;
  to: string;
  name: string;
  link: string;
  minutes: number;
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function passwordMail({ t, to, name, link, minutes }: PasswordMailInput): Mail {
  const lines = [t('password.mailGreeting', { name }), t('password.mailReason', { minutes })];
  return linkMail({ to, subject: t('password.mailSubject'), lines, link, end: t('password.mailIgnore') });
}

interface ActivationMailInput extends Omit<PasswordMailInput, 'minutes'> {
  login: string;
  days: number;
}

export function activationMail({ t, to, name, login, link, days }: ActivationMailInput): Mail {
  const lines = [
    t('password.mailGreeting', { name }),
    t('password.activationReason', { login }),
    t('password.activationLink', { days }),
  ];
  return linkMail({ to, subject: t('password.activationSubject'), lines, link, end: t('password.activationIgnore') });
}

/** For who opens an organisation, or is its first: nobody has invited them. */
export function founderMail({
  t,
  to,
  name,
  login,
  link,
  days,
  organization,
}: ActivationMailInput & { organization: string }): Mail {
  const lines = [
    t('password.mailGreeting', { name }),
    t('password.founderReason', { organization, login }),
    t('password.founderFirst'),
    t('password.activationLink', { days }),
  ];
  const subject = t('password.founderSubject', { organization });
  return linkMail({ to, subject, lines, link, end: t('password.activationIgnore') });
}

/** A mail whose point is a link. */
interface LinkMail {
  to: string;
  subject: string;
  /** Before the link. */
  lines: string[];
  link: string;
  /** After it. */
  end: string;
}

export function linkMail({ to, subject, lines, link, end }: LinkMail): Mail {
  return {
    to,
    subject,
    text: [...lines, link, end].join('\n\n'),
    html: `<!doctype html><html><body>${lines.map((line) => `<p>${escape(line)}</p>`).join('')}<p><a href="${escape(link)}">${escape(link)}</a></p><p>${escape(end)}</p></body></html>`,
  };
}

/** A mail that only tells something. */
export function noticeMail({ to, subject, lines }: Pick<LinkMail, 'to' | 'subject' | 'lines'>): Mail {
  return {
    to,
    subject,
    text: lines.join('\n\n'),
    html: `<!doctype html><html><body>${lines.map((line) => `<p>${escape(line)}</p>`).join('')}</body></html>`,
  };
}
