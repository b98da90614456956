import { sql } from 'kysely';
import type pg from 'pg';

const mark = '/* plan kept */';
/** What PostgreSQL says of a statement whose columns a migration has changed since it was planned. */
const featureNotSupported = '0A000';

/**
 * Begins a statement that each connection plans once and keeps. For the few that every request runs: planning who is signed in
 * takes five times as long as looking it up. Its text must not change with what is asked for, since a connection forgets none.
 */
export const planKept = sql.raw(`${mark} `);

type Query = (...asked: unknown[]) => Promise<unknown>;

// Counted over all connections: those of the embedded database share one backend, one after the other.
let counter = 0;

/** Gives the marked statements of a connection names, under which PostgreSQL keeps their plans. */
export function keepPlans(client: pg.PoolClient): void {
  const query = client.query.bind(client) as unknown as Query;
  const names = new Map<string, string>();
  const named = async (text: string, values: unknown) => {
    const name = names.get(text) ?? `kept_${(counter += 1)}`;
    names.set(text, name);
    try {
      return await query({ name, text, values });
    } catch (error) {
      if ((error as { code?: string }).code !== featureNotSupported) throw error;
      names.delete(text);
      return query(text, values);
    }
  };
  client.query = ((...asked: unknown[]) => {
    const [text, values] = asked;
    return typeof text === 'string' && text.startsWith(mark) && asked.length === 2
      ? named(text, values)
      : query(...asked);
  }) as typeof client.query;
}
