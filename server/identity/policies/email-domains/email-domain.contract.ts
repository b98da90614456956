import { z } from 'zod';
import { maybe, publicId } from '../../wire.contract';
import { strategy } from '../addresses/address.contract';

const domain = z.string().min(1).max(260);

export const newDomain = z.object({ domain, type: strategy });
export const domainChange = z.object({ domain: maybe(domain), type: maybe(strategy) });

/** The published client sends `type` and reads `listType`. What is missing stays as it is. */
export const domainConfig = z
  .object({
    active: z.boolean(),
    blockPublicDomains: maybe(z.boolean()),
    type: maybe(strategy),
    listType: maybe(strategy),
  })
  .transform(({ type, listType, ...rest }) => ({ ...rest, listType: type ?? listType }));
export type DomainConfig = z.output<typeof domainConfig>;

export const domainParams = z.object({ emailDomainId: publicId });
