import { classNames } from '../../client/ui/class-names';
import { Icon, type IconName } from '../../client/ui/icon';
import type { LayoutStrings } from '../../server/platform/i18n/messages';
import { PreferencesForm, type Preferences } from './preferences-form';
import s from './shell.module.css';

/** A drawing and the words for it. */
export interface MenuMark {
  icon: IconName;
  label: string;
}

export interface NavItem {
  href: string;
  label: string;
  current: boolean;
  /** A page below it is open. */
  inside?: boolean;
  /** The organisation that is chosen here goes along. */
  anyOrganisation?: true | undefined;
  /** A window of the shell, in place of the page. */
  opens?: 'lookup' | 'search' | undefined;
  /** Of a button. */
  icon?: IconName | undefined;
}
export interface NavMenu {
  id: string;
  label: string;
  secure?: boolean;
  items: NavItem[];
  /** A state told beside the menu's name, such as events that wait to be classified. */
  mark?: MenuMark | null;
}

/** Where somebody is: at a page of the menu, or at one below it. */
export const isHere = ({ items }: NavMenu): boolean => items.some(({ current, inside }) => current || inside);

export interface AccountProps {
  name: string;
  /** Beside the name in the menu, for instance the e-mail address. */
  detail?: string;
  items: { href: string; label: string; current?: boolean }[];
  /** Absent where they are not one's own to choose. */
  preferences?: Preferences | undefined;
  logoutAction: string;
}

/** The menus of the navigation line: disclosures that need no script; one is open at a time. */
export function NavigationMenus({
  menus,
  helpHref,
  strings,
}: {
  menus: NavMenu[];
  helpHref: string;
  strings: LayoutStrings;
}) {
  const shown = menus.filter(({ items, mark }) => items.length > 0 || mark);
  const open = shown.filter((menu) => !menu.secure);
  const secure = shown.filter((menu) => menu.secure);
  return (
    <div className={s.line}>
      <ul className={s.menus}>
        {open.map((menu) => (
          <li key={menu.id}>
            <Menu menu={menu} strings={strings} />
          </li>
        ))}
        <li>
          <a className={s.summary} href={helpHref} target="_blank" rel="noreferrer">
            {strings.help}
            <span className="visually-hidden"> ({strings.externalPage})</span>
            <Icon name="external" size={14} />
          </a>
        </li>
        {secure.map((menu, at) => (
          <li key={menu.id} className={classNames(at === 0 && s.last, s.end)}>
            <Menu menu={menu} strings={strings} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Menu({ menu, strings }: { menu: NavMenu; strings: LayoutStrings }) {
  const here = isHere(menu);
  return (
    <details className={s.menu} name="tare-menus" data-menu={menu.id}>
      <summary className={classNames(s.summary, here && s.here, menu.secure && s.secureSummary)}>
        {menu.secure && <Icon name="lock" size={14} />}
        {menu.label}
        {menu.mark && (
          <span className={s.mark} title={menu.mark.label} data-menu-mark={menu.mark.icon}>
            <Icon name={menu.mark.icon} />
            <span className="visually-hidden">, {menu.mark.label}</span>
          </span>
        )}
        <Icon name="down" />
      </summary>
      <div className={classNames(s.panel, menu.secure && s.securePanel)}>
        {menu.secure && (
          <p className={s.panelTitle}>
            <Icon name="lock" size={14} />
            {strings.secure}
          </p>
        )}
        {menu.mark && (
          <p className={s.told}>
            <Icon name={menu.mark.icon} />
            {menu.mark.label}
          </p>
        )}
        {menu.items.length > 0 && (
          <ul className={classNames(menu.items.length > 10 && s.many)}>
            {menu.items.map((item) => (
              <li key={item.href}>
                <Entry {...item} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}

function Entry({ href, label, current, anyOrganisation, opens }: NavItem) {
  return (
    <a
      className={s.item}
      href={href}
      aria-current={current ? 'page' : undefined}
      data-any-organisation={anyOrganisation}
      data-opens={opens && `tare-${opens}`}
    >
      {label}
    </a>
  );
}

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** The person's own menu at the end of the header line; signing out is a form, because it changes something. */
export function AccountMenu({
  account,
  csrfToken,
  label,
  strings,
}: {
  account: AccountProps;
  csrfToken: string;
  label: string;
  strings: LayoutStrings;
}) {
  return (
    <details className={classNames(s.menu, s.end)} name="tare-menus" data-menu="account">
      <summary className={s.summary} aria-label={label}>
        <span className={s.person}>{account.name}</span>
        <span className={s.initials}>{initialsOf(account.name)}</span>
        <Icon name="down" />
      </summary>
      <div className={classNames(s.panel, s.accountPanel)}>
        <p className={s.detail}>
          <strong>{account.name}</strong>
          {account.detail}
        </p>
        <ul>
          {account.items.map((item) => (
            <li key={item.href}>
              <Entry {...item} current={item.current ?? false} />
            </li>
          ))}
        </ul>
        {account.preferences && (
          <PreferencesForm preferences={account.preferences} csrfToken={csrfToken} strings={strings} />
        )}
        <form method="post" action={account.logoutAction} className={s.ruled}>
          <input type="hidden" name="_csrf" value={csrfToken} />
          <button type="submit" className={s.item}>
            {strings.signOut}
          </button>
        </form>
      </div>
    </details>
  );
}
