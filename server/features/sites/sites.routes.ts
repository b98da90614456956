import { fail } from '../../platform/errors';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import {
  idParams, locationCreated, locationEdit, lookupQuery, newLocation, newSite, organisationChoice, overviewQuery, siteCreated, siteDetail,
  siteEdit, siteLookup, siteOverview, type SiteDetail, type SiteOverview,
} from './sites.contract';
import { changeLocation, changeSite, createLocation, createSite } from './sites.service';
import { findSite, listDevices, listLocations, listPlaceNames, listSites, lookUpSites } from './sites.store';

export const siteRoutes: Route[] = [
  defineCall({
    method: 'get',
    path: '/sites',
    access: 'signed-in',
    query: lookupQuery,
    answer: siteLookup,
    summary: 'Sites with their locations and devices, limited to the wanted states (A unless said otherwise).',
    async handle({ query }, context) {
      return reply.json(await lookUpSites(context.db, (await context.actingIn(query.organisationId)).scope, query.status));
    },
  }),

  defineCall({
    method: 'get',
    path: '/sites/overview',
    access: 'EDIT_SITES',
    query: overviewQuery,
    answer: siteOverview,
    summary: 'Sites with their own fields and counts, filtered, sorted and paged.',
    async handle({ query }, context) {
      const listed = await listSites(context.db, (await context.actingIn(query.organisationId)).scope, query);
      return reply.json({ ...listed, page: query.page, limit: query.limit } satisfies SiteOverview);
    },
  }),

  defineCall({
    method: 'get',
    path: '/sites/:id',
    access: 'EDIT_SITES',
    params: idParams,
    query: organisationChoice,
    answer: siteDetail,
    summary: 'One site with its locations and devices, whatever their state.',
    async handle({ params, query }, context) {
      const { db } = context;
      const { scope } = await context.actingIn(query.organisationId);
      const site = await findSite(db, scope, params.id);
      if (!site) throw fail.notFound('sites.unknownSite');
      const locations = await listLocations(db, scope, params.id);
      const devices = await listDevices(db, scope, params.id);
      return reply.json({ site, locations, devices, ...(await listPlaceNames(db, scope)) } satisfies SiteDetail);
    },
  }),

  defineCall({
    method: 'post',
    path: '/sites',
    access: 'EDIT_SITES',
    body: newSite,
    answer: siteCreated,
    summary: 'Makes a site.',
    async handle({ body: { organisationId, ...fields } }, context) {
      return reply.json({ siteId: await createSite(await context.actingIn(organisationId), fields) });
    },
  }),

  defineCall({
    method: 'put',
    path: '/sites/:id',
    access: 'EDIT_SITES',
    params: idParams,
    body: siteEdit,
    answerType: 'none',
    summary: 'Changes, closes or opens a site. Closing it closes its locations.',
    async handle({ params, body: { organisationId, ...fields } }, context) {
      await changeSite(await context.actingIn(organisationId), { siteId: params.id, fields });
      return reply.empty();
    },
  }),

  defineCall({
    method: 'post',
    path: '/locations',
    access: 'EDIT_SITES',
    body: newLocation,
    answer: locationCreated,
    summary: 'Makes a location in a site, set up for the stages that it will weigh.',
    async handle({ body: { organisationId, ...fields } }, context) {
      return reply.json({ locationId: await createLocation(await context.actingIn(organisationId), fields) });
    },
  }),

  defineCall({
    method: 'put',
    path: '/locations/:id',
    access: 'EDIT_SITES',
    params: idParams,
    body: locationEdit,
    answerType: 'none',
    summary: 'Renames, closes or opens a location; says whether it observes public holidays.',
    async handle({ params, body: { organisationId, ...fields } }, context) {
      await changeLocation(await context.actingIn(organisationId), { locationId: params.id, fields });
      return reply.empty();
    },
  }),
];
