export const path = '/enter-waste';

/** The page as it is after a choice or a change. */
export function addressOf(query: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Another item than those on the buttons. */
export const otherItem = 'other';

/** One that is not listed. */
export const proposedItem = 'proposed';
