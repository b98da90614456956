import type { ReactNode } from 'react';
import type { Translate } from '../../../server/platform/i18n/messages';
import account from '../account/account.module.css';
import s from './administration.module.css';

export interface AdministrationSection {
  id: string;
  href: string;
  title: string;
}

export interface AdministrationFrameProps {
  t: Translate;
  sections: AdministrationSection[];
  /** Whoever looks may open the overview. */
  overview: boolean;
  /** The section that is shown; null: the overview. */
  at: string | null;
  children: ReactNode;
}

/** A screen of the administration beside the list of the others. */
export function AdministrationFrame({ t, sections, overview, at, children }: AdministrationFrameProps) {
  return (
    <div className={s.frame}>
      <nav className={account.screens} aria-label={t('administration.title')}>
        <ul>
          {overview && (
            <li>
              <a href="/account/administration" aria-current={at === null ? 'page' : undefined}>
                {t('administration.overview')}
              </a>
            </li>
          )}
          {sections.map(({ id, href, title }) => (
            <li key={id}>
              <a href={href} aria-current={id === at ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={s.screen}>{children}</div>
    </div>
  );
}
