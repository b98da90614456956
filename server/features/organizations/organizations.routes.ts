import { z } from 'zod';
import { localeNames } from '../../../views/locales';
import { readCountries } from '../../domain/catalogue';
import { hasEvents } from '../../domain/events';
import {
  listHolding,
  listOrganizations,
  listReached,
  listSegments,
  reachingOf,
  selectOrganization,
} from '../../domain/places';
import {
  newOrganization,
  organizationChoices,
  organizationCreated,
  organizationDetail,
  organizationEdit,
  organizationList,
  organizationParams,
  organizationsQuery,
  organizationStatus,
  type OrganizationChoices,
  type OrganizationDetail,
} from '../../domain/places/organizations.contract';
import { internalOrganisation, isInternal } from '../../platform/actor';
import { defineCall, reply, type Condition, type Context, type Route } from '../../platform/http/define-route';
import { localeCodes } from '../../platform/i18n/messages';
import type { Permission } from '../../platform/permissions';
import {
  changeOrganization,
  createOrganization,
  revisionOfRow,
  setSuspended,
  type Dependencies,
} from './organizations.service';

const access = 'EDIT_ORGANIZATIONS';
type RequestContext = Context<typeof access>;

/** They are made and suspended for the whole house. */
const condition: Condition = { says: 'For members of the internal organization only.', holds: isInternal };

const meansOf = ({ resources: { tenants, members }, actor }: RequestContext): Dependencies => ({
  tenants,
  members,
  staff: isInternal(actor),
});

const reachedBy = ({ db, actor }: RequestContext) => listHolding(db, actor, { permission: access });

const participants = z.array(z.strictObject({ participantId: z.number(), participantName: z.string() }));

/** A page asks with its own permission, so that its selector leads nowhere that the page is refused. */
const participantsQuery = z.strictObject({
  permission: z
    .string()
    .max(100)
    .regex(/^[\w.*]+$/, 'errors.notOneOf')
    .transform((key) => key as Permission)
    .optional(),
});

export const organizationRoutes: Route[] = [
  defineCall({
    method: 'get',
    path: '/organizations',
    access,
    opens: { programs: true },
    query: organizationsQuery,
    answer: organizationList,
    summary: 'List the organizations the caller has access to. Supports filters, sorting and pages.',
    async handle({ query }, context) {
      return reply.json(
        await listOrganizations(context.db, {
          query,
          countries: await readCountries(context.db, context.locale),
          among: await reachedBy(context),
        }),
      );
    },
  }),

  defineCall({
    method: 'get',
    path: '/organizations/choices',
    access,
    opens: { programs: true },
    answer: organizationChoices,
    summary: 'List the options of organization forms, besides places and units.',
    async handle(_input, context) {
      const reached = await reachedBy(context);
      const segments = await listSegments(
        context.db,
        reached.map(({ organisationId }) => organisationId),
      );
      const parents = reached.filter(({ organisationId }) => organisationId !== internalOrganisation);
      const locales = localeCodes.map((locale) => ({ locale, localeName: localeNames[locale] }));
      return reply.json({
        segments,
        locales,
        staff: isInternal(context.actor),
        parents: parents.map(({ organisationId, name }) => ({ organizationId: organisationId, name })),
      } satisfies OrganizationChoices);
    },
  }),

  defineCall({
    method: 'get',
    path: '/organizations/:id',
    access,
    opens: { programs: true },
    params: organizationParams,
    answer: organizationDetail,
    summary: 'Get an organization with its own fields.',
    async handle({ params }, context) {
      const { scope } = await context.actingIn(params.id);
      const found = await selectOrganization(context.db, {
        scope,
        countries: await readCountries(context.db, context.locale),
        reached: (await reachedBy(context)).map(({ organisationId }) => organisationId),
      });
      const organization = { ...found, hasEvents: await hasEvents(context.db, scope.organisationId) };
      return reply.json({
        organization,
        staff: isInternal(context.actor),
        revision: revisionOfRow(found),
      } satisfies OrganizationDetail);
    },
  }),

  defineCall({
    method: 'post',
    path: '/organizations',
    access,
    condition,
    body: newOrganization,
    answer: organizationCreated,
    summary: 'Create an organization. Its first administrator is invited by email.',
    async handle({ body }, context) {
      return reply.json({
        organizationId: await createOrganization(context.acting, {
          fields: body,
          means: meansOf(context),
          audit: context.visitor.audit,
        }),
      });
    },
  }),

  defineCall({
    method: 'put',
    path: '/organizations/:id',
    access,
    params: organizationParams,
    body: organizationEdit,
    answerType: 'none',
    summary:
      'Update an organization. Its currency is fixed once it has events. Only internal staff can set its parent.',
    async handle({ params, body: { revision, ...fields } }, context) {
      return reply.empty(
        changeOrganization(await context.actingIn(params.id), { fields, revision, means: meansOf(context) }),
      );
    },
  }),

  defineCall({
    method: 'put',
    path: '/organizations/:id/status',
    access,
    condition,
    params: organizationParams,
    body: organizationStatus,
    answerType: 'none',
    summary: 'Suspend an organization, which immediately signs out its users and stops its devices, or reactivate it.',
    async handle({ params, body }, context) {
      return reply.empty(setSuspended(await context.actingIn(params.id), { ...body, means: meansOf(context) }));
    },
  }),

  defineCall({
    method: 'get',
    path: '/participant/participants',
    access: 'signed-in',
    opens: { programs: true },
    query: participantsQuery,
    summary:
      'List the organizations the caller can choose from: all for internal staff, otherwise their own and those below. With a permission, only those where they have it.',
    answer: participants,
    async handle({ query }, { actor, db }) {
      const reached = await listReached(db, reachingOf(actor), { permission: query.permission });
      return reply.json(
        reached.map(({ organisationId, name }) => ({ participantId: organisationId, participantName: name })),
      );
    },
  }),
];
