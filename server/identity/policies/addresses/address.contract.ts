import { z } from 'zod';
import { lineOfText } from '../../../platform/text-input';
import { maybe, publicId, wirePage } from '../../wire.contract';

/** As the published client writes it, in whatever case. */
export const strategy = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(['ALLOW', 'BLOCK']));
export type Strategy = z.output<typeof strategy>;

/** What an address is called that nobody named. */
const usualDescription = 'My IP';

export const newAddress = z.object({
  ip: z.string().min(2).max(50),
  strategy: maybe(strategy),
  isActive: maybe(z.boolean()).transform((given) => given ?? true),
  description: maybe(lineOfText(200)).transform((given) => given ?? usualDescription),
});
export type NewAddress = z.output<typeof newAddress>;

export const newAddresses = z.object({ ips: z.array(newAddress).min(1).max(100) });
export const addressConfig = z.object({ isActive: z.boolean(), strategy: maybe(strategy) });
export const addressQuery = z.object({ ...wirePage(10), _filter: maybe(strategy) });
export const addressParams = z.object({ addressRuleId: publicId });
