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
    summary: 'Addresses and ranges that the tenant lets in or keeps out.',
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
    summary: 'Whether the tenant looks at addresses, and by which of its lists.',
    handle: async (_input, { db, actor }) => reply.json(await selectAddressPolicy(db, actor.organisation.id)),
  }),
  identityCall({
    method: 'post',
    path: `${path}/config`,
    access: write,
    summary: 'Has the tenant look at addresses, or not. Refused where it would shut out whoever asks.',
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
    summary: 'Adds an address or a range as CIDR to a list. Refused where it would shut out whoever asks.',
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
    summary: 'Adds several, or none where one of them is refused.',
    body: newAddresses,
    handle: async ({ body }, { acting, visitor: { ip } }) =>
      reply.json((await addAddresses(acting, { addresses: body.ips, ip })).map(viewOf), 201),
  }),
  identityCall({
    method: 'delete',
    path: `${path}/:addressRuleId`,
    access: write,
    summary: 'Takes one off its list. Refused where it would shut out whoever asks.',
    params: addressParams,
    handle: ({ params }, { acting, visitor: { ip } }) =>
      reply.empty(removeAddress(acting, { id: params.addressRuleId, ip })),
  }),
  identityCall({
    method: 'post',
    path: `${path}/verify`,
    access: read,
    opens: { programs: true },
    summary: 'Whether the address of whoever asks would be let in, were the tenant to look at addresses.',
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
    summary: 'Whether the address of whoever asks is on the list of those let in.',
    handle: async (_input, { db, actor, visitor: { ip } }) =>
      reply.json({ valid: await passesList(db, { tenantNumber: actor.organisation.id, strategy: 'ALLOW', ip }) }),
  }),
];
