import { findSubdivision } from '../../domain/calendar';
import { readCountries } from '../../domain/catalogue';
import { findSite, listDevices, listLocations, listPlaceNames, listSites, lookUpSites } from '../../domain/places';
import {
  idParams,
  locationCreated,
  locationEdit,
  lookupQuery,
  newLocation,
  newSite,
  overviewQuery,
  siteCreated,
  siteDetail,
  siteEdit,
  siteLookup,
  siteOverview,
  type SiteDetail,
} from '../../domain/places/sites.contract';
import { fail } from '../../platform/errors';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { changeLocation, changeSite, createLocation, createSite } from './sites.service';

export const siteRoutes: Route[] = [
  defineCall({
    method: 'get',
    path: '/sites',
    access: 'signed-in',
    opens: { programs: true, scopes: ['waste:read'] },
    anyOrganisation: true,
    query: lookupQuery,
    answer: siteLookup,
    summary: 'List sites with their locations and devices in the given statuses (default: A).',
    handle: async ({ query }, { db, acting }) => reply.json(await lookUpSites(db, acting.scope, query.status)),
  }),

  defineCall({
    method: 'get',
    path: '/sites/overview',
    access: 'EDIT_SITES',
    opens: { programs: true, scopes: ['waste:read'] },
    anyOrganisation: true,
    query: overviewQuery,
    answer: siteOverview,
    summary: 'List sites with their own fields and counts. Supports filters, sorting and pages.',
    handle: async ({ query }, { db, locale, acting }) =>
      reply.json(await listSites(db, acting.scope, { query, countries: await readCountries(db, locale) })),
  }),

  defineCall({
    method: 'get',
    path: '/sites/:id',
    access: 'EDIT_SITES',
    opens: { programs: true, scopes: ['waste:read'] },
    anyOrganisation: true,
    params: idParams,
    answer: siteDetail,
    summary: 'Get a site with its locations and devices, regardless of status.',
    async handle({ params }, { db, locale, acting: { scope } }) {
      const found = await findSite(db, scope, { siteId: params.id, countries: await readCountries(db, locale) });
      if (!found) throw fail.notFound('sites.unknownSite');
      const subdivision = findSubdivision(locale, found.subdivisionCode ?? '');
      const site = { ...found, subdivisionName: subdivision?.subdivisionName ?? null };
      const locations = await listLocations(db, scope, params.id);
      const devices = await listDevices(db, scope, params.id);
      return reply.json({ site, locations, devices, ...(await listPlaceNames(db, scope)) } satisfies SiteDetail);
    },
  }),

  defineCall({
    method: 'post',
    path: '/sites',
    access: 'EDIT_SITES',
    opens: { programs: true },
    anyOrganisation: true,
    body: newSite,
    answer: siteCreated,
    summary: 'Create a site.',
    handle: async ({ body }, { acting }) => reply.json({ siteId: await createSite(acting, body) }),
  }),

  defineCall({
    method: 'put',
    path: '/sites/:id',
    access: 'EDIT_SITES',
    opens: { programs: true },
    anyOrganisation: true,
    params: idParams,
    body: siteEdit,
    answerType: 'none',
    summary:
      'Update, close or reopen a site. Closing a site closes its locations. Its time zone and currency are fixed once it has events.',
    handle: ({ params, body }, { acting }) => reply.empty(changeSite(acting, { siteId: params.id, fields: body })),
  }),

  defineCall({
    method: 'post',
    path: '/locations',
    access: 'EDIT_SITES',
    opens: { programs: true },
    anyOrganisation: true,
    body: newLocation,
    answer: locationCreated,
    summary: 'Create a location at a site, set up for the stages it weighs.',
    handle: async ({ body }, { acting }) => reply.json({ locationId: await createLocation(acting, body) }),
  }),

  defineCall({
    method: 'put',
    path: '/locations/:id',
    access: 'EDIT_SITES',
    opens: { programs: true },
    anyOrganisation: true,
    params: idParams,
    body: locationEdit,
    answerType: 'none',
    summary: 'Rename, close or reopen a location, or set whether it observes public holidays.',
    handle: ({ params, body }, { acting }) =>
      reply.empty(changeLocation(acting, { locationId: params.id, fields: body })),
  }),
];
