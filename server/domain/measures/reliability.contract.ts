import { z } from 'zod';
import { unreliableReasons } from './reliability.rules';

/** Of every answer that tells a change. */
export const reliabilityFields = {
  /** Whether the changes may be shown as a result; null where there is none. */
  reliable: z.boolean().nullable(),
  unreliableReason: z.enum(unreliableReasons).nullable(),
};
