import { may } from '../../platform/actor';
import type { Condition } from '../../platform/http/define-route';
import { mayImport } from './import.rules';

export const mayChangeEvents: Condition = {
  says: 'Needs the permission EDIT_TRANSACTIONS too.',
  holds: (actor) => may(actor, 'EDIT_TRANSACTIONS'),
};

/** A sheet may name any site. */
export const importing: Condition = {
  says: 'Needs the permission EDIT_TRANSACTIONS too, and not to be limited to some sites.',
  holds: mayImport,
};

/** The import of an address such as `/imports/7/run`: what a form that is shown again was sent to. */
export const importIdIn = (address: string): number => Number(/\/imports\/(\d+)\//.exec(address)?.[1]);
