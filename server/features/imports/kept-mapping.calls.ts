import { z } from 'zod';
import { defineCall, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { largestMappingBytes } from './import.contract';
import { importing as condition } from './importing';
import { keepBody, keptParams, keptView, renameBody } from './kept-mapping.contract';
import { deleteMapping, getKept, keepSentMapping, renameMapping, viewOfKept } from './kept-mapping.service';
import { listKept } from './kept-mapping.store';
import { mappingSchema, mappingSchemaPath } from './mapping-schema';

const access = 'VIEW_DATA_MANAGER';

const whole = keptView.extend({ mapping: z.unknown() });

async function answerWith({ db, actor }: Context<typeof access>, id: number, status?: number): Promise<Reply> {
  const found = await getKept(db, { organisationId: actor.organisation.id, id });
  return reply.json({ ...viewOfKept(found), mapping: found.mapping }, status);
}

let schema: ReturnType<typeof mappingSchema> | undefined;

export const keptCalls: Route[] = [
  defineCall({
    method: 'get',
    path: mappingSchemaPath,
    access: 'public',
    summary: 'The form of a mapping of an import, as a JSON schema.',
    answer: z.record(z.string(), z.unknown()),
    handle: () => reply.json((schema ??= mappingSchema())),
  }),

  defineCall({
    method: 'get',
    path: '/imports/mappings',
    access,
    opens: { programs: true },
    condition,
    summary:
      'The mappings that the organization keeps, the one used last first. An upload names one as `kept:` and its id.',
    answer: z.strictObject({ mappings: z.array(keptView) }),
    async handle(_input, { db, actor }) {
      return reply.json({ mappings: (await listKept(db, actor.organisation.id)).map(viewOfKept) });
    },
  }),

  defineCall({
    method: 'post',
    path: '/imports/mappings',
    access,
    opens: { programs: true },
    condition,
    summary: 'Keeps a mapping under a name. A name that is taken is answered with 409, unless `replace` is true.',
    body: keepBody,
    largestBody: { bytes: 3 * largestMappingBytes },
    answer: whole,
    async handle({ body }, context) {
      return answerWith(context, await keepSentMapping(context.acting, body), 201);
    },
  }),

  defineCall({
    method: 'get',
    path: '/imports/mappings/:id',
    access,
    opens: { programs: true },
    condition,
    summary: 'A kept mapping, in the form of a mapping file.',
    params: keptParams,
    answer: whole,
    handle: ({ params }, context) => answerWith(context, params.id),
  }),

  defineCall({
    method: 'put',
    path: '/imports/mappings/:id',
    access,
    opens: { programs: true },
    condition,
    summary: 'Gives a kept mapping another name.',
    params: keptParams,
    body: renameBody,
    answer: whole,
    async handle({ params, body }, context) {
      await renameMapping(context.acting, { id: params.id, name: body.name });
      return answerWith(context, params.id);
    },
  }),

  defineCall({
    method: 'delete',
    path: '/imports/mappings/:id',
    access,
    opens: { programs: true },
    condition,
    summary: 'Deletes a kept mapping. Imports that were read by it stay as they are.',
    params: keptParams,
    answerType: 'none',
    handle: ({ params }, context) => reply.empty(deleteMapping(context.acting, params.id)),
  }),
];
