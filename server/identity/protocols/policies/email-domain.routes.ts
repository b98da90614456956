import { reply, type Route } from '../../../platform/http/define-route';
import {
  domainChange,
  domainConfig,
  domainParams,
  newDomain,
} from '../../policies/email-domains/email-domain.contract';
import {
  addDomain,
  changeDomain,
  configureDomains,
  removeDomain,
} from '../../policies/email-domains/email-domain.service';
import { listDomains, selectDomainPolicy } from '../../policies/email-domains/email-domain.store';
import { identityCall } from '../wire/identity-surface';

const path = '/identity/resources/configurations/restrictions/v1/email-domain';
const [read, write] = ['fe.secure.read.securityPolicy', 'fe.secure.write.securityPolicy'] as const;

export const emailDomainRoutes: Route[] = [
  identityCall({
    method: 'get',
    path,
    access: read,
    opens: { programs: true },
    summary: 'List the email domains that the tenant allows or blocks.',
    handle: async (_input, { db, actor }) => reply.json({ items: await listDomains(db, actor.organisation.id) }),
  }),
  identityCall({
    method: 'get',
    path: `${path}/config`,
    access: read,
    opens: { programs: true },
    summary: 'Get whether the tenant restricts email domains, and by which list.',
    handle: async (_input, { db, actor }) => reply.json(await selectDomainPolicy(db, actor.organisation.id)),
  }),
  identityCall({
    method: 'post',
    path: `${path}/config`,
    access: write,
    summary: 'Turn email domain restrictions for new addresses on or off.',
    body: domainConfig,
    handle: async ({ body }, { acting }) => reply.json(await configureDomains(acting, body)),
  }),
  identityCall({
    method: 'post',
    path,
    access: write,
    summary: 'Add a domain to a list.',
    body: newDomain,
    handle: async ({ body }, { acting }) => reply.json(await addDomain(acting, body), 201),
  }),
  identityCall({
    method: 'patch',
    path: `${path}/:emailDomainId`,
    access: write,
    summary: 'Change a domain or move it to another list.',
    params: domainParams,
    body: domainChange,
    handle: async ({ params, body }, { acting }) =>
      reply.json(await changeDomain(acting, { id: params.emailDomainId, ...body })),
  }),
  identityCall({
    method: 'delete',
    path: `${path}/:emailDomainId`,
    access: write,
    summary: 'Remove a domain from its list.',
    params: domainParams,
    handle: ({ params }, { acting }) => reply.empty(removeDomain(acting, params.emailDomainId)),
  }),
];
