import type { Feature } from '../../platform/feature';
import { deviceBatchRoutes } from './device-batch.routes';
import { eventListRoutes } from './event-list.routes';
import { manualEventRoutes } from './manual-events.routes';
import { weeklyTotalsRoutes } from './weekly-totals.routes';

export { resolveNames, type CatalogueChoice, type CatalogueIds, type CatalogueNames, type ReferenceName, type SiteName } from './catalogue.service';
export type { ElementCode } from './catalogue.store';
export { editEvent, restoreEvent, voidEvent, voidImportedEvents } from './event-changes.service';
export type { EventChange } from './event-change.rules';
export {
  largestBatch, origins, refusalCodes, wasteStageIds, type IngestCandidate, type IngestResult, type Origin, type Refusal, type RefusalCode,
} from './ingest.contract';
import { permissions } from './waste-events.permissions';
export { ingestEvents, type Ingest } from './ingest.service';
export { previewEvents, type PlannedLocation, type PreviewResult } from './ingest-preview.service';

/** Fixed paths stand before those with an id. */
export const feature: Feature = { name: 'waste-events', permissions, routes: [...weeklyTotalsRoutes, ...deviceBatchRoutes, ...eventListRoutes, ...manualEventRoutes] };
