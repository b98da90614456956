import { inGrams, inMoney } from '../../domain/events/event-sums.rules';
import type { SiteFigures } from '../../domain/measures/measure.contract';
import type { UnreliableReason } from '../../domain/measures/reliability.rules';
import type { LocalDate } from '../../platform/time';
import { productionSetNames, type DisposalSetName, type ProductionSetName } from './factor-sets.rules';
import { footprintOf, type CategoryWeight, type DestinationWeight } from './footprint.rules';
import type { ImpactFigures, ImpactSite } from './impact.contract';

interface Asked {
  start: LocalDate;
  end: LocalDate;
  productionSet: ProductionSetName;
  disposalSet: DisposalSetName;
  sites: readonly (SiteFigures & { unreliable: UnreliableReason | null })[];
  categories: CategoryWeight[];
  destinations: DestinationWeight[];
}

/** Sums that have been added up in grams with two decimals stay so. */
const exact = (value: number) => inGrams(value) / 100;

/** What sites with a result prevented together: a rise is below zero, and counted as such. */
export function impactOf({
  sites,
  categories,
  destinations,
  productionSet,
  disposalSet,
  start,
  end,
}: Asked): ImpactFigures {
  const counted = sites.flatMap((site): (ImpactSite & { openDays: number; trackedDays: number })[] => {
    const { compared, unreliable, siteId, siteName, currency } = site;
    if (!compared || unreliable !== null || compared.expectedG <= 0) return [];
    const hasCost = compared.expectedCost > 0;
    return [
      {
        siteId,
        siteName,
        currency,
        actual: exact(compared.g),
        expected: exact(compared.expectedG),
        prevented: exact(compared.expectedG - compared.g),
        money: hasCost ? inMoney(compared.expectedCost - compared.cost) / 10_000 : null,
        openDays: site.openDays,
        trackedDays: site.trackedDays,
      },
    ];
  });
  const ids = new Set(counted.map(({ siteId }) => siteId));
  const grams = exact(counted.reduce((sum, { prevented }) => sum + prevented, 0));
  const otherSet = productionSetNames.find((name) => name !== productionSet) ?? productionSet;
  const of = { grams, categories, destinations, disposalSet };
  const money = new Map<string, number>();
  for (const { currency, money: amount } of counted)
    if (amount !== null) money.set(currency, (money.get(currency) ?? 0) + inMoney(amount));
  return {
    start,
    end,
    productionSet,
    disposalSet,
    sites: counted
      .map(({ openDays: _, trackedDays: __, ...site }) => site)
      .sort((a, b) => b.prevented - a.prevented || a.siteId - b.siteId),
    leftOut: sites
      .filter(({ siteId }) => !ids.has(siteId))
      .map(({ siteName, compared, unreliable }) => ({
        siteName,
        reason:
          compared === null || unreliable === null
            ? 'noBaseline'
            : unreliable === 'PROBABLY_STOPPED_TRACKING'
              ? 'stopped'
              : 'notTracked',
      })),
    prevented: grams,
    expected: exact(counted.reduce((sum, { expected }) => sum + expected, 0)),
    money: [...money]
      .map(([currency, amount]) => ({ currency, amount: amount / 10_000 }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    openDays: counted.reduce((sum, { openDays }) => sum + openDays, 0),
    trackedDays: counted.reduce((sum, { trackedDays }) => sum + trackedDays, 0),
    categories,
    destinations,
    footprint: footprintOf({ ...of, productionSet }),
    other: footprintOf({ ...of, productionSet: otherSet }),
  };
}
