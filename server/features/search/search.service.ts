import { searchChoices } from '../../domain/events';
import { someOf } from '../../domain/events/event-choices.rules';
import { may } from '../../platform/actor';
import type { Context, ListedPage } from '../../platform/http/define-route';
import { opensEvents } from '../events';
import { mostFound, searchPath, type Found, type SearchAnswer } from './search.contract';

/** Where a person opens a place; null for whom nothing shows one. */
function placePages({ actor }: Pick<Context, 'actor'>): Record<'site' | 'location', ((id: string) => string) | null> {
  const readsEvents = opensEvents(actor.permissions);
  const ofSite = may(actor, 'EDIT_SITES') ? '/sites?site=' : readsEvents && '/events?siteId=';
  const ofLocation = readsEvents && '/events?locationId=';
  return {
    site: ofSite ? (id) => `${ofSite}${id}` : null,
    location: ofLocation ? (id) => `${ofLocation}${id}` : null,
  };
}

function foundOn(page: ListedPage): Found[] {
  const { href, label, menu, own, settings } = page;
  return [
    { kind: own ? 'setting' : 'page', label, within: menu, href },
    ...settings.map((setting): Found => ({ kind: 'setting', label: setting, within: label, href })),
  ];
}

/** What the person may open, by its name: pages and settings, and of the places those that they see. */
export async function search(context: Context, text: string): Promise<SearchAnswer> {
  const { acting, t, locale } = context;
  const shown = placePages(context);
  const places = async (kind: 'site' | 'location'): Promise<{ found: Found[]; more: boolean }> => {
    const hrefOf = shown[kind];
    if (text === '' || !hrefOf) return { found: [], more: false };
    const query = { field: `${kind}Id`, text, inUse: 'false' } as const;
    const { options, more } = await searchChoices(acting, { t, locale, query });
    const found = options.map(({ value, label, group }): Found => ({
      kind,
      label,
      within: group ?? null,
      href: hrefOf(value),
    }));
    return { found, more };
  };
  const [sites, locations] = [await places('site'), await places('location')];
  const pages = context.pages().filter(({ href }) => href !== searchPath);
  const all = [
    ...(text === '' ? pages.map((page) => foundOn(page).slice(0, 1)) : pages.map(foundOn)).flat(),
    ...sites.found,
    ...locations.found,
  ];
  const { options, more } = someOf(
    all.map((found) => ({ label: found.label, group: found.within ?? undefined, found })),
    text,
  );
  return {
    results: options.slice(0, mostFound).map(({ found }) => found),
    more: more || options.length > mostFound || sites.more || locations.more,
  };
}
