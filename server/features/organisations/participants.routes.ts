import { sql } from 'kysely';
import { z } from 'zod';
import { isInternal } from '../../platform/actor';
import { defineCall, reply, type Route } from '../../platform/http/define-route';

const participants = z.array(z.strictObject({ participantId: z.number(), participantName: z.string() }));

export const participantRoutes: Route[] = [
  defineCall({
    method: 'get',
    path: '/participant/participants',
    access: 'signed-in',
    summary: 'The organizations that the person may choose from: all for internal staff, otherwise their own.',
    answer: participants,
    async handle(_input, { actor, db }) {
      if (!isInternal(actor)) return reply.json([{ participantId: actor.organisation.id, participantName: actor.organisation.name }]);
      const { rows } = await sql<z.infer<typeof participants>[number]>`
        select id as "participantId", name as "participantName" from organisation_directory order by lower(name), id`.execute(db);
      return reply.json(rows);
    },
  }),
];
