import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  records: (_app, { organisationId }) => ({ name: 'sheet-imports', organizationId: organisationId }),
  query: { flag: 'sheet-imports' },

  async *changes({ organisationId }) {
    const body = { name: 'sheet-imports', organizationId: organisationId };
    yield { route: 'put /rest/v1/features/:name/:organizationId', body: { ...body, enabled: false } };
    yield { route: 'post /feature-flags/:name/:organizationId', form: { enabled: 'true' } };
  },
});
