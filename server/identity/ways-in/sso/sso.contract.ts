import { z } from 'zod';
import { lineOfText } from '../../../platform/text-input';
import { idList, maybe, publicId, shortText } from '../../wire.contract';
import { largestMetadata } from './idp-metadata';
import { ssoTypes } from './sso.rules';

const address = lineOfText(2_000);

/** Whatever else the form holds (where answers go, which is ours to say) is read over. */
const fields = {
  enabled: maybe(z.boolean()),
  type: maybe(z.enum(ssoTypes)),
  ssoEndpoint: maybe(address),
  publicCertificate: maybe(z.string().max(30_000)),
  signRequest: maybe(z.boolean()),
  oidcClientId: maybe(lineOfText(500)),
  oidcSecret: maybe(lineOfText(2_000)),
};

export const ssoForm = z.object(fields);
export type SsoForm = z.output<typeof ssoForm>;

/** The form of a tenant that knows one provider, with its domain. */
export const samlForm = z.object({ ...fields, domain: maybe(z.string().max(260)) });
export type SamlForm = z.output<typeof samlForm>;

export const metadataText = z.object({ metadata: z.string().min(1, 'errors.required').max(largestMetadata) });
export const metadataAddress = z.object({ url: address.min(1, 'errors.required') });
export const newDomain = z.object({ domain: z.string().min(1, 'errors.required').max(260) });
export const defaultRoles = z.object({ roleIds: idList });
export const newSsoGroup = z.object({ group: shortText, roleIds: maybe(idList) });
export const ssoGroupEdit = z.object({ group: maybe(shortText), roleIds: maybe(idList) });

export const configParams = z.object({ ssoConfigId: publicId });
export const domainParams = configParams.extend({ ssoDomainId: publicId });
export const groupParams = configParams.extend({ ssoGroupId: publicId });
export const ownGroupParams = z.object({ ssoGroupId: publicId });
