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
    summary: 'Sites with their locations and devices, limited to the wanted states (A unless said otherwise).',
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
    summary: 'Sites with their own fields and counts, filtered, sorted and paged.',
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
    summary: 'One site with its locations and devices, whatever their state.',
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
    summary: 'Makes a site.',
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
      'Changes, closes or opens a site. Closing it closes its locations. Its zone and currency are fixed once it has events.',
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
    summary: 'Makes a location in a site, set up for the stages that it will weigh.',
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
    summary: 'Renames, closes or opens a location; says whether it observes public holidays.',
    handle: ({ params, body }, { acting }) =>
      reply.empty(changeLocation(acting, { locationId: params.id, fields: body })),
  }),
];
