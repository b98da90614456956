import { z } from 'zod';
import { defineCall, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { pageParameter } from '../../platform/table/table-query';
import {
  importChoices,
  importParams,
  importView,
  largestFileBytes,
  largestMappingBytes,
  undoBody,
  uploadForm,
} from './import.contract';
import { getImport, shown, viewImport } from './import.presentation';
import {
  changeMapping,
  chooseForLines,
  discardImport,
  requestCheck,
  requestRun,
  undoImport,
  uploadImport,
} from './import.service';
import { countImports, listErrors, listImports, type ListedOutcome, type StoredError } from './import.store';
import { importing as condition } from './importing';
import { errorsTable, leftOutTable, replacedTable } from './imports.table';

const access = 'VIEW_DATA_MANAGER';
const inPage = 50;
const errorsInStep = 1_000;

type RequestContext = Context<typeof access>;

async function answerWith(context: RequestContext, id: number, status?: number): Promise<Reply> {
  return reply.json(
    await viewImport(context.db, { organisationId: context.actor.organisation.id, id, t: context.t }),
    status,
  );
}

async function* everyLine(
  context: RequestContext,
  { id, outcome }: { id: number; outcome: ListedOutcome },
): AsyncGenerator<StoredError> {
  const key = { organisationId: context.actor.organisation.id, id };
  for (let offset = 0; ; offset += errorsInStep) {
    const errors = await listErrors(context.db, key, { limit: errorsInStep, offset, outcome });
    yield* errors;
    if (errors.length < errorsInStep) return;
  }
}

/** Asks for work that a job does; the answer is the import as it stands. */
const backgroundCall = (step: 'check' | 'run', request: typeof requestRun, summary: string): Route =>
  defineCall({
    method: 'post',
    path: `/imports/:id/${step}`,
    access,
    opens: { programs: true },
    condition,
    summary,
    params: importParams,
    answer: importView,
    async handle({ params }, context) {
      await request(context.acting, params.id);
      return answerWith(context, params.id, 202);
    },
  });

const filesOf = {
  refused: [errorsTable, 'ImportErrors'],
  leftOut: [leftOutTable, 'ImportLeftOut'],
  replaced: [replacedTable, 'ImportReplaced'],
} as const;

function linesFile({
  path,
  outcome,
  summary,
}: {
  path: `/imports/:id/${string}.csv`;
  outcome: ListedOutcome;
  summary: string;
}): Route {
  const [table, name] = filesOf[outcome];
  return defineCall({
    method: 'get',
    path,
    access,
    opens: { programs: true },
    condition,
    summary,
    params: importParams,
    answerType: 'text/csv',
    async handle({ params: { id } }, context) {
      await getImport(context.db, { organisationId: context.actor.organisation.id, id });
      return reply.csv(
        table.file(`${name}-${id}.csv`, everyLine(context, { id, outcome }), {
          t: context.t,
          permissions: context.actor.permissions,
        }),
      );
    },
  });
}

export const importCalls: Route[] = [
  defineCall({
    method: 'get',
    path: '/imports',
    access,
    opens: { programs: true },
    condition,
    summary: 'List the organization’s imports, newest first, 50 per page.',
    query: z.object({ page: pageParameter }),
    answer: z.strictObject({ imports: z.array(importView), total: z.number() }),
    async handle({ query }, context) {
      const { id } = context.actor.organisation;
      const imports = await listImports(context.db, id, { limit: inPage, offset: (query.page - 1) * inPage });
      return reply.json({
        imports: imports.map((one) => shown(one, context.t)),
        total: await countImports(context.db, id),
      });
    },
  }),

  defineCall({
    method: 'post',
    path: '/imports',
    access,
    opens: { programs: true },
    condition,
    summary:
      'Upload a sheet as multipart form data: `file`, and `mapping` (JSON) or `mappingName`: an included mapping, `kept:3` for one from /imports/mappings, or `import:12`. Nothing is imported yet.',
    upload: { maxBytes: largestFileBytes },
    body: uploadForm,
    answer: importView,
    async handle({ body, files }, context) {
      const sent = (field: string) => files.find((file) => file.field === field);
      return answerWith(
        context,
        await uploadImport(context.acting, {
          ...body,
          file: sent('file'),
          mappingFile: sent('mappingFile'),
          check: false,
        }),
        201,
      );
    },
  }),

  defineCall({
    method: 'get',
    path: '/imports/:id',
    access,
    opens: { programs: true },
    condition,
    summary: 'Get an import with its status, progress and figures.',
    params: importParams,
    answer: importView,
    handle: ({ params }, context) => answerWith(context, params.id),
  }),

  defineCall({
    method: 'delete',
    path: '/imports/:id',
    access,
    opens: { programs: true },
    condition,
    summary: 'Discard a file that nothing was imported from.',
    params: importParams,
    answerType: 'none',
    handle: ({ params }, context) => reply.empty(discardImport(context.acting, params.id)),
  }),

  defineCall({
    method: 'put',
    path: '/imports/:id/mapping',
    access,
    opens: { programs: true },
    condition,
    summary: 'Read the file with another mapping and check it again.',
    params: importParams,
    body: z.looseObject({ name: z.string() }),
    largestBody: { bytes: largestMappingBytes },
    answer: importView,
    async handle({ params, body }, context) {
      await changeMapping(context.acting, { id: params.id, mapping: JSON.stringify(body) });
      return answerWith(context, params.id, 202);
    },
  }),

  defineCall({
    method: 'post',
    path: '/imports/:id/choices',
    access,
    opens: { programs: true },
    condition,
    summary:
      'Set how to handle zero weights, totals, implausible weights and corrected rows, and check the file again. A run requires answers for the last two.',
    params: importParams,
    body: importChoices,
    answer: importView,
    async handle({ params, body }, context) {
      await chooseForLines(context.acting, { id: params.id, choices: body });
      return answerWith(context, params.id, 202);
    },
  }),

  backgroundCall('check', requestCheck, 'Check the import in the background: a dry run that changes nothing.'),
  backgroundCall(
    'run',
    requestRun,
    'Import a checked file in the background. Valid rows are imported, invalid rows are reported.',
  ),

  defineCall({
    method: 'post',
    path: '/imports/:id/undo',
    access,
    opens: { programs: true },
    condition,
    summary:
      'Void every event of an import and restore the previous values of those it replaced. The same file can then be imported again.',
    params: importParams,
    body: undoBody,
    answer: importView,
    async handle({ params, body }, context) {
      await undoImport(context.acting, { id: params.id, reason: body.reason });
      return answerWith(context, params.id);
    },
  }),

  linesFile({
    path: '/imports/:id/errors.csv',
    outcome: 'refused',
    summary: 'List the rejected rows, each with its row number, column and reason.',
  }),
  linesFile({
    path: '/imports/:id/left-out.csv',
    outcome: 'leftOut',
    summary: 'List the valid rows that are left out, each with its row number, reason and cells.',
  }),
  linesFile({
    path: '/imports/:id/replaced.csv',
    outcome: 'replaced',
    summary: 'List the events that corrected rows change or changed, before and after.',
  }),
];
