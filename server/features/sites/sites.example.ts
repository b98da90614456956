import { defineExample } from '../../../tests/support/example';

const site = { siteName: 'Second site', countryCode: 'US', currencyCode: 'USD', timeZone: 'America/New_York' };

export const example = defineExample({
  records: (_app, { siteId, locationId }) => ({ 'sites/:id': siteId, 'locations/:id': locationId }),

  async *changes({ siteId }) {
    yield { route: 'post /rest/v1/sites', body: site };
    yield { route: 'put /rest/v1/sites/:id', body: { ...site, siteName: 'Renamed site', siteStatus: 'A' } };
    yield { route: 'post /rest/v1/locations', body: { siteId, locationName: 'Second kitchen' } };
    yield {
      route: 'put /rest/v1/locations/:id',
      body: { locationName: 'Renamed kitchen', holidaysObserved: false, locationStatus: 'A' },
    };
  },
});
