import { fail } from '../../../platform/errors';
import { reply, type Route } from '../../../platform/http/define-route';
import { familyOf, selectTenantOf } from '../../core/tenants/family';
import { changeSettings } from '../../core/tenants/settings.service';
import { selectSettings } from '../../core/tenants/settings.store';
import {
  belowParams,
  countBody,
  hierarchyQuery,
  metadataQuery,
  settingsBody,
} from '../../core/tenants/tenant.contract';
import {
  countTenantsBelow,
  countUsers,
  listTenantsAbove,
  listTenantsBelow,
  searchTenantsBelow,
  type TenantBelow,
} from '../../core/tenants/tenant.store';
import { treeOf } from '../../core/tenants/tree.rules';
import { pageOf } from '../../wire.contract';
import { identityCall } from '../wire/identity-surface';

const hierarchy = '/tenants/resources/hierarchy';
const settings = '/tenants/resources/account-settings/v1';
const reading = 'fe.account-hierarchy.read.subAccount';

const tenantView = ({ id, name, status, createdAt, isReseller }: Omit<TenantBelow, 'level'>) => ({
  tenantId: id,
  tenantName: name,
  name,
  status,
  isReseller,
  createdAt: createdAt.toISOString(),
});

const parentView = ({ id, name, status, createdAt, level }: TenantBelow) => ({
  tenantId: id,
  tenantName: name,
  status,
  createdAt: createdAt.toISOString(),
  level,
});

export const tenantRoutes: Route[] = [
  identityCall({
    method: 'get',
    path: `${hierarchy}/v1`,
    access: reading,
    opens: { programs: true },
    summary: 'List the tenants below this one.',
    handle: async (_input, { db, actor }) =>
      reply.json(
        (await listTenantsBelow(db, await familyOf(db, actor)))
          .filter(({ level }) => level > 0)
          .map((tenant) => ({ ...tenantView(tenant), level: tenant.level })),
      ),
  }),
  identityCall({
    method: 'get',
    path: `${hierarchy}/v1/tree`,
    access: reading,
    opens: { programs: true },
    summary: 'Get this tenant and those below it as a tree.',
    async handle(_input, { db, actor }) {
      const all = await listTenantsBelow(db, await familyOf(db, actor));
      const [top] = all;
      if (!top) throw fail.notFound('identity.unknownTenant');
      return reply.json(treeOf(all, top, tenantView));
    },
  }),
  identityCall({
    // Nobody is told what stands above the tenant that they act in.
    method: 'get',
    path: `${hierarchy}/v1/parents`,
    access: reading,
    opens: { programs: true },
    summary: 'List the visible tenants above this one: none.',
    handle: async (_input, { db, actor }) =>
      reply.json(
        (await listTenantsAbove(db, { from: actor.organisation.id, top: actor.organisation.id })).map(parentView),
      ),
  }),
  identityCall({
    method: 'get',
    path: `${hierarchy}/v1/parents/:belowId`,
    access: reading,
    opens: { programs: true },
    summary: 'List the tenants above a tenant below this one, up to this one.',
    params: belowParams,
    async handle({ params }, { db, actor }) {
      const { number } = await selectTenantOf(db, await familyOf(db, actor), params.belowId);
      return reply.json((await listTenantsAbove(db, { from: number, top: actor.organisation.id })).map(parentView));
    },
  }),
  identityCall({
    method: 'get',
    path: `${hierarchy}/v2`,
    access: reading,
    opens: { programs: true },
    summary: 'List the tenants directly below this one or one of them, or all whose name contains a text.',
    query: hierarchyQuery,
    async handle({ query: { _filter, _subTenantId, _sortBy = 'name', _order, _limit, _offset } }, { db, actor }) {
      const family = await familyOf(db, actor);
      const under = _subTenantId === undefined ? family.top : (await selectTenantOf(db, family, _subTenantId)).number;
      const search = {
        top: family.top,
        under,
        text: _filter,
        sort: { by: _sortBy, descending: _order === 'DESC' },
        limit: _limit,
        offset: _offset,
      };
      const { tenants, total } = family.below ? await searchTenantsBelow(db, search) : { tenants: [], total: 0 };
      const end = _offset + _limit;
      const links = end < total ? { next: `_limit=${_limit}&_offset=${end}` } : {};
      return reply.json({
        ...pageOf(
          tenants.map((tenant) => ({
            ...tenantView(tenant),
            subAccountAccessType: tenant.access,
            metadata: { isParent: tenant.isParent },
          })),
          { total, limit: _limit },
        ),
        _links: links,
      });
    },
  }),
  identityCall({
    method: 'get',
    path: `${hierarchy}/v2/metadata`,
    access: reading,
    opens: { programs: true },
    summary: 'Count the tenants directly below each.',
    query: metadataQuery,
    async handle({ query }, { db, actor }) {
      const counted = await countTenantsBelow(db, await familyOf(db, actor), query._tenantIds);
      return reply.json(counted.map((one) => ({ ...one, isParent: one.totalSubTenants > 0 })));
    },
  }),
  identityCall({
    method: 'post',
    path: '/identity/resources/tenants/users/v1/count',
    access: reading,
    opens: { programs: true },
    summary: 'Count the users of tenants.',
    body: countBody,
    handle: async ({ body }, { db, actor, now }) =>
      reply.json(await countUsers(db, await familyOf(db, actor), { ids: body.tenantIds, now })),
  }),
  identityCall({
    method: 'get',
    path: settings,
    access: 'fe.account-settings.read.app',
    opens: { programs: true },
    summary: 'Get this tenant’s details.',
    handle: async (_input, { db, actor: { organisation } }) =>
      reply.json({ name: organisation.name, ...(await selectSettings(db, organisation.id)) }),
  }),
  identityCall({
    method: 'put',
    path: settings,
    access: 'fe.account-settings.write.app',
    summary: 'Update this tenant’s details.',
    body: settingsBody,
    largestBody: { bytes: 100_000 },
    handle: async ({ body }, { acting, actor: { organisation } }) =>
      reply.json({ name: body.name ?? organisation.name, ...(await changeSettings(acting, body)) }),
  }),
  identityCall({
    method: 'get',
    path: `${settings}/public`,
    access: 'signed-in',
    opens: { programs: true },
    summary: 'Get the URL of this tenant’s application.',
    async handle(_input, { db, actor }) {
      const { tenantId, applicationUrl } = await selectSettings(db, actor.organisation.id);
      return reply.json({ tenantId, applicationUrl });
    },
  }),
];
