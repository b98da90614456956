import { sentences, type Speak } from '../runtime/sentences';

/** What the readiness and the baseline details say. */
export const words = sentences(
  'baselineModals', 'baselines.issues', 'layout.table.more', 'global.stage8', 'global.stage9', 'global.stage23', 'global.unspecified',
);
export type BaselineTranslate = Speak<typeof words>;
