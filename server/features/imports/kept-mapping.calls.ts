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
    summary: 'Get the JSON schema of import mappings.',
    answer: z.record(z.string(), z.unknown()),
    handle: () => reply.json((schema ??= mappingSchema())),
  }),

  defineCall({
    method: 'get',
    path: '/imports/mappings',
    access,
    opens: { programs: true },
    condition,
    summary: 'List the organization’s saved mappings, last used first. An upload refers to one as `kept:` and its ID.',
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
    summary: 'Save a mapping under a name. Returns 409 if the name is taken, unless `replace` is true.',
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
    summary: 'Get a saved mapping in the format of a mapping file.',
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
    summary: 'Rename a saved mapping.',
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
    summary: 'Delete a saved mapping. Imports that used it stay as they are.',
    params: keptParams,
    answerType: 'none',
    handle: ({ params }, context) => reply.empty(deleteMapping(context.acting, params.id)),
  }),
];
