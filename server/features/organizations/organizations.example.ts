import { defineExample } from '../../../tests/support/example';
import type { TestApp } from '../../../tests/support/test-app';
import { selectOrganization } from '../../domain/places/organizations.store';
import { revisionOfRow } from './organizations.service';

const fields = {
  kind: 'PARTNER',
  segmentName: 'Schools',
  countryCode: 'US',
  currencyCode: 'USD',
  unit: 'kg',
  locale: 'en_US',
  timeZone: 'America/New_York',
  parentId: null,
};

/** What a change must send back of the state that it begins with. */
async function revisionOf({ db }: TestApp, organisationId: number): Promise<string> {
  const countries = [{ countryCode: 'US', countryName: 'United States' }];
  return revisionOfRow(await selectOrganization(db, { scope: { organisationId, restriction: null }, countries }));
}

export const example = defineExample({
  query: { permission: 'EDIT_SITES' },

  records: (_app, { organisationId }) => ({ 'organizations/:id': organisationId }),

  visitor: { internal: true },

  silent: {
    'post /rest/v1/organizations': 'internal staff alone make them, and nothing of the others changes',
    'put /rest/v1/organizations/:id/status': 'internal staff alone suspend them, and then nobody is left to see a page',
  },

  async *changes({ organisationId, mark }, app) {
    yield {
      route: 'put /rest/v1/organizations/:id',
      body: { ...fields, name: `${mark} renamed ${organisationId}`, revision: await revisionOf(app, organisationId) },
    };
  },
});
