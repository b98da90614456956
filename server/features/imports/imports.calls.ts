import { z } from 'zod';
import { fail } from '../../platform/errors';
import { defineCall, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { pageParameter } from '../../platform/table/table-query';
import { importParams, importView, largestFileBytes, undoBody, uploadForm } from './import.contract';
import { getImport, shown, viewImport } from './import.presentation';
import { mayImport } from './import.rules';
import { changeMapping, discardImport, requestCheck, requestRun, undoImport, uploadImport } from './import.service';
import { countImports, listErrors, listImports, type StoredError } from './import.store';
import { errorsTable } from './imports.table';

const access = 'VIEW_DATA_MANAGER';
const inPage = 50;
const errorsInStep = 1_000;

type Asked = Context<typeof access>;

function checkMay({ actor }: Asked): void {
  if (!mayImport(actor)) throw fail.forbidden('errors.forbidden');
}

async function answerWith(context: Asked, id: number, status?: number): Promise<Reply> {
  return reply.json(await viewImport(context.db, { organisationId: context.actor.organisation.id, id, t: context.t }), status);
}

async function* everyError(context: Asked, id: number): AsyncGenerator<StoredError> {
  const key = { organisationId: context.actor.organisation.id, id };
  for (let offset = 0; ; offset += errorsInStep) {
    const errors = await listErrors(context.db, key, { limit: errorsInStep, offset });
    yield* errors;
    if (errors.length < errorsInStep) return;
  }
}

export const importCalls: Route[] = [
  defineCall({
    method: 'get',
    path: '/imports',
    access,
    summary: 'The imports of the organization, the newest first, 50 on a page.',
    query: z.object({ page: pageParameter }),
    answer: z.strictObject({ imports: z.array(importView), total: z.number() }),
    async handle({ query }, context) {
      checkMay(context);
      const { id } = context.actor.organisation;
      const imports = await listImports(context.db, id, { limit: inPage, offset: (query.page - 1) * inPage });
      return reply.json({ imports: imports.map((one) => shown(one, context.t)), total: await countImports(context.db, id) });
    },
  }),

  defineCall({
    method: 'post',
    path: '/imports',
    access,
    summary: 'Takes a sheet as multipart form data: `file`, and `mapping` (JSON) or `mappingName`. Nothing is imported yet.',
    upload: { maxBytes: largestFileBytes },
    body: uploadForm,
    answer: importView,
    async handle({ body, files }, context) {
      checkMay(context);
      const sent = (field: string) => files.find((file) => file.field === field);
      return answerWith(context, await uploadImport(context, { ...body, file: sent('file'), mappingFile: sent('mappingFile'), check: false }), 201);
    },
  }),

  defineCall({
    method: 'get',
    path: '/imports/:id',
    access,
    summary: 'An import with its state, its progress and its figures.',
    params: importParams,
    answer: importView,
    handle({ params }, context) {
      checkMay(context);
      return answerWith(context, params.id);
    },
  }),

  defineCall({
    method: 'delete',
    path: '/imports/:id',
    access,
    summary: 'Throws a file away of which nothing was imported.',
    params: importParams,
    answerType: 'none',
    async handle({ params }, context) {
      checkMay(context);
      await discardImport(context, params.id);
      return reply.empty();
    },
  }),

  defineCall({
    method: 'put',
    path: '/imports/:id/mapping',
    access,
    summary: 'Reads the file with another mapping and checks it again.',
    params: importParams,
    body: z.looseObject({ name: z.string() }),
    answer: importView,
    async handle({ params, body }, context) {
      checkMay(context);
      await changeMapping(context, { id: params.id, mapping: JSON.stringify(body) });
      return answerWith(context, params.id, 202);
    },
  }),

  defineCall({
    method: 'post',
    path: '/imports/:id/check',
    access,
    summary: 'A dry run in the background: what the import would do, without doing it.',
    params: importParams,
    answer: importView,
    async handle({ params }, context) {
      checkMay(context);
      await requestCheck(context, params.id);
      return answerWith(context, params.id, 202);
    },
  }),

  defineCall({
    method: 'post',
    path: '/imports/:id/run',
    access,
    summary: 'Imports a file that was checked, in the background. Good lines go in, bad ones are reported.',
    params: importParams,
    answer: importView,
    async handle({ params }, context) {
      checkMay(context);
      await requestRun(context, params.id);
      return answerWith(context, params.id, 202);
    },
  }),

  defineCall({
    method: 'post',
    path: '/imports/:id/undo',
    access,
    summary: 'Voids every event of an import; the same file may be imported again.',
    params: importParams,
    body: undoBody,
    answer: importView,
    async handle({ params, body }, context) {
      checkMay(context);
      await undoImport(context, { id: params.id, reason: body.reason });
      return answerWith(context, params.id);
    },
  }),

  defineCall({
    method: 'get',
    path: '/imports/:id/errors.csv',
    access,
    summary: 'The lines that were refused, each with its line number, column and reason.',
    params: importParams,
    answerType: 'text/csv',
    async handle({ params }, context) {
      checkMay(context);
      await getImport(context.db, { organisationId: context.actor.organisation.id, id: params.id });
      return reply.csv(errorsTable.file(`ImportErrors-${params.id}.csv`, everyError(context, params.id), { t: context.t, permissions: context.actor.permissions }));
    },
  }),
];
