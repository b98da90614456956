import { addDays, type LocalDate } from '../../platform/time';
import type { RuleBody } from './cost-rules.contract';

/** A price of a site, without the site. */
export type SiteRule = Omit<RuleBody, 'siteId'>;

/** What it says from a day on: when it began before does not matter to what comes. */
export const from = (rule: SiteRule, day: LocalDate): SiteRule =>
  rule.validFrom < day ? { ...rule, validFrom: day } : rule;

/** Two that say the same have the same. */
export const termsOf = ({ itemId, amountPerKg, currency, validFrom, validTo, priority, note }: SiteRule): string =>
  JSON.stringify([itemId, amountPerKg, currency, validFrom, validTo, priority, note]);

/** One that ended the day before and would go on. */
export const wouldGoOn = (ended: SiteRule, next: SiteRule): boolean =>
  ended.validTo === addDays(next.validFrom, -1) &&
  termsOf({ ...ended, validFrom: next.validFrom, validTo: next.validTo }) === termsOf(next);
