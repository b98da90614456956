export { findAlikeEvents } from './alike-events.store';
export { takeDeviceBatch } from './device-batch.service';
export {
  type DomainEvents,
  type DomainListeners,
  type EventsTaken,
  type ValueMerged,
  domainEvents,
  enqueueNothing,
} from './domain-events';
export { restoreEvent, reviewEvent, voidEvent, voidImportedEvents } from './event-changes.service';
export { readEventHead, searchChoices } from './event-choices.service';
export { type EventConditions, type EventSpan } from './event-conditions.store';
export {
  describeEvents,
  exportEvents,
  findEventRow,
  hasEvents,
  listEvents,
  listRevisions,
  siteHasEvents,
} from './event-list.store';
export { compareEvents, putBackReplaced, replaceEvents } from './event-replacing.service';
export { listLaterReplacing } from './event-replacing.store';
export { type Planned, planBatch, returnBatch, writeBatch } from './event-batches.service';
export {
  awaitClassification,
  findEventOfDevice,
  lockEventOf,
  seesEvent,
  setClassification,
  stopAwaiting,
} from './event-classification.store';
export { findFamily, findReview } from './event-reviews.store';
export { type EventSelection, findSelected, selectEvents } from './event-selection.store';
export { splitEvent, splitEventIn } from './event-splitting.service';
export { eventsOfPerson, onlyEventsKnow, sumSelected } from './event-sums.store';
export { previewEvents } from './ingest-preview.service';
export { ingestEvents } from './ingest.service';
export { findIngestKeys } from './ingest.store';
export { correctEvent, namedAsOnPages, takeTypedEvent } from './manual-events.service';
export { countEventsNaming, findCounted, giveItem, repointEvents } from './merged-values.store';
export { questionsOf } from './questions.service';
export { readEvents, writeCosts } from './recosting.store';
export { listSuspicious } from './suspicious.store';
