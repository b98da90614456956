import { expect } from 'vitest';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import type { TestApp } from '../../../tests/support/test-app';
import type { Locale } from '../../platform/actor';
import type { ImportView } from './import.contract';
import { plainMapping } from './imports.fixtures';

/** Of the columns that `plainMapping` reads. */
export const sheetOf = (...lines: string[]) => ['date,site,item,kg', ...lines].join('\n') + '\n';

interface Sending {
  content: string | Buffer;
  name?: string;
  mapping?: object;
  /** In place of a mapping. */
  mappingName?: string;
}

export type Importer = Awaited<ReturnType<typeof importerOf>>;

/** Somebody who imports; of a new organisation in Germany unless one is named. */
export async function importerOf(app: TestApp, { locale, ...wish }: { organisationId?: number; locale?: Locale } = {}) {
  const organisationId =
    wish.organisationId ??
    (await newOrganisation(app, { currencyCode: 'EUR', countryCode: 'DE', timeZone: 'Europe/Berlin', unitId: 12 }));
  const agent = await signedInAs(app, {
    organisationId,
    locale,
    permissions: ['VIEW_DATA_MANAGER', 'EDIT_TRANSACTIONS'],
  });
  const view = async (id: number) => (await agent.get(`/rest/v1/imports/${id}`)).body as ImportView;
  const upload = async ({
    content,
    name = 'week.csv',
    mapping = plainMapping,
    mappingName,
  }: Sending): Promise<number> => {
    const answer = await agent
      .post('/rest/v1/imports')
      .field(mappingName === undefined ? 'mapping' : 'mappingName', mappingName ?? JSON.stringify(mapping))
      .attach('file', Buffer.from(content as string), name);
    expect([answer.status, answer.body]).toMatchObject([201, { state: 'UPLOADED' }]);
    return (answer.body as ImportView).id;
  };
  const step = async (id: number, what: 'check' | 'run'): Promise<ImportView> => {
    expect((await agent.post(`/rest/v1/imports/${id}/${what}`).send({})).status).toBe(202);
    await app.runJobs();
    return view(id);
  };
  return Object.assign(agent, {
    organisationId,
    view,
    upload,
    step,
    settle: () => app.runJobs(),
    check: async (sending: Sending) => step(await upload(sending), 'check'),
    run: async (sending: Sending) => step((await step(await upload(sending), 'check')).id, 'run'),
  });
}
