import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip, gunzipSync } from 'node:zlib';
import { exportEvents, selectEvents } from '../../domain/events';
import type { WasteEvent } from '../../domain/events/event-list.contract';
import { inGrams } from '../../domain/events/event-sums.rules';
import { eventReader, eventTable } from '../../domain/events/event.table';
import type { Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { TableBlock } from '../../platform/document/document.contract';
import type { Translate } from '../../platform/i18n/messages';
import type { CsvFile } from '../../platform/table/csv';
import type { ReportParameters } from './generate-reports.contract';
import type { RawSummary } from './report-figures.contract';
import { reportLimits } from './report-kinds.rules';

export class TooManyEvents extends Error {}

interface Asked {
  viewer: Viewer;
  parameters: ReportParameters;
  t: Translate;
}

type Cells = (string | number | null)[];

/**
 * The events of a report with all their fields, as packed lines, and what they add up to. Rows are read in slices, and packed as
 * they come.
 * @throws TooManyEvents
 */
export async function collectEvents(
  db: Db,
  { viewer, parameters, t }: Asked,
): Promise<{ raw: RawSummary; rows: Buffer }> {
  const { start: startDate, end: endDate, stageId: wasteStageId, siteId, locationId } = parameters;
  const { scope, locale } = viewer;
  const selection = await selectEvents(db, scope, {
    ...{ startDate, endDate, wasteStageId, state: 'all' },
    ...{ siteId: siteId ?? undefined, locationId: locationId ?? undefined },
  });
  const sums = summing();
  async function* counted() {
    for await (const event of exportEvents(db, { scope, locale, selection })) {
      if (sums.add(event) > reportLimits.events) throw new TooManyEvents();
      yield event;
    }
  }
  const file = eventTable.file('', counted(), eventReader(t, viewer));
  // Exact as text; a workbook adds numbers up.
  const money = file.header.indexOf(t('legacy.fields.costAmount'));
  async function* lines() {
    yield `${JSON.stringify(file.header)}\n`;
    for await (const row of file.rows)
      yield `${JSON.stringify(row.map((cell, at) => (at === money && cell !== null ? Number(cell) : cell)))}\n`;
  }
  const rows = await buffer(Readable.from(lines()).compose<NodeJS.ReadWriteStream>(createGzip()));
  return { raw: sums.result(), rows };
}

function summing() {
  const result: RawSummary = { events: 0, voided: 0, notWaste: 0, grams: 0, costs: [], locations: [] };
  const costs = new Map<string, number>();
  const locations = new Map<number, RawSummary['locations'][number]>();
  const plus = (sum: number, grams: number) => (inGrams(sum) + inGrams(grams)) / 100;
  return {
    /** @returns how many there are by now */
    add(event: WasteEvent): number {
      const { siteName, locationId, locationName, netGrams, costAmount, costCurrency } = event;
      const place = locations.get(locationId) ?? { siteName, locationId, locationName, events: 0, grams: 0 };
      locations.set(locationId, place);
      result.events += 1;
      place.events += 1;
      if (event.voidedAt !== null) result.voided += 1;
      else if (!event.countsAsWaste) result.notWaste += 1;
      else {
        result.grams = plus(result.grams, netGrams);
        place.grams = plus(place.grams, netGrams);
        if (costAmount !== null && costCurrency !== null)
          costs.set(costCurrency, (costs.get(costCurrency) ?? 0) + Math.round(Number(costAmount) * 1e4));
      }
      return result.events;
    },
    result: (): RawSummary => ({
      ...result,
      costs: [...costs].map(([currency, amount]) => ({ currency, amount: amount / 1e4 })),
      locations: [...locations.values()].sort((a, b) => b.grams - a.grams || a.locationId - b.locationId),
    }),
  };
}

/** Of the rows at their limit, with long notes. */
const mostUnpacked = 64 * 1024 * 1024;

function* linesOf(rows: Uint8Array): Generator<Cells> {
  const text = gunzipSync(rows, { maxOutputLength: mostUnpacked }).toString('utf8');
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from);
    yield JSON.parse(text.slice(from, end)) as Cells;
    from = end + 1;
  }
}

/** The events as a file with the head that they were kept with. */
export function rawCsv(name: string, rows: Uint8Array): CsvFile {
  const lines = linesOf(rows);
  const header = (lines.next().value ?? []) as string[];
  async function* cells() {
    yield* lines;
  }
  return { name, header, rows: cells() };
}

/** The same as a worksheet. */
export function rawTable(title: string, rows: Uint8Array): TableBlock {
  const [header = [], ...lines] = linesOf(rows);
  return {
    kind: 'table',
    title,
    columns: header.map((label) => ({ label: String(label) })),
    rows: lines.map((line) =>
      line.map((cell) => (typeof cell === 'number' ? { text: '', value: cell } : { text: cell ?? '' })),
    ),
    empty: '',
  };
}
