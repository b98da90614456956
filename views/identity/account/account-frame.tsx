import type { ReactNode } from 'react';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import s from './account.module.css';

/** The screens of somebody's own account, in the order of their list. */
export const accountScreens = [
  ['profile', '/account/profile'],
  ['password', '/account/password'],
  ['secondFactors', '/account/second-factors'],
  ['passkeys', '/account/passkeys'],
  ['linkedServices', '/account/linked-services'],
  ['apps', '/account/apps'],
  ['sessions', '/account/sessions'],
  ['phoneNumbers', '/account/phone-numbers'],
  ['apiTokens', '/account/api-tokens'],
  ['privacy', '/account/privacy'],
] as const;

export type AccountScreen = (typeof accountScreens)[number][0];

export interface FrameProps {
  t: Translate;
  at: AccountScreen;
  /** Just now. */
  done?: string | undefined;
  /** What was refused, where no field of the page says it. */
  problem?: string | undefined;
  children: ReactNode;
}

/** A screen of the account among the others. */
export function AccountFrame({ t, at, done, problem, children }: FrameProps) {
  return (
    <>
      <PageHeader
        above={<p className={s.above}>{t('account.title')}</p>}
        title={t(`account.${at}.title`)}
        sentence={t(`account.${at}.lead`)}
      />
      <div className={s.frame}>
        <nav className={s.screens} aria-label={t('account.title')}>
          <ul>
            {accountScreens.map(([id, href]) => (
              <li key={id}>
                <a href={href} aria-current={id === at ? 'page' : undefined}>
                  {t(`account.${id}.title`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={s.screen}>
          {done && <Notice tone="success">{done}</Notice>}
          {problem && <Notice tone="error">{problem}</Notice>}
          {children}
        </div>
      </div>
    </>
  );
}
