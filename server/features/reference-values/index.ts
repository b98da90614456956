import { z } from 'zod';
import { guessSubdivision, subdivisionsIn } from '../../domain/calendar';
import {
  readPlaceChoices,
  listCountries,
  listCurrencies,
  listHierarchies,
  listUnits,
  listValues,
  listWasteStages,
} from '../../domain/catalogue';
import {
  currency,
  hierarchy,
  referenceValue,
  siteParams,
  subdivisionQuery,
  subdivisions,
  unit,
  valuesParams,
  wasteStage,
} from '../../domain/catalogue/refdata.contract';
import { siteIsVisible } from '../../domain/places';
import { country } from '../../domain/places/place.contract';
import { fail } from '../../platform/errors';
import type { Feature } from '../../platform/feature';
import { defineCall, reply } from '../../platform/http/define-route';
import { placeChoices } from '../../platform/places/place-choices.contract';

export const feature: Feature = {
  name: 'reference-values',
  routes: [
    defineCall({
      method: 'get',
      path: '/refdata/currency',
      access: 'signed-in',
      opens: { programs: true, scopes: ['waste:read'] },
      answer: z.array(currency),
      summary: 'List currencies: US dollar, pound sterling and euro first, then by name.',
      handle: async (_input, { db }) => reply.json(await listCurrencies(db)),
    }),
    defineCall({
      method: 'get',
      path: '/refdata/countries',
      access: 'signed-in',
      opens: { programs: true, scopes: ['waste:read'] },
      answer: z.array(country),
      summary: 'List countries by name.',
      handle: async (_input, { db }) => reply.json(await listCountries(db)),
    }),
    defineCall({
      method: 'get',
      path: '/refdata/places',
      access: 'signed-in',
      opens: { programs: true },
      answer: placeChoices,
      summary:
        'List the options for a site, in the caller’s language: countries with their defaults, time zones and currencies.',
      handle: async (_input, { db, locale }) => reply.json(await readPlaceChoices(db, locale)),
    }),
    defineCall({
      method: 'get',
      path: '/refdata/subdivisions',
      access: 'signed-in',
      opens: { programs: true },
      query: subdivisionQuery,
      answer: subdivisions,
      summary:
        'List the parts of a country with their own public holidays, by name, and the one a region is matched to.',
      handle: ({ query: { countryCode, regionName } }, { locale }) =>
        Promise.resolve(
          reply.json({
            subdivisions: subdivisionsIn(locale, countryCode),
            guess: guessSubdivision(countryCode, regionName),
          }),
        ),
    }),
    defineCall({
      method: 'get',
      path: '/refdata/units',
      access: 'signed-in',
      opens: { programs: true, scopes: ['waste:read'] },
      answer: z.array(unit),
      summary: 'List weight units with their grams.',
      handle: async (_input, { db }) => reply.json(await listUnits(db)),
    }),
    defineCall({
      method: 'get',
      path: '/refdata/wasteStages',
      access: 'signed-in',
      opens: { programs: true, scopes: ['waste:read'] },
      answer: z.array(wasteStage),
      summary: 'List the stages of processing.',
      handle: async (_input, { db }) => reply.json(await listWasteStages(db)),
    }),
    defineCall({
      method: 'get',
      path: '/refdata/:siteId/hiers',
      access: 'signed-in',
      opens: { programs: true, scopes: ['waste:read'] },
      anyOrganisation: true,
      params: siteParams,
      answer: z.array(hierarchy),
      summary: 'List the hierarchies a site uses. Site 0 means all sites of the organization.',
      async handle({ params }, { db, acting: { scope } }) {
        if (params.siteId !== 0 && !(await siteIsVisible(db, scope, params.siteId)))
          throw fail.notFound('errors.notFound');
        return reply.json(await listHierarchies(db, scope.organisationId));
      },
    }),
    defineCall({
      method: 'get',
      path: '/refdata/participant/:orgId/:elementCode/hier/:hierId',
      access: 'signed-in',
      opens: { programs: true },
      params: valuesParams,
      answer: z.array(referenceValue),
      summary:
        'List the values of a hierarchy, with names in the caller’s language. Hierarchy 0 means all hierarchies of the element.',
      async handle({ params }, context) {
        const {
          scope: { organisationId },
        } = await context.actingIn(params.orgId);
        const values = await listValues(context.db, organisationId, { ...params, locale: context.locale });
        if (!values) throw fail.notFound('errors.notFound');
        return reply.json(values);
      },
    }),
  ],
};
