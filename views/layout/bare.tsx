import type { ReactNode } from 'react';
import { classNames } from '../../client/ui/class-names';
import { fillText } from '../../client/ui/fill-text';
import { LayoutProvider } from '../../client/ui/layout-strings';
import type { LayoutStrings } from '../../server/platform/i18n/messages';
import s from './bare.module.css';
import { Mark } from './mark';
import { PageDialogs } from './page-dialogs';

export interface BareProps {
  title: string;
  sentence?: ReactNode;
  /** The languages to choose from, each in its own words. */
  languages: { href: string; label: string; lang: string; current: boolean }[];
  privacyHref?: string;
  homeHref?: string;
  year: number;
  strings: LayoutStrings;
  /** For reading (a policy) instead of filling in. */
  wide?: boolean;
  children: ReactNode;
}

/** Pages before the sign-in: the mark, one narrow column, nothing else. */
export function Bare({
  title,
  sentence,
  languages,
  privacyHref = '/privacy-policy',
  homeHref = '/',
  year,
  strings,
  wide,
  children,
}: BareProps) {
  return (
    <LayoutProvider strings={strings}>
      <div className={s.frame}>
        <header className={s.top}>
          <a href={homeHref} aria-label={strings.home}>
            <Mark size={32} />
          </a>
        </header>
        <main id="main" className={classNames(s.column, wide && s.wide)} tabIndex={-1}>
          <div className={s.head}>
            <h1>{title}</h1>
            {sentence && <p className={s.sentence}>{sentence}</p>}
          </div>
          {children}
        </main>
        <footer className={s.foot}>
          <span>{fillText(strings.copyright, { year })}</span>
          <a href={privacyHref}>{strings.privacyPolicy}</a>
          {languages.length > 1 && (
            <nav aria-label={strings.language}>
              <ul className={s.languages}>
                {languages.map((language) => (
                  <li key={language.href}>
                    {language.current ? (
                      <span aria-current="true" lang={language.lang}>
                        {language.label}
                      </span>
                    ) : (
                      <a href={language.href} lang={language.lang} hrefLang={language.lang}>
                        {language.label}
                      </a>
                    )}
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </footer>
      </div>
      <PageDialogs strings={strings} />
    </LayoutProvider>
  );
}
