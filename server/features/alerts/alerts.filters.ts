import { z } from 'zod';
import type { Translate } from '../../platform/i18n/messages';
import { chipText, choice, entry, reportFilters } from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';

interface AlertOffer {
  t: Translate;
  /** Active ones that the reader sees. */
  sites: { siteId: number; siteName: string }[];
}

const everySite = '0';

/** What does not fit is read as not given, so that an old link still shows the list. */
export const alertFilters = reportFilters<AlertOffer>()(
  [
    choice('siteId', {
      field: z.coerce.number().int().min(0).catch(0).default(0),
      label: 'alerts.site',
      // All sites, and two to choose between.
      least: 3,
      options: ({ t, sites }: AlertOffer) => [
        { value: everySite, label: t('alerts.allSites') },
        ...sites.map(({ siteId, siteName }) => ({ value: String(siteId), label: siteName })),
      ],
      chip: (label, offer, value) => (value === everySite ? null : chipText(offer, 'alerts.site', label)),
    }),
    entry('searchString', {
      kind: 'search',
      field: lineOfText(100).optional().catch(undefined),
      label: 'alerts.search',
    }),
  ],
  { kept: ['organisationId'], pages: ['page'] },
);
