import { z } from 'zod';
import { ImportPage } from '../../../views/imports/import-page';
import { ImportsPage } from '../../../views/imports/imports-page';
import { NewImportPage } from '../../../views/imports/new-import-page';
import { scopeOf } from '../../platform/actor';
import type { Failure } from '../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { sentence } from '../../platform/i18n/messages';
import { linesOfText } from '../../platform/text-input';
import { localDateOf } from '../../platform/time';
import { findUnconfirmed } from '../calendar';
import { conversationOf } from './conversation';
import { changeOf } from './corrections.rules';
import { importChoices, importParams, largestFileBytes, largestMappingBytes, longestReason } from './import.contract';
import { failureShown, faultSentence, mappingTitle, shown, viewImport } from './import.presentation';
import { mayChange, mayDiscard, mayImport, mayUndo } from './import.rules';
import { chooseForLines, discardImport, requestCheck, requestRun, undoImport, uploadImport } from './import.service';
import { countImports, listErrors, listImports, listUsedMappings, type StoredError } from './import.store';
import { importIdIn, importing as condition, mayChangeEvents } from './importing';
import { errorsTable, importsTable, leftOutTable, replacedTable } from './imports.table';
import { keptIdOf } from './kept-mapping.contract';
import { namesDays } from './kept-mapping.rules';
import { viewOfKept } from './kept-mapping.service';
import { findKept, listKept } from './kept-mapping.store';
import { genericMappingFor } from './mapping-choice.service';
import type { MappingJson } from './mapping-json.rules';
import { answer, questions, type Question } from './question.contract';
import { answerQuestion, readOn } from './reading.service';

const access = 'VIEW_DATA_MANAGER';
/** Assigning the columns oneself begins with the mapping of this name. */
const ownMapping = 'own';

type RequestContext = Context<typeof access>;

const viewOf = ({ t, locale, actor }: RequestContext) => ({ t, ...settingsOf({ locale, actor }) });
const readerOf = ({ t, actor }: RequestContext) => ({ t, permissions: actor.permissions });
const keyOf = ({ actor }: RequestContext, id: number) => ({ organisationId: actor.organisation.id, id });
const addressOf = (id: number) => `/imports/${id}`;

/** Says why to whoever may change events but sees only some sites. */
const restrictedPage = (context: RequestContext) =>
  reply.page(<ImportsPage {...viewOf(context)} table={null} />, { title: context.t('imports.title') });

interface Typed {
  mapping?: string;
  mappingName?: string;
  failure?: Failure;
}

async function newImportPage(context: RequestContext, { mapping, mappingName, failure }: Typed = {}): Promise<Reply> {
  const { t, db, actor } = context;
  const kept = await listKept(db, actor.organisation.id);
  const used = (await listUsedMappings(db, actor.organisation.id)).filter(
    ({ name }) => !kept.some((one) => one.name === name),
  );
  return reply.page(
    <NewImportPage
      {...viewOf(context)}
      kept={kept.map(viewOfKept)}
      mapping={mapping ?? ''}
      mappingName={mappingName ?? ownMapping}
      used={used.map((one) => ({ ...one, name: mappingTitle(one.name, t) }))}
      largestMegabytes={largestFileBytes / 1_048_576}
      failure={failure ? failureShown(t, failure) : null}
    />,
    { title: t('imports.newTitle'), status: failure ? failure.status : 200 },
  );
}

/** The kept mapping of that name, where it says the day or the year of one sheet and so has to be asked about another. */
async function keptThatAsks({ db, actor }: RequestContext, mappingName: string): Promise<number | undefined> {
  const id = keptIdOf(mappingName);
  const found = id === undefined ? undefined : await findKept(db, { organisationId: actor.organisation.id, id });
  return found && namesDays(found.mapping as MappingJson) ? found.id : undefined;
}

interface ImportFailure {
  failure: Failure;
  reason?: string;
  /** The question that was answered. */
  ask?: Question;
}

async function importPage(
  context: RequestContext,
  { id, page = 1, ask, refused }: { id: number; page?: number; ask?: Question | undefined; refused?: ImportFailure },
): Promise<Reply> {
  const { t, db, url } = context;
  const key = keyOf(context, id);
  const view = await viewImport(db, { ...key, t });
  const standing = { ...view, eventsReplaced: view.replaced.events };
  const reader = readerOf(context);
  const total = view.errorsKept;
  const state = errorsTable.within(total, errorsTable.state({ page }, { reader }));
  const errors = total > 0 ? await listErrors(db, key, state.slice) : [];
  const listed = leftOutTable.within(view.leftOutKept, leftOutTable.state({ page: 1 }, { reader }));
  const leftOut = view.leftOutKept > 0 ? await listErrors(db, key, { ...listed.slice, outcome: 'leftOut' }) : [];
  const shownReplaced = replacedTable.within(view.replacedKept, replacedTable.state({ page: 1 }, { reader }));
  const replaced =
    view.replacedKept > 0 ? await listErrors(db, key, { ...shownReplaced.slice, outcome: 'replaced' }) : [];
  const said = <E extends StoredError>(error: E) => ({
    ...error,
    sentence: faultSentence(t, error),
    change: changeOf(error),
  });
  const conversation = await conversationOf(context, view, { ask: refused?.ask ?? ask, failure: refused?.failure });
  return reply.page(
    <ImportPage
      {...viewOf(context)}
      {...conversation}
      view={view}
      settling={view.weeksWaiting > 0 && isRecent(view.finishedAt, context.now)}
      unconfirmed={view.state === 'DONE' ? await unconfirmedFor(context) : null}
      may={{ change: mayChange(standing), discard: mayDiscard(standing), undo: mayUndo(standing) }}
      errors={errorsTable.view({ reader, url, state, total, rows: errors.map(said) })}
      leftOut={leftOutTable.view({ reader, url, state: listed, total: leftOut.length, rows: leftOut.map(said) })}
      replaced={replacedTable.view({
        reader,
        url,
        state: shownReplaced,
        total: replaced.length,
        rows: replaced.map(said),
      })}
      longestReason={longestReason}
      failure={
        refused && conversation.question === null
          ? sentence(t, refused.failure.code, refused.failure.options.params)
          : null
      }
      reason={refused?.reason ?? ''}
    />,
    { title: view.fileName, status: refused?.failure.status },
  );
}

/** Figures that are not rebuilt within this time are not waited for. */
const settlesMs = 60_000;

const isRecent = (finishedAt: string | null, now: Date): boolean =>
  finishedAt !== null && now.getTime() - Date.parse(finishedAt) < settlesMs;

/** What an import shows of opening days, for whoever may confirm them. */
async function unconfirmedFor({ db, actor, now }: RequestContext) {
  const { locations, href } = await findUnconfirmed(db, {
    scope: scopeOf(actor),
    today: localDateOf(now, actor.organisation.timeZone),
    permissions: actor.permissions,
  });
  return href === null ? null : { count: locations.length, href };
}

/** A button on an import's page: does its work and shows the page again. */
function action(
  name: 'check' | 'run' | 'undo' | 'discard',
  act: (context: RequestContext, input: { id: number; reason: string }) => Promise<unknown>,
): Route {
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
      const id = importIdIn(context.url);
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

  definePage({
    method: 'get',
    path: '/imports/new',
    access,
    condition,
    handle: (_input, context) => newImportPage(context),
  }),

  definePage({
    method: 'post',
    path: '/imports',
    access,
    condition,
    upload: { maxBytes: largestFileBytes },
    body: z.object({
      mapping: z.string().max(largestMappingBytes).default(''),
      mappingName: z.string().max(100).default(ownMapping),
    }),
    async handle({ body, files }, context) {
      const sent = (field: string) => files.find((file) => file.field === field && file.bytes > 0);
      const own = body.mapping.trim() === '' && !sent('mappingFile') && body.mappingName === ownMapping;
      const choice = own
        ? { mapping: JSON.stringify(await genericMappingFor(context.db, context.actor.organisation.id)) }
        : body;
      const asked =
        own || body.mapping.trim() !== '' || sent('mappingFile')
          ? undefined
          : await keptThatAsks(context, body.mappingName);
      const id = await uploadImport(context.acting, {
        ...choice,
        file: sent('file'),
        mappingFile: sent('mappingFile'),
        check: !own && asked === undefined,
      });
      if (own) await readOn(context.acting, id);
      if (asked !== undefined) return reply.redirect(`${addressOf(id)}/mapping?as=${asked}`);
      return reply.redirect(addressOf(id));
    },
    again: (failure, typed, context) => newImportPage(context, { ...typed, failure }),
  }),

  definePage({
    method: 'get',
    path: '/imports/:id',
    access,
    condition,
    params: importParams,
    query: z.object({ ...errorsTable.query(), ask: z.enum(questions).optional() }),
    handle: ({ params, query }, context) => importPage(context, { id: params.id, page: query.page, ask: query.ask }),
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
    again: (failure, _typed, context) => importPage(context, { id: importIdIn(context.url), refused: { failure } }),
  }),

  definePage({
    method: 'post',
    path: '/imports/:id/answers',
    access,
    condition,
    params: importParams,
    body: answer.extend({ _csrf: z.string().optional() }),
    async handle({ params, body: { ask, value } }, context) {
      await answerQuestion(context.acting, params.id, { ask, value });
      return reply.redirect(addressOf(params.id));
    },
    again: (failure, typed, context) =>
      importPage(context, {
        id: importIdIn(context.url),
        refused: { failure, ask: questions.find((one) => one === typed.ask) },
      }),
  }),

  action('check', (context, { id }) => requestCheck(context.acting, id)),
  action('run', (context, { id }) => requestRun(context.acting, id)),
  action('undo', ({ acting }, input) => undoImport(acting, input)),
  action('discard', (context, { id }) => discardImport(context.acting, id)),
];
