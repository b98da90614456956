import type { Measure } from './db/readings';
import type { DomainListener } from './domain-events';
import type { Route } from './http/define-route';
import type { MessageKey } from './i18n/messages';
import type { Job, Resources } from './resources';
import type { Access, Permission, PermissionRoles } from './permissions';

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
  /** Its page may act in another organisation: that which is chosen where somebody comes from goes along. */
  anyOrganisation?: true;
}

/** A feature's door to the server: everything it adds, declared in its own folder. */
export interface Feature extends DomainListener {
  name: string;
  /** Its own, with the built-in roles that hold them. */
  permissions?: PermissionRoles;
  routes: Route[];
  nav?: NavEntry[];
  jobs?: Job[];
  /** Figures for the operator's monitoring. */
  measures?: Measure[];
  /** Runs once after the migrations, before the first request. Must be idempotent. */
  prepare?(resources: Resources): Promise<void>;
}
