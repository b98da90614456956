import { z } from 'zod';
import { locationFilter, placeId, siteFilter, type PlacesOffer } from '../../domain/places/place.filters';
import { choice, reportFilters } from '../../platform/table/report-filters';
import { visionDone } from './vision.contract';

/** Which waiting events are gone through. */
const shownKinds = ['toAnswer', 'second', 'disagreed'] as const;
export type Shown = (typeof shownKinds)[number];

/** What does not fit is read as not given, so that an old link still shows the queue. */
export const queueFilters = reportFilters<PlacesOffer>()(
  [
    choice('show', {
      field: z.enum(shownKinds).catch('toAnswer').default('toAnswer'),
      label: 'machineVision.show',
      silent: 'toAnswer',
      options: ({ t }: PlacesOffer) => shownKinds.map((value) => ({ value, label: t(`machineVision.shows.${value}`) })),
      chip: (label, _, value) => (value === 'toAnswer' ? null : label),
    }),
    siteFilter,
    locationFilter,
  ],
  { kept: ['organisationId'], pages: ['after', 'done', 'last'] },
);

export const queueQuery = z.object({
  organisationId: placeId,
  ...queueFilters.query,
  /** The event that was skipped, or answered, last: the queue goes on behind it. */
  after: placeId,
  done: visionDone,
  last: placeId,
});
export type QueueQuery = z.infer<typeof queueQuery>;
