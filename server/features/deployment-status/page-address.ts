import { nextSort, sortText, withParameters } from '../../platform/table/table-query';
import type { Period } from './location-status.contract';
import { pageSize, statusColumns, usualSort, type StatusCard } from './location-status.service';

/** Each card has its own sort and page in the address. */
export const cardParameters: Record<Period, { sort: string; page: string }> = {
  preBaselinePeriod: { sort: 'sortActivation', page: 'pageActivation' },
  baselinePeriod: { sort: 'sortBaseline', page: 'pageBaseline' },
  postBaselinePeriod: { sort: 'sortReduction', page: 'pageReduction' },
};

/** Where the heads and the page links of a card lead; `url` is the address that is shown. */
export function cardLinks(url: string, { period, sort, page, rowCount }: StatusCard) {
  const names = cardParameters[period];
  const usual = sortText(usualSort);
  return {
    columns: statusColumns.map((key) => {
      const next = sortText(nextSort(key, sort));
      return {
        key,
        sorted: sort.column === key ? sort.direction : null,
        href: withParameters(url, { [names.sort]: next === usual ? null : next, [names.page]: null }),
      };
    }),
    previousHref: page > 1 ? withParameters(url, { [names.page]: page > 2 ? page - 1 : null }) : undefined,
    nextHref: page * pageSize < rowCount ? withParameters(url, { [names.page]: page + 1 }) : undefined,
  };
}

/** The filters' address without the pages of what is filtered. */
export function filterLink(url: string, changes: Record<string, string | null>): string {
  const pages = Object.values(cardParameters).map(({ page }) => [page, null] as const);
  return withParameters(url, { ...Object.fromEntries(pages), ...changes });
}
