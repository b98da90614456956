import { createHash } from 'node:crypto';
import express from 'express';
import pg from 'pg';

/** The floor of a person sent by a directory: bare Express that looks a bearer up, and one insert into a table with the same unique names. */
export async function serveFloorScim(): Promise<void> {
  const { DATABASE_URL = '', PORT = '0' } = process.env;
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
  await pool.query('create schema if not exists floor');
  await pool.query('create table if not exists floor.bearer (hash bytea primary key)');
  await pool.query(
    'create table if not exists floor.person (id uuid primary key default gen_random_uuid(), user_name text not null, external_id text, attributes jsonb not null)',
  );
  await pool.query('create unique index if not exists person_name on floor.person (lower(user_name))');
  const app = express().use(express.json({ type: 'application/scim+json' }));
  app.post('/Users', async (request, response) => {
    const hash = createHash('sha256')
      .update(request.headers.authorization ?? '')
      .digest();
    await pool.query('select 1 from floor.bearer where hash = $1', [hash]);
    const { userName, externalId, ...attributes } = request.body as Record<string, unknown>;
    const { rows } = await pool.query<{ id: string }>(
      'insert into floor.person (user_name, external_id, attributes) values ($1, $2, $3) returning id',
      [userName, externalId, attributes],
    );
    response
      .status(201)
      .type('application/scim+json')
      .send(JSON.stringify({ id: rows[0]?.id, userName }));
  });
  app.listen(Number(PORT), '127.0.0.1', () => console.log('floor is ready'));
}
