import type { ReactElement } from 'react';
import type { MenuMark, NavItem } from '../../views/layout/navigation';
import type { Locale, Scope } from './actor';
import type { Db } from './db/database';
import type { Measure } from './db/readings';
import type { FlagDeclarations } from './feature-flags.rules';
import type { Route } from './http/define-route';
import type { MessageKey, Translate } from './i18n/messages';
import type { Access, Permission, PermissionRoles } from './permissions';
import type { PersonalData } from './personal-data';
import type { Channel, Job, OutboxCheck, Resources } from './resources';

/** The menus of the navigation bar, in their order; `button` stands beside them, for what is done many times a day. */
export type MenuId = 'reporting' | 'prevention' | 'configuration' | 'ccmTools' | 'account' | 'button';

export interface NavEntry {
  menu: MenuId;
  href: string;
  label: MessageKey;
  /** Place in the menu; the smallest comes first. */
  order: number;
  /** Shown only with this right as well as the page's own. */
  needs?: Permission;
  /** Without this, the page's own access decides. */
  access?: Access;
  /** It stands in no menu: pages lead to it, and the search finds it. */
  unlisted?: true;
  /** What can be set on its page, by which the search finds it too. */
  settings?: readonly MessageKey[];
  /** Of a button. */
  icon?: NavItem['icon'];
  /** Opens a window of the shell instead, where there are scripts. */
  opens?: 'lookup' | 'search';
  /** Its page may act in another organisation: that which is chosen where somebody comes from goes along. */
  anyOrganisation?: true;
}

/** A state that a menu tells on every page. It is read for each page anew and is no part of a kept one. */
export interface MenuStatus {
  menu: Exclude<MenuId, 'account' | 'button'>;
  /** It is read for those alone who hold this in the organisation that they look at. */
  access: Permission;
  /** @returns null where there is nothing to tell */
  read(db: Db, scope: Scope, words: { t: Translate; locale: Locale }): Promise<MenuMark | null>;
}

/** A part that stands in the shell of every page, for whoever may open the page at `href`. */
export interface EveryPagePart {
  href: string;
  element: ReactElement;
}

/** A feature's door to the server: everything it adds, declared in its own folder. */
export interface Feature {
  name: string;
  /** Its own, with the built-in roles that hold them. */
  permissions?: PermissionRoles;
  /** What can be switched off for an organisation. */
  flags?: FlagDeclarations;
  routes: Route[];
  nav?: NavEntry[];
  onEveryPage?: EveryPagePart[];
  menuStatus?: MenuStatus;
  jobs?: Job[];
  /** Ways out of the house that are its own. */
  channels?: Channel[];
  /** What must still hold when its items go out. */
  outboxChecks?: OutboxCheck[];
  /** Figures for the operator's monitoring. */
  measures?: Measure[];
  /** What it keeps of a person, for their own copy of it. */
  personalData?: PersonalData;
  /** Runs once after the migrations, before the first request. Must be idempotent. */
  prepare?(resources: Resources): Promise<void>;
}
