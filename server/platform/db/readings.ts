import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database, Trx } from './database';

/** Figures that one query gives, each with the values of its labels. */
export interface Measure {
  gauges: { name: string; help: string }[];
  labels: string[];
  /** @returns rows with a member for each label and each gauge's name */
  read(trx: Trx): Promise<Record<string, string | number>[]>;
}

/** Several readers a few seconds apart cost one reading. */
const keptMs = 5_000;
const patienceMs = 1_000;

interface ReadingOptions {
  measures: Measure[];
  registers: Registry[];
}

/**
 * Figures that come from the database, within limits: at most one reading at a time, none while others wait for a connection,
 * and one that takes too long is given up. The figures are left out then, and `tare_database_figures_read` says 0.
 */
export function createReadings(
  database: Database,
  { measures, registers }: ReadingOptions,
): { renew(): Promise<void> } {
  const gauges = new Map(
    measures.flatMap(({ gauges: given, labels }) =>
      given.map(({ name, help }) => [name, new Gauge({ name, help, labelNames: labels, registers })] as const),
    ),
  );
  const done = new Gauge({
    name: 'tare_database_figures_read',
    help: 'Whether the figures from the database could be read.',
    registers,
  });
  let reading: Promise<boolean> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  async function read(): Promise<boolean> {
    const rows = await database.db
      .transaction()
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql.raw(`set local statement_timeout = ${patienceMs}`).execute(trx);
        const all = [];
        for (const measure of measures) all.push({ measure, rows: await measure.read(trx) });
        return all;
      });
    forget();
    for (const { measure, rows: found } of rows) found.forEach((row) => show(measure, row));
    readAt = performance.now();
    done.set(1);
    return true;
  }

  function show({ gauges: given, labels }: Measure, row: Record<string, string | number>): void {
    const of = Object.fromEntries(labels.map((label) => [label, String(row[label])]));
    for (const { name } of given) gauges.get(name)?.set(of, Number(row[name]));
  }

  // A figure of yesterday would pass for one of today.
  function forget(): void {
    for (const gauge of gauges.values()) {
      gauge.reset();
      // A gauge without labels is set to 0 by that, which would pass for a figure.
      gauge.remove({});
    }
    done.set(0);
  }
  forget();

  return {
    async renew() {
      if (performance.now() - readAt < keptMs) return;
      if (!reading && database.pool.waitingCount === 0)
        reading = read()
          .catch(() => false)
          .finally(() => {
            reading = undefined;
          });
      const was = reading ? await Promise.race([reading, wait(patienceMs, false, { ref: false })]) : false;
      if (!was) forget();
    },
  };
}
