import { listDonatedDays, listDonatedItems, measure, sumDonatedSpans } from '../../domain/measures';
import type { PlaceFilter } from '../../domain/places/place.contract';
import type { Locale, Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { donationsOf, spanBefore, statementOf } from './donation-figures.rules';
import type { Donations, StatementLine, StatementPartner } from './donations.contract';
import { surplusStageId } from './donations.rules';
import { listDaysGroups, listPickups, sumAlone, sumByPartner } from './pickups.store';

export interface DonationQuestion {
  start: LocalDate;
  end: LocalDate;
  place: Pick<PlaceFilter, 'siteId' | 'locationId'>;
}

/** What was donated on these days: weighed as a donation, and picked up without; to whom; and what was thrown away beside it. */
export async function loadDonations(
  db: Db,
  { scope }: Viewer,
  { question: { start, end, place }, locale }: { question: DonationQuestion; locale: Locale },
): Promise<Donations> {
  const days = { start, end, ...place };
  const before = { ...spanBefore({ start, end }), ...place };
  const [weighed, items, alone, wasted, partners, groups, weighedBefore, aloneBefore] = await Promise.all([
    listDonatedDays(db, scope, days),
    listDonatedItems(db, scope, { ...days, locale }),
    sumAlone(db, scope, { ...days, locale }),
    measure(db, scope, { grain: 'mix', by: 'day', ...days, where: {}, stageId: surplusStageId, locale }),
    sumByPartner(db, scope, days),
    listDaysGroups(db, scope, days),
    listDonatedDays(db, scope, before),
    sumAlone(db, scope, { ...before, locale }),
  ]);
  const spans = await sumDonatedSpans(db, scope, groups);
  return donationsOf({
    span: { start, end },
    weighed,
    items,
    alone,
    wastedGrams: wasted.reduce((sum, { g }) => sum + g, 0),
    partners,
    linked: groups.map(({ pickups, grams }, at) => ({ pickups, grams, weighedGrams: spans[at]?.g ?? 0 })),
    before: { start: before.start, end: before.end, weighed: weighedBefore, alone: aloneBefore },
  });
}

/** A statement lists no more lines than a page can hold; its file has the same. */
const mostLines = 2_000;

/** What each partner took on these days, line by line. */
export async function loadStatement(
  db: Db,
  { scope }: Viewer,
  {
    question: { start, end, place },
    partnerId,
    locale,
  }: { question: DonationQuestion; partnerId?: number | undefined; locale: Locale },
): Promise<{ partners: StatementPartner[]; lines: StatementLine[]; cut: boolean }> {
  const [pickups, groups] = await Promise.all([
    listPickups(db, scope, {
      filter: { startDate: start, endDate: end, ...place, partnerId, show: 'left' },
      locale,
      limit: mostLines + 1,
      offset: 0,
      sort: { column: 'day', direction: 'asc' },
    }),
    listDaysGroups(db, scope, { start, end, ...place, partnerId }),
  ]);
  const spans = await sumDonatedSpans(db, scope, groups);
  const partners = statementOf(
    pickups.slice(0, mostLines),
    groups.map((group, at) => ({ ...group, ...(spans[at] ?? { g: 0, cost: 0 }) })),
  );
  return { partners, lines: partners.flatMap(({ lines }) => lines), cut: pickups.length > mostLines };
}
