import { z } from 'zod';
import { shortages, usualShortage } from '../../domain/measures/forecast.rules';
import { placeId, type PlacesOffer } from '../../domain/places/place.filters';
import { oneStage, type StageOffer } from '../../domain/places/stage.filters';
import { choice, reportFilters } from '../../platform/table/report-filters';
import { shortageField } from './forecast.contract';

interface ForecastOffer extends StageOffer, PlacesOffer {
  /** The one that is shown; null without any. */
  locationId: number | null;
  /** Whether servings are shown. */
  portions: boolean;
}

export const forecastFilters = reportFilters<ForecastOffer>()(
  [
    choice('siteId', {
      field: placeId,
      label: 'legacy.fields.siteName',
      least: 3,
      options: ({ t, sites }: ForecastOffer) => [
        { value: '', label: t('global.all') },
        ...sites.map(({ siteId, siteName }) => ({ value: String(siteId), label: siteName })),
      ],
    }),
    choice('locationId', {
      field: placeId,
      label: 'legacy.fields.locationName',
      narrowedBy: 'siteId',
      shown: (_, { locationId }: ForecastOffer) => String(locationId ?? ''),
      options: ({ sites }: ForecastOffer) =>
        sites.flatMap(({ siteId, siteName, locations }) =>
          locations.map(({ locationId, locationName }) => ({
            value: String(locationId),
            label: locationName,
            group: siteName,
            within: [String(siteId)],
          })),
        ),
    }),
    oneStage({ label: 'performance.filters.stage', choose: 'performance.filters.chooseStage' }),
    choice('shortage', {
      field: shortageField.catch(String(usualShortage)).default(String(usualShortage)),
      label: 'forecast.filters.shortage',
      silent: String(usualShortage),
      options: ({ t, portions }: ForecastOffer) =>
        portions ? shortages.map((value) => ({ value: String(value), label: t(`forecast.shortage.${value}`) })) : [],
    }),
  ],
  { kept: [], pages: [], reset: 'performance.filters.reset' },
);

/** What no longer fits is read as not given, so that an old link still shows a page. */
export const forecastQuery = z.object(forecastFilters.query);
