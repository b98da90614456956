import { z } from 'zod';
import { ImportPage } from '../../../views/imports/import-page';
import { ImportsPage } from '../../../views/imports/imports-page';
import { MappingPage } from '../../../views/imports/mapping-page';
import { NewImportPage } from '../../../views/imports/new-import-page';
import type { Failure } from '../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { sentence } from '../../platform/i18n/messages';
import { linesOfText } from '../../platform/text-input';
import { importChoices, importParams, largestFileBytes, largestMappingBytes, longestReason, mappingQuery, type MappingQuery } from './import.contract';
import { faultSentence, getImport, shown, viewImport } from './import.presentation';
import { mayChange, mayDiscard, mayImport, mayUndo } from './import.rules';
import { importing as condition, mayChangeEvents } from './importing';
import { changeMapping, chooseForLines, discardImport, requestCheck, requestRun, undoImport, uploadImport } from './import.service';
import { countImports, listErrors, listImports, listUsedMappings, type StoredError } from './import.store';
import { errorsTable, importsTable, leftOutTable } from './imports.table';
import { genericMappingFor } from './mapping-choice.service';
import { parseMapping } from './mapping.rules';
import { readPlaceChoices } from '../reference-values';
import { guessOf, previewSheet } from './sheet-preview';

const access = 'VIEW_DATA_MANAGER';
/** Assigning the columns oneself begins with the mapping of this name. */
const ownMapping = 'own';

type Asked = Context<typeof access>;

const viewOf = ({ t, locale, actor }: Asked) => ({ t, locale, unit: actor.unit, timeZone: actor.organisation.timeZone });
const readerOf = ({ t, actor }: Asked) => ({ t, permissions: actor.permissions });
const keyOf = ({ actor }: Asked, id: number) => ({ organisationId: actor.organisation.id, id });
const addressOf = (id: number) => `/imports/${id}`;

/** Says why to whoever may change events but sees only some sites. */
const restrictedPage = (context: Asked) => reply.page(<ImportsPage {...viewOf(context)} table={null} />, { title: context.t('imports.title') });

interface Typed {
  mapping?: string;
  mappingName?: string;
  failure?: Failure;
}

async function newImportPage(context: Asked, { mapping, mappingName, failure }: Typed = {}): Promise<Reply> {
  const { t, db, actor } = context;
  const used = await listUsedMappings(db, actor.organisation.id);
  return reply.page(
    <NewImportPage
      t={t}
      mapping={mapping ?? ''}
      mappingName={mappingName ?? ownMapping}
      used={used}
      largestMegabytes={largestFileBytes / 1_048_576}
      failure={failure ? { sentence: sentence(t, failure.code, failure.options.params), fields: fieldsOf(context, failure) } : null}
    />,
    { title: t('imports.newTitle'), status: failure ? failure.status : 200 },
  );
}

const fieldsOf = ({ t }: Asked, failure: Failure) =>
  (failure.options.fields ?? []).map(({ field, code, params }) => ({ field, sentence: sentence(t, code, params) }));

interface ImportFailure {
  failure: Failure;
  reason?: string;
}

async function importPage(context: Asked, { id, page = 1, refused }: { id: number; page?: number; refused?: ImportFailure }): Promise<Reply> {
  const { t, db, url } = context;
  const key = keyOf(context, id);
  const view = await viewImport(db, { ...key, t });
  const reader = readerOf(context);
  const total = view.errorsKept;
  const state = errorsTable.within(total, errorsTable.state({ page }, { reader }));
  const errors = total > 0 ? await listErrors(db, key, state.slice) : [];
  const listed = leftOutTable.within(view.leftOutKept, leftOutTable.state({ page: 1 }, { reader }));
  const leftOut = view.leftOutKept > 0 ? await listErrors(db, key, { ...listed.slice, outcome: 'leftOut' }) : [];
  const said = <E extends StoredError>(error: E) => ({ ...error, sentence: faultSentence(t, error) });
  return reply.page(
    <ImportPage
      {...viewOf(context)}
      view={view}
      may={{ change: mayChange(view), discard: mayDiscard(view), undo: mayUndo(view) }}
      errors={errorsTable.view({ reader, url, state, total, rows: errors.map(said) })}
      leftOut={leftOutTable.view({ reader, url, state: listed, total: leftOut.length, rows: leftOut.map(said) })}
      longestReason={longestReason}
      failure={refused ? sentence(t, refused.failure.code, refused.failure.options.params) : null}
      reason={refused?.reason ?? ''}
    />,
    { title: view.fileName, status: refused?.failure.status },
  );
}

interface MappingAsked {
  id: number;
  query?: MappingQuery;
  typed?: string;
  failure?: Failure;
}

async function mappingPage(context: Asked, { id, query = {}, typed, failure }: MappingAsked): Promise<Reply> {
  const { t, db } = context;
  const found = await getImport(db, keyOf(context, id));
  if (!mayChange(found)) return reply.redirect(addressOf(id));
  // A mapping of an earlier release may lack an entry that has a default, or not be acceptable any more: then it is made anew.
  const parsed = parseMapping(found.mapping);
  const stored = parsed.ok ? parsed.mapping : await genericMappingFor(db, context.actor.organisation.id);
  // Nobody has said anything of the sheet yet, or somebody wants it looked at anew.
  const again = Object.values(query).some((one) => one !== undefined);
  const guesses = typed === undefined && (found.state === 'UPLOADED' || again || !parsed.ok);
  const wanted = { worksheet: query.sheet ?? stored.worksheet, delimiter: query.delimiter ?? stored.delimiter, encoding: query.encoding ?? stored.encoding };
  const header = query.header !== undefined ? { line: query.header, lines: query.headerLines === '2' ? 2 as const : 1 as const } : undefined;
  const sheet = await guessOf(db, keyOf(context, id), { ...wanted, header });
  const { guess } = sheet;
  const seen = guesses && guess ? guess.header : { line: header?.line ?? stored.headerRow, lines: header?.lines ?? stored.headerLines };
  const mapping = { ...stored, ...wanted, headerRow: seen.line, headerLines: seen.lines };
  const preview = await previewSheet(db, keyOf(context, id), { mapping, ownNames: guesses && guess !== null });
  return reply.page(
    <MappingPage
      t={t}
      id={id}
      fileName={found.fileName}
      mapping={mapping}
      typed={typed}
      guess={guesses ? guess : null}
      sheet={{ ...sheet, stated: wanted }}
      header={seen}
      columns={preview.columns}
      lines={preview.lines}
      values={preview.values}
      places={await readPlaceChoices(db, context.locale)}
      locale={context.locale}
      unreadable={preview.failure ? faultSentence(t, preview.failure) : null}
      failure={failure ? { sentence: sentence(t, failure.code, failure.options.params), fields: fieldsOf(context, failure) } : null}
    />,
    { title: t('imports.mappingTitle'), status: failure?.status },
  );
}

/** A button on an import's page: does its work and shows the page again. */
function action(name: 'check' | 'run' | 'undo' | 'discard', act: (context: Asked, input: { id: number; reason: string }) => Promise<unknown>): Route {
  const path = `/imports/:id/${name}` as const;
  return definePage({
    method: 'post',
    path,
    access,
    condition,
    params: importParams,
    body: z.object({ reason: linesOfText(2_000).default('') }),
    async handle({ params, body }, context) {
      await act(context, { id: params.id, reason: body.reason });
      return reply.redirect(name === 'discard' ? '/imports' : addressOf(params.id));
    },
    again: (failure, typed, context) => {
      const id = Number(/\/imports\/(\d+)\//.exec(context.url)?.[1]);
      return importPage(context, { id, refused: { failure, reason: typed.reason } });
    },
  });
}

export const importRoutes: Route[] = [
  definePage({
    method: 'get',
    path: '/imports',
    access,
    condition: mayChangeEvents,
    query: z.object(importsTable.query()),
    async handle({ query }, context) {
      if (!mayImport(context.actor)) return restrictedPage(context);
      const { t, db, actor, url } = context;
      const reader = readerOf(context);
      const total = await countImports(db, actor.organisation.id);
      const state = importsTable.within(total, importsTable.state(query, { reader }));
      const imports = await listImports(db, actor.organisation.id, state.slice);
      const table = importsTable.view({ reader, url, state, total, rows: imports.map((one) => shown(one, t)) });
      return reply.page(<ImportsPage {...viewOf(context)} table={table} />, { title: t('imports.title') });
    },
  }),

  definePage({ method: 'get', path: '/imports/new', access, condition, handle: (_input, context) => newImportPage(context) }),

  definePage({
    method: 'post',
    path: '/imports',
    access,
    condition,
    upload: { maxBytes: largestFileBytes },
    body: z.object({ mapping: z.string().max(largestMappingBytes).default(''), mappingName: z.string().max(100).default(ownMapping) }),
    async handle({ body, files }, context) {
      const sent = (field: string) => files.find((file) => file.field === field && file.bytes > 0);
      const own = body.mapping.trim() === '' && !sent('mappingFile') && body.mappingName === ownMapping;
      const choice = own
        ? { mapping: JSON.stringify(await genericMappingFor(context.db, context.actor.organisation.id)) }
        : body;
      const id = await uploadImport(context.acting, { ...choice, file: sent('file'), mappingFile: sent('mappingFile'), check: !own });
      return reply.redirect(own ? `${addressOf(id)}/mapping` : addressOf(id));
    },
    again: (failure, typed, context) => newImportPage(context, { ...typed, failure }),
  }),

  definePage({
    method: 'get',
    path: '/imports/:id',
    access,
    condition,
    params: importParams,
    query: z.object(errorsTable.query()),
    handle: ({ params, query }, context) => importPage(context, { id: params.id, page: query.page }),
  }),

  definePage({
    method: 'get',
    path: '/imports/:id/mapping',
    access,
    condition,
    params: importParams,
    query: mappingQuery,
    handle: ({ params, query }, context) => mappingPage(context, { id: params.id, query }),
  }),

  definePage({
    method: 'post',
    path: '/imports/:id/mapping',
    access,
    condition,
    params: importParams,
    body: z.object({ mapping: z.string().max(largestMappingBytes) }),
    largestBody: { bytes: 3 * largestMappingBytes },
    async handle({ params, body }, context) {
      await changeMapping(context.acting, { id: params.id, mapping: body.mapping });
      return reply.redirect(addressOf(params.id));
    },
    again: (failure, typed, context) => {
      const id = Number(/\/imports\/(\d+)\//.exec(context.url)?.[1]);
      return mappingPage(context, { id, typed: typed.mapping, failure });
    },
  }),

  definePage({
    method: 'post',
    path: '/imports/:id/choices',
    access,
    condition,
    params: importParams,
    body: importChoices.extend({ _csrf: z.string().optional() }),
    async handle({ params, body: { _csrf, ...choices } }, context) {
      await chooseForLines(context.acting, { id: params.id, choices });
      return reply.redirect(addressOf(params.id));
    },
    again: (failure, _typed, context) => importPage(context, { id: Number(/\/imports\/(\d+)\//.exec(context.url)?.[1]), refused: { failure } }),
  }),

  action('check', (context, { id }) => requestCheck(context.acting, id)),
  action('run', (context, { id }) => requestRun(context.acting, id)),
  action('undo', ({ acting }, input) => undoImport(acting, input)),
  action('discard', (context, { id }) => discardImport(context.acting, id)),
];
