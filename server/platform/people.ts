import type { Locale } from './actor';
import type { DateForms } from './date-forms.rules';
import type { Db, Trx } from './db/database';

/** What the product may know of somebody; of an account it knows no more. */
interface Person {
  userId: number;
  login: string;
  email: string;
  fullName: string;
  locale: Locale;
  /** Not switched off. */
  active: boolean;
}

/**
 * What identity tells the product of people. A query that shows names joins the view `identity.person`, which holds the same;
 * no other table of that schema is named outside of identity.
 */
export interface People {
  find(db: Db | Trx, userId: number): Promise<Person | null>;
  /** What the person's roles allow in a tenant; null without an active membership. */
  permissionsIn(db: Db | Trx, who: { userId: number; tenantNumber: number }): Promise<ReadonlySet<string> | null>;
  /** How a tenant writes days and hours; what it has not said is as the reader's language has it. */
  formsOf(db: Db | Trx, tenantNumber: number): Promise<DateForms | undefined>;
}
