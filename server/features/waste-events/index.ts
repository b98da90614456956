import type { Feature } from '../../platform/feature';
import { deviceBatchRoutes } from './device-batch.routes';
import { eventListRoutes } from './event-list.routes';
import { manualEventRoutes } from './manual-events.routes';
import { permissions } from './waste-events.permissions';
import { weeklyTotalsRoutes } from './weekly-totals.routes';

export { findAlikeEvents } from './alike-events.store';
export { resolveNames, type CatalogueChoice, type ReferenceName } from './catalogue.service';
export { someOf } from './event-choices.rules';
export { searchChoices } from './event-choices.service';
export type { EventConditions, EventSpan } from './event-conditions.store';
export { exportEvents, listEvents } from './event-list.store';
export { selectEvents, type EventSelection } from './event-selection.store';
export { sumEvents } from './event-sums.store';
export { editEvent, restoreEvent, voidEvent, voidImportedEvents } from './event-changes.service';
export { largestBatch, type IngestCandidate, type IngestResult } from './ingest.contract';
export { compareEvents, putBackReplaced, replaceEvents } from './event-replacing.service';
export { chooseCostRule, costOf, decide, rankCostRules } from './cost.rules';
export { listLaterReplacing } from './event-replacing.store';
export { ingestEvents } from './ingest.service';
export { findIngestKeys } from './ingest.store';
export { countEventsNaming, repointEvents } from './merged-values.store';
export { categoriesOf, listCostRules } from './references.store';
export { largestCost } from './values.rules';
export { takeTypedEvent } from './manual-events.service';
export { previewEvents } from './ingest-preview.service';

/** Fixed paths stand before those with an id. */
export const feature: Feature = {
  name: 'waste-events',
  permissions,
  routes: [...weeklyTotalsRoutes, ...deviceBatchRoutes, ...eventListRoutes, ...manualEventRoutes],
};
