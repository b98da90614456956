import type { CostQuestion } from '../../domain/catalogue/cost.contract';
import { chooseCostRule, type CostRule } from '../../domain/catalogue/cost.rules';
import type { ProfileButton } from '../../domain/tracker-profiles/tracker-profile.contract';

type Names = ProfileButton['names'];

/** A value of a list in use. */
export interface OfferedValue {
  valueId: number;
  parentId: number | null;
  name: string;
  status: string;
  tareGrams: number | null;
  translations: Partial<Names>;
}

/** As many items as a tablet shows and searches without waiting. */
export const mostItems = 500;
/** So many stand above the others: a row of a tablet. */
const mostExpress = 5;

/** Every language has a name: its own or the usual one. */
const namesOf = ({ name, translations }: OfferedValue, locales: readonly (keyof Names)[]): Names =>
  Object.fromEntries(locales.map((locale) => [locale, translations[locale] ?? name])) as Names;

interface Offer {
  locales: readonly (keyof Names)[];
  /** Of values that have a picture, where it is served. */
  images: ReadonlyMap<number, string>;
}

/** The values of a list that are in use, as buttons in the order of the list. */
export const buttonsOf = (
  kind: ProfileButton['kind'],
  values: readonly OfferedValue[],
  { locales, images }: Offer,
): ProfileButton[] =>
  values
    .filter(({ status }) => status === 'A')
    .map((value) => ({
      kind,
      refId: value.valueId,
      names: namesOf(value, locales),
      image: images.get(value.valueId) ?? null,
      tareGrams: kind === 'container' ? (value.tareGrams ?? 0) : null,
      costPerKg: null,
    }));

interface Priced extends Offer {
  /** Most weighed first. */
  mostWeighed: readonly number[];
  /** All without it. */
  most?: number;
  rules: readonly CostRule[];
  at: Pick<CostQuestion, 'siteId' | 'day' | 'currency'>;
}

/** Items with what a kilogram costs: those weighed most, above the others and again among them; then by name. */
export function itemButtons(
  values: readonly OfferedValue[],
  { mostWeighed, most, rules, at, ...offer }: Priced,
): ProfileButton[] {
  const parents = new Map(values.map(({ valueId, parentId }) => [valueId, parentId]));
  const place = new Map(mostWeighed.map((id, nth) => [id, nth]));
  const nth = ({ refId }: ProfileButton) => place.get(refId) ?? mostWeighed.length;
  const items = buttonsOf('item', values, offer)
    .sort((one, other) => nth(one) - nth(other))
    .slice(0, most)
    .map((button) => ({ ...button, costPerKg: priceOf(button.refId, { parents, rules, at }) }));
  const express = items.filter((item) => place.has(item.refId)).slice(0, mostExpress);
  return [...express.map((button) => ({ ...button, kind: 'express' as const })), ...items];
}

function priceOf(
  itemId: number,
  { parents, rules, at }: Pick<Priced, 'rules' | 'at'> & { parents: ReadonlyMap<number, number | null> },
): ProfileButton['costPerKg'] {
  const categoryIds: number[] = [];
  for (let id = parents.get(itemId) ?? null; id !== null && categoryIds.length < 50; id = parents.get(id) ?? null)
    categoryIds.push(id);
  const rule = chooseCostRule(rules, { ...at, itemId, categoryIds });
  return rule && { amount: String(rule.amountPerKg), currency: rule.currency };
}

type Chosen = Pick<ProfileButton, 'kind' | 'refId'>;

/** Of what is in use, that which was chosen, in its order. An express button is its item once more. */
export function inOrder(inUse: readonly ProfileButton[], chosen: readonly Chosen[]): ProfileButton[] {
  const keyOf = ({ kind, refId }: Chosen) => `${kind === 'express' ? 'item' : kind} ${refId}`;
  const known = new Map(inUse.map((button) => [keyOf(button), button]));
  return chosen.flatMap((one) => {
    const button = known.get(keyOf(one));
    return button ? [{ ...button, kind: one.kind }] : [];
  });
}

/** The items of the day’s menu before the others, each group in the order that it had. */
export function menuFirst(buttons: readonly ProfileButton[], onMenu: ReadonlySet<number>): ProfileButton[] {
  const items = buttons.filter(({ kind }) => kind === 'item');
  const ordered = [
    ...items.filter(({ refId }) => onMenu.has(refId)),
    ...items.filter(({ refId }) => !onMenu.has(refId)),
  ];
  let next = 0;
  return buttons.map((button) => (button.kind === 'item' ? ordered[next++]! : button));
}
