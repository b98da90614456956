import type pg from 'pg';
import { kyselyOver, type Database, type Db } from '../../server/platform/db/database';

export interface Statement {
  text: string;
  values: unknown[];
}

/** The same database, and what it is asked from now on. */
export function watched({ pool }: Database): { db: Db; statements: Statement[] } {
  const statements: Statement[] = [];
  const connect = async () => {
    const client = await pool.connect();
    return {
      query(text: string, values: unknown[]) {
        statements.push({ text, values });
        return client.query(text, values);
      },
      release: () => client.release(),
    };
  };
  return { db: kyselyOver({ connect } as unknown as pg.Pool), statements };
}

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

function rowsOf(plan: Plan, table: string): number {
  const inside = (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part, table), 0);
  if (plan['Relation Name'] !== table) return inside;
  return (
    inside +
    (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)) *
      plan['Actual Loops']
  );
}

/** How many rows of a table the statement reads where it is too large to be read whole: a table of a test lies on a few pages, so pages cost nothing here and rows do. */
export async function rowsRead({ pool }: Database, { text, values }: Statement, table: string): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query(
      'begin; set local enable_seqscan = off; set local seq_page_cost = 0; set local random_page_cost = 0; set local jit = off',
    );
    const {
      rows: [row],
    } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${text}`, values);
    if (!row) throw new Error('The database explained nothing.');
    return rowsOf(row['QUERY PLAN'][0].Plan, table);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
