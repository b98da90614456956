import type { StatementLine, StatementPartner } from '../../server/features/donation-dashboard/donations.contract';
import type { Block, Cell, TableBlock } from '../../server/platform/document/document.contract';
import { costText, countCell, inUnit, missing, shareCell, weightCell, type Writing } from './document-words';

interface Statement {
  partners: readonly StatementPartner[];
  cut: boolean;
}

/** As the partner weighed it, once it has said so. */
const gramsOf = ({ partnerGrams, grams }: StatementLine) => partnerGrams ?? grams ?? 0;
const sum = <T>(rows: readonly T[], value: (row: T) => number) =>
  rows.reduce((total, row) => total + Math.round(value(row) * 100), 0) / 100;

/** What each partner took, of what, and every pickup with its receipt. */
export function donationStatement(writing: Writing, { partners, cut }: Statement): Block[] {
  const { t, format } = writing;
  const lines = partners.flatMap((one) => one.lines);
  if (lines.length === 0) return [{ kind: 'notice', text: t('donations.statement.none') }];
  const grams = sum(lines, gramsOf);
  const confirmed = lines.filter(({ partnerGrams }) => partnerGrams !== null);
  return [
    ...(cut ? [{ kind: 'notice' as const, text: t('donations.statement.cut') }] : []),
    {
      kind: 'figures',
      figures: [
        {
          label: t('reports.doc.donated'),
          text: format.weight(grams),
          value: inUnit(grams, format),
          unit: format.unit.abbr,
          note: t('reports.doc.confirmed', { amount: format.weight(sum(confirmed, gramsOf)) }),
        },
        { label: t('donations.value'), text: costText(writing, valuesOf(partners)) },
        {
          label: t('donations.pickups'),
          ...countCell(writing, lines.length),
          note:
            confirmed.length === lines.length
              ? t('donations.statement.complete')
              : t('reports.doc.receiptsMissing', {
                  count: lines.length - confirmed.length,
                  number: format.number(lines.length - confirmed.length),
                }),
        },
      ],
    },
    partnersTable(writing, partners),
    itemsTable(writing, { lines, grams }),
    linesTable(writing, lines),
  ];
}

function valuesOf(partners: readonly StatementPartner[]) {
  const sums = new Map<string, number>();
  for (const { values } of partners)
    for (const { currency, amount } of values) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

const partnersTable = (writing: Writing, partners: readonly StatementPartner[]): TableBlock => {
  const { t, format } = writing;
  const unit = format.unit.abbr;
  return {
    kind: 'table',
    title: t('reports.doc.byPartner'),
    main: true,
    columns: [
      { label: t('donations.partner'), width: 0.26 },
      { label: t('donations.pickups'), numeric: true },
      { label: t('reports.doc.donated'), numeric: true, side: true, unit },
      { label: t('donations.ourWeight'), numeric: true, unit },
      { label: t('donations.partnerWeight'), numeric: true, unit },
      { label: t('donations.value'), numeric: true },
      { label: t('reports.doc.noReceipt'), numeric: true },
    ],
    rows: partners.map((one) => [
      { text: one.partnerName },
      countCell(writing, one.pickups),
      weightCell(writing, sum(one.lines, gramsOf)),
      weightCell(writing, one.grams),
      one.receipts === 0 ? { text: missing, value: null } : weightCell(writing, one.partnerGrams),
      { text: costText(writing, one.values) },
      countCell(writing, one.missing),
    ]),
    empty: '',
  };
};

function itemsTable(
  writing: Writing,
  { lines, grams }: { lines: readonly StatementLine[]; grams: number },
): TableBlock {
  const { t, format } = writing;
  const items = new Map<number | null, StatementLine[]>();
  for (const line of lines) items.set(line.itemId, [...(items.get(line.itemId) ?? []), line]);
  const rows = [...items.values()]
    .map((own) => ({ name: own[0]?.itemName ?? null, pickups: own.length, grams: sum(own, gramsOf) }))
    .sort((a, b) => Number(a.name === null) - Number(b.name === null) || b.grams - a.grams);
  return {
    kind: 'table',
    title: t('reports.doc.byItem'),
    columns: [
      { label: t('legacy.fields.itemId'), width: 0.46 },
      { label: t('donations.pickups'), numeric: true },
      { label: t('reports.doc.donated'), numeric: true, side: true, unit: format.unit.abbr },
      { label: t('reports.doc.share'), numeric: true, unit: '%' },
    ],
    rows: rows.map((item) => [
      { text: item.name ?? t('legacy.events.notSaid') },
      countCell(writing, item.pickups),
      weightCell(writing, item.grams),
      shareCell(writing, grams === 0 ? null : item.grams / grams),
    ]),
    empty: '',
  };
}

function linesTable(writing: Writing, lines: readonly StatementLine[]): TableBlock {
  const { t, format } = writing;
  const unit = format.unit.abbr;
  return {
    kind: 'table',
    title: t('donations.pickups'),
    columns: [
      { label: t('donations.day') },
      { label: t('donations.partner'), width: 0.2 },
      { label: t('donations.from'), width: 0.2 },
      { label: t('donations.ourWeight'), numeric: true, side: true, unit },
      { label: t('donations.partnerWeight'), numeric: true, unit },
      { label: t('donations.value'), numeric: true },
      { label: t('donations.receipt') },
    ],
    rows: [...lines].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)).map((line) => lineRow(writing, line)),
    empty: '',
  };
}

function lineRow(writing: Writing, line: StatementLine): Cell[] {
  const { format } = writing;
  const { pickupId, grams, partnerGrams, worth, currency } = line;
  return [
    { text: format.date(line.day), href: `/donation-dashboard/pickups/${pickupId}` },
    { text: line.partnerName },
    { text: `${line.locationName}, ${line.siteName}` },
    weightCell(writing, grams ?? 0),
    partnerGrams === null ? { text: missing, value: null } : weightCell(writing, partnerGrams),
    { text: worth === null ? missing : format.money(worth, currency) },
    { text: line.receiptNo ?? missing },
  ];
}
