import type { Translate } from '../../../platform/i18n/messages';
import type { Mail } from '../../../platform/outbox/mail';

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const mailOf = (to: string, subject: string, lines: readonly string[]): Mail => ({
  to,
  subject,
  text: lines.join('\n\n'),
  html: `<!doctype html><html><body>${lines.map((line) => `<p>${escape(line)}</p>`).join('')}</body></html>`,
});

interface Addressed {
  t: Translate;
  to: string;
  name: string;
}

export const codeMail = ({ t, to, name, code, minutes }: Addressed & { code: string; minutes: number }): Mail =>
  mailOf(to, t('mfa.codeSubject'), [
    t('password.mailGreeting', { name }),
    t('mfa.codeReason'),
    code,
    t('mfa.codeEnds', { minutes }),
  ]);

export const recoveredMail = ({ t, to, name }: Addressed): Mail =>
  mailOf(to, t('mfa.recoveredSubject'), [
    t('password.mailGreeting', { name }),
    t('mfa.recoveredReason'),
    t('mfa.recoveredIgnore'),
  ]);
