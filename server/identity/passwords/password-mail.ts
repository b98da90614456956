import type { Translate } from '../../platform/i18n/messages';
import type { Mail } from '../../platform/outbox/mail';

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
  const end = t('password.mailIgnore');
  return {
    to,
    subject: t('password.mailSubject'),
    text: [...lines, link, end].join('\n\n'),
    html: `<!doctype html><html><body>${lines.map((line) => `<p>${escape(line)}</p>`).join('')}<p><a href="${escape(link)}">${escape(link)}</a></p><p>${escape(end)}</p></body></html>`,
  };
}
