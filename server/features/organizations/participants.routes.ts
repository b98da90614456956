import { z } from 'zod';
import { reachingOf, listReached } from '../../domain/places';
import { defineCall, reply, type Route } from '../../platform/http/define-route';
import type { Permission } from '../../platform/permissions';

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

export const participantRoutes: Route[] = [
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
