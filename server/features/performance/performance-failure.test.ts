import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely';
import { describe, expect, it } from 'vitest';
import { renderContent } from '../../../views/layout/render';
import { fail } from '../../platform/errors';
import type { Reply } from '../../platform/http/define-route';
import { translator } from '../../platform/i18n/messages';
import { pageQuery, performancePage } from './performance-page.routes';

/** Answers the filters' lists and fails at the figures themselves. */
function failingDb(error: Error) {
  class Connection implements DatabaseConnection {
    async executeQuery<R>(query: { sql: string }): Promise<QueryResult<R>> {
      if (query.sql.includes('location_week')) throw error;
      return { rows: [] };
    }
    async *streamQuery() {}
  }
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return new Connection();
    }
  }
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

function openPage(error: Error): Promise<Extract<Reply, { kind: 'page' }>> {
  const logged: unknown[] = [];
  const organisation = { id: 7, timeZone: 'UTC', exclusionThreshold: 0, trackingLimit: 0.8, simulated: false };
  const context = {
    t: translator('en_US'),
    locale: 'en_US',
    url: '/performanceDashboard?range=lastWeek',
    db: failingDb(error),
    log: { error: (entry: unknown) => logged.push(entry) },
    viewer: {
      organisation,
      unit: { id: 11, abbr: 'lb', gramsPerUnit: 453.59237 },
      permissions: new Set(),
      today: '2026-03-18',
      scope: { organisationId: 7, restriction: null },
    },
  };
  return performancePage.handle(
    { query: pageQuery.parse({ range: 'lastWeek' }) } as never,
    context as never,
  ) as Promise<Extract<Reply, { kind: 'page' }>>;
}

describe('when the figures cannot be loaded', () => {
  // Spec 8: Performance summary failure: global.error, content is reset
  it('says so, keeps the filters and offers to try again', async () => {
    const page = await openPage(new Error('connection lost'));
    expect(page.status).toBe(500);
    const { html } = renderContent(page.element, 'en_US');
    expect(html).toContain('The data could not be loaded.');
    expect(html).toContain('<a href="/performanceDashboard?range=lastWeek">Try again</a>');
    expect(html).toContain('name="range"');
    expect(html).not.toContain('id="performance"');
    expect(html).not.toContain('connection lost');
  });

  // Spec 8: Failed performance calls
  it('answers 503 while the database is away', async () => {
    expect((await openPage(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).status).toBe(503);
  });

  it('leaves refusals to the error handler', async () => {
    await expect(openPage(fail.notFound('errors.notFound'))).rejects.toMatchObject({ status: 404 });
  });
});
