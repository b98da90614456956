import type { ReactNode } from 'react';
import { classNames } from '../../client/ui/class-names';
import { fillText } from '../../client/ui/fill-text';
import { Icon } from '../../client/ui/icon';
import { LayoutProvider } from '../../client/ui/layout-strings';
import { Notice } from '../../client/ui/notice';
import type { LayoutStrings } from '../../server/platform/i18n/messages';
import { ClientViewBand, type ClientViewBandProps } from './client-view-band';
import { Mark } from './mark';
import {
  AccountMenu,
  initialsOf,
  isHere,
  NavigationMenus,
  type AccountProps,
  type NavItem,
  type NavMenu,
} from './navigation';
import { PageDialogs } from './page-dialogs';
import s from './shell.module.css';

export interface ShellProps {
  menus: NavMenu[];
  /** Beside the menus, what is done many times a day. */
  buttons?: NavItem[];
  account: AccountProps;
  organisation: string;
  helpHref: string;
  homeHref?: string;
  privacyHref?: string;
  csrfToken: string;
  year: number;
  strings: LayoutStrings;
  /** Certificates and report pages: no header, navigation and footer. */
  hideChrome?: boolean;
  /** Internal tools that no menu leads to; those of their menu are known by it. */
  secure?: boolean | undefined;
  /** Somebody looks with a customer's eyes: a band says so and leads back. */
  clientView?: ClientViewBandProps | undefined;
  /** What somebody sees who does not see everything. */
  restriction?: string | null;
  /** Windows that the account menu opens above any page. */
  windows?: ReactNode;
  /** Said above the page's own content. */
  notice?: string | null;
  children: ReactNode;
}

/** What surrounds every signed-in page: header line, navigation line, the page, footer line. */
export function Shell(props: ShellProps) {
  const {
    menus,
    buttons = [],
    account,
    organisation,
    helpHref,
    homeHref = '/home',
    privacyHref = '/privacy-policy',
    csrfToken,
    year,
    strings,
    hideChrome,
    secure,
    clientView,
    restriction,
    windows,
    notice,
    children,
  } = props;
  const insideSecure = secure || menus.some((menu) => menu.secure && isHere(menu));
  return (
    <LayoutProvider strings={strings}>
      <div className={s.frame}>
        {!hideChrome && (
          <a className={s.skip} href="#main">
            {strings.skip}
          </a>
        )}
        {clientView && <ClientViewBand {...clientView} csrfToken={csrfToken} />}
        {!hideChrome && (
          <>
            <header className={s.header}>
              <div className={classNames(s.line, s.headerLine)}>
                <a className={s.home} href={homeHref} aria-label={strings.home}>
                  <Mark />
                </a>
                <p className={s.organisation} title={organisation}>
                  {organisation}
                </p>
                {buttons.map(({ href, label, current, anyOrganisation, icon = 'plus', opens }) => (
                  <a
                    key={href}
                    className={classNames(s.button, opens && s.quiet)}
                    href={href}
                    aria-current={current ? 'page' : undefined}
                    data-any-organisation={anyOrganisation}
                    data-opens={opens && `tare-${opens}`}
                  >
                    <Icon name={icon} />
                    <span>{label}</span>
                  </a>
                ))}
                <AccountMenu
                  account={account}
                  csrfToken={csrfToken}
                  label={fillText(strings.account, { name: account.name, initials: initialsOf(account.name) })}
                  strings={strings}
                />
                <button type="button" className={s.menuButton} popoverTarget="tare-menu">
                  <Icon name="menu" />
                  {strings.openMenu}
                </button>
              </div>
            </header>
            <nav
              id="tare-menu"
              popover="auto"
              className={classNames(s.nav, insideSecure && s.insideSecure)}
              aria-label={strings.navigation}
            >
              <div className={s.sheetHead}>
                <span>{strings.openMenu}</span>
                <button
                  type="button"
                  popoverTarget="tare-menu"
                  popoverTargetAction="hide"
                  aria-label={strings.closeMenu}
                >
                  <Icon name="cross" size={20} />
                </button>
              </div>
              <NavigationMenus menus={menus} helpHref={helpHref} strings={strings} />
            </nav>
          </>
        )}
        <main id="main" className={classNames(s.line, s.main)} tabIndex={-1}>
          {insideSecure && !hideChrome && (
            <p className={s.secureLine}>
              <Icon name="lock" size={14} />
              {strings.secure}
            </p>
          )}
          {restriction && !hideChrome && (
            <p className={s.restriction}>
              <Icon name="info" size={14} />
              {restriction}
            </p>
          )}
          {notice && <Notice tone="warning">{notice}</Notice>}
          {children}
        </main>
        {!hideChrome && (
          <footer className={s.footer}>
            <div className={classNames(s.line, s.footerLine)}>
              <span>{fillText(strings.copyright, { year })}</span>
              <a href={privacyHref}>{strings.privacyPolicy}</a>
            </div>
          </footer>
        )}
      </div>
      <PageDialogs
        strings={strings}
        searches={buttons.some(({ opens }) => opens === 'search')}
        looksUp={menus.some(({ items }) => items.some(({ opens }) => opens === 'lookup'))}
      />
      {windows}
    </LayoutProvider>
  );
}
