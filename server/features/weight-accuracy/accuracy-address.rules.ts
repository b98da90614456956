import type { Choice } from '../../domain/measures/weight-accuracy.rules';
import type { LocalDate } from '../../platform/time';

export const path = '/weight-accuracy';

interface Address {
  /** Those that somebody has chosen; the usual ones go without saying, so that a kept address goes on meaning "up to yesterday". */
  dates: { begin?: LocalDate | undefined; end?: LocalDate | undefined };
  site: Choice;
  location?: Choice;
  page?: number;
}

/** As an address writes a choice: what is empty there counts as not said. */
export const choiceText = (choice: Choice) => (choice === '' ? 'all' : String(choice));

export function addressOf({ dates, site, location = '', page = 1 }: Address): string {
  const query = new URLSearchParams({
    ...(dates.begin ? { beginDate: dates.begin } : {}),
    ...(dates.end ? { endDate: dates.end } : {}),
    siteId: choiceText(site),
    ...(location === '' ? {} : { locationId: choiceText(location) }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return `${path}?${query}`;
}
