import { copyText } from '../../../client/identity/copy-text.island';
import { LinkButton } from '../../../client/ui/button';
import { Notice } from '../../../client/ui/notice';
import type { Translate } from '../../../server/platform/i18n/messages';
import { Island } from '../../layout/island';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import s from './api-tokens.module.css';

export interface NewTokenView {
  name: string;
  /** null: the secret is the whole token. */
  clientId: string | null;
  secret: string;
}

/** Shown once: nobody can read it again. */
export function NewToken({
  t,
  made: { name, clientId, secret },
  base,
}: {
  t: Translate;
  made: NewTokenView;
  base: string;
}) {
  const shown = [
    ...(clientId === null ? [] : [[t('apiTokens.clientId'), clientId] as const]),
    [t(clientId === null ? 'apiTokens.token' : 'apiTokens.secret'), secret] as const,
  ];
  return (
    <>
      <Notice tone="success" title={t('apiTokens.made', { name })}>
        <p>{t('apiTokens.madeSentence')}</p>
      </Notice>
      <Section id="made" title={name}>
        <dl className={s.made}>
          {shown.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <code className={s.secret}>{text}</code>
                <Island of={copyText} when="load" props={{ text, name: label }} />
              </dd>
            </div>
          ))}
        </dl>
        <p className={account.after}>
          <LinkButton href={base} tone="primary">
            {t('apiTokens.done')}
          </LinkButton>
        </p>
      </Section>
    </>
  );
}
