import { reply, type Route } from '../../../platform/http/define-route';
import { passesList } from '../../policies/addresses/address-entry';
import {
  addressConfig,
  addressParams,
  addressQuery,
  newAddress,
  newAddresses,
} from '../../policies/addresses/address.contract';
import { addAddresses, configureAddresses, removeAddress } from '../../policies/addresses/address.service';
import { listAddressRules, selectAddressPolicy, type AddressRule } from '../../policies/addresses/address.store';
import { pageOf } from '../../wire.contract';
import { identityCall } from '../wire/identity-surface';

const path = '/identity/resources/configurations/v1/restrictions/ip';
const [read, write] = ['fe.secure.read.securityPolicy', 'fe.secure.write.securityPolicy'] as const;

const viewOf = ({ id, range, strategy, isActive, description, createdAt, updatedAt }: AddressRule) => ({
  id,
  ip: range,
  strategy,
  isActive,
  description,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export const addressRoutes: Route[] = [
  identityCall({
    method: 'get',
    path,
    access: read,
    opens: { programs: true },
    summary: 'List the IP addresses and ranges that the tenant allows or blocks.',
    query: addressQuery,
    async handle({ query }, { db, actor }) {
      const limit = query._limit;
      const { rules, total } = await listAddressRules(db, actor.organisation.id, {
        strategy: query._filter,
        limit,
        offset: query._offset,
      });
      return reply.json(pageOf(rules.map(viewOf), { total, limit }));
    },
  }),
  identityCall({
    method: 'get',
    path: `${path}/config`,
    access: read,
    opens: { programs: true },
    summary: 'Get whether the tenant restricts IP addresses, and by which list.',
    handle: async (_input, { db, actor }) => reply.json(await selectAddressPolicy(db, actor.organisation.id)),
  }),
  identityCall({
    method: 'post',
    path: `${path}/config`,
    access: write,
    summary: 'Turn IP address restrictions on or off. Rejected if it would block the caller.',
    body: addressConfig,
    async handle({ body }, { acting, actor, db, visitor: { ip } }) {
      await configureAddresses(acting, { isActive: body.isActive, strategy: body.strategy, ip });
      return reply.json(await selectAddressPolicy(db, actor.organisation.id));
    },
  }),
  identityCall({
    method: 'post',
    path,
    access: write,
    summary: 'Add an IP address or CIDR range to a list. Rejected if it would block the caller.',
    body: newAddress,
    async handle({ body }, { acting, visitor: { ip } }) {
      const added = await addAddresses(acting, { addresses: [body], ip });
      return reply.json(added.map(viewOf)[0], 201);
    },
  }),
  identityCall({
    method: 'post',
    path: `${path}/bulk`,
    access: write,
    summary: 'Add several IP addresses. Adds none if any is rejected.',
    body: newAddresses,
    handle: async ({ body }, { acting, visitor: { ip } }) =>
      reply.json((await addAddresses(acting, { addresses: body.ips, ip })).map(viewOf), 201),
  }),
  identityCall({
    method: 'delete',
    path: `${path}/:addressRuleId`,
    access: write,
    summary: 'Remove an IP address from its list. Rejected if it would block the caller.',
    params: addressParams,
    handle: ({ params }, { acting, visitor: { ip } }) =>
      reply.empty(removeAddress(acting, { id: params.addressRuleId, ip })),
  }),
  identityCall({
    method: 'post',
    path: `${path}/verify`,
    access: read,
    opens: { programs: true },
    summary: 'Get whether the caller’s IP address would be allowed if the tenant restricted IP addresses.',
    async handle(_input, { db, actor, visitor: { ip } }) {
      const tenantNumber = actor.organisation.id;
      const { strategy } = await selectAddressPolicy(db, tenantNumber);
      return reply.json({ valid: await passesList(db, { tenantNumber, strategy, ip }) });
    },
  }),
  identityCall({
    method: 'post',
    path: `${path}/verify/allow`,
    access: read,
    opens: { programs: true },
    summary: 'Get whether the caller’s IP address is on the allow list.',
    handle: async (_input, { db, actor, visitor: { ip } }) =>
      reply.json({ valid: await passesList(db, { tenantNumber: actor.organisation.id, strategy: 'ALLOW', ip }) }),
  }),
];
