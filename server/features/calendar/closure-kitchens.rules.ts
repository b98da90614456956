import { rollup } from 'd3-array';
import type { Closure, KitchenName } from './closures.rules';

interface NamedLocation {
  locationId: number;
  locationName: string;
  siteName: string;
}

/** A name of a sheet that fits no kitchen, or several. */
export interface UnknownKitchen {
  name: string;
  lines: number;
}

const plain = (text: string) => text.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
const whole = ({ site, location }: KitchenName) => [site, location].filter((part) => part !== '').join(' / ');
/** No site and location are called longer; the pattern takes time that grows with the square of the length. */
const LONGEST = 500;
/** What may stand between a site and its location in one cell. */
const between = /^(.+?)(?:\s*[/:|,;–—]\s*|\s+-\s+)(.+)$/;

/**
 * Finds the kitchens that a sheet names: a site stands for all its locations, a location for itself where only one is called
 * so, and both together, in two cells or one, for that location of that site.
 * @param locations the active ones that the person may configure
 */
export function kitchenFinder(locations: readonly NamedLocation[]): (name: KitchenName) => number[] {
  const idsBy = (keyOf: (one: NamedLocation) => string) =>
    rollup(locations, (ones) => ones.map(({ locationId }) => locationId), keyOf);
  const bySite = idsBy((one) => plain(one.siteName));
  const byLocation = idsBy((one) => plain(one.locationName));
  const both = idsBy((one) => JSON.stringify([plain(one.siteName), plain(one.locationName)]));
  const find = (site: string, location: string) => both.get(JSON.stringify([plain(site), plain(location)])) ?? [];
  const single = (text: string) => {
    const ofSite = bySite.get(plain(text));
    if (ofSite) return ofSite;
    const ofName = byLocation.get(plain(text)) ?? [];
    if (ofName.length === 1) return ofName;
    const [, site = '', location = ''] = between.exec(text.slice(0, LONGEST)) ?? [];
    return find(site, location);
  };
  return ({ site, location }) => {
    if (site === '' && location === '') return [];
    return site !== '' && location !== '' ? find(site, location) : single(site || location);
  };
}

interface Lines {
  /** Of lines that close nothing yet. */
  waiting: readonly (KitchenName | undefined)[];
  /** Rows that are wanted at most; where there would be more, none is made. */
  most: number;
  find: (name: KitchenName) => number[];
}

interface SharedOut {
  /** Null: they are more than are wanted. A line may name every kitchen, so they are counted before one is made. */
  rows: (Closure & { locationId: number })[] | null;
  unknown: UnknownKitchen[];
}

/** The closures of each kitchen in their order, and the names that fit none. */
export function shareOut(closures: readonly Closure[], { waiting, most, find }: Lines): SharedOut {
  const unknown = new Map<string, number>();
  const found = new Map<string, number[]>();
  const idsOf = (kitchen: KitchenName = { site: '', location: '' }) => {
    const name = whole(kitchen);
    const ids = found.get(name) ?? find(kitchen);
    found.set(name, ids);
    if (ids.length === 0) unknown.set(name, (unknown.get(name) ?? 0) + 1);
    return ids;
  };
  const named = closures.map((one) => ({ one, ids: idsOf(one.kitchen) }));
  const all = named.reduce((sum, { ids }) => sum + ids.length, 0);
  const rows = all > most ? null : named.flatMap(({ one, ids }) => ids.map((locationId) => ({ ...one, locationId })));
  for (const kitchen of waiting) idsOf(kitchen);
  return { rows, unknown: [...unknown].map(([name, lines]) => ({ name, lines })) };
}
