import { isInternal } from '../../../platform/actor';
import type { Condition } from '../../../platform/http/define-route';

/** Programs that sign people in are the whole installation's. */
export const staffOnly: Condition = { says: 'For members of the internal organization only.', holds: isInternal };
