import { sentences, type Speak } from '../runtime/sentences';

/** What the readiness and the baseline details say. */
export const words = sentences(
  'baselineModals',
  'baselines.issues',
  'baselines.skipped',
  'reliability.NOT_ENOUGH_TRACKED_DAYS',
  'reliability.PROBABLY_STOPPED_TRACKING',
  'reliability.OPENING_DAYS_UNCONFIRMED',
  'reliability.estimated',
  'reliability.derived',
  'reliability.estimatedShort',
  'reliability.estimatedKey',
  'reliability.estimatedReason',
  'reliability.derivedReason',
  'layout.change.wouldBe',
  'layout.table.more',
  'global.stage8',
  'global.stage9',
  'global.stage23',
  'global.unspecified',
);
export type BaselineTranslate = Speak<typeof words>;
