import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';
import { viewLimits } from './saved-views.rules';

const address = z.string().max(viewLimits.address);

export const savedViewsQuery = z.object({
  address: address.optional().catch(undefined).describe('The report that is to be saved, with its filters.'),
  done: z.enum(['saved', 'removed']).optional().catch(undefined),
});

export const saveForm = z.object({ address, name: lineOfText(viewLimits.name).min(1) });

export const savedViewParams = z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

export interface SavedView {
  id: number;
  name: string;
  path: string;
  /** With its question mark, or empty. */
  query: string;
}
