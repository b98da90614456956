import { SheetPage } from '../../../views/user-manager/sheet-page';
import { listPlaces, selectHome } from '../../domain/places';
import { fail, Failure } from '../../platform/errors';
import { definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { withParameters } from '../../platform/table/table-query';
import { rolesFor, rolesOf } from '../users';
import { changing, editingOf, mayChange, path, type PageContext } from './user-manager-pages';
import { sheetConfirmForm, sheetQuery } from './user-manager.contract';
import { planLines } from './user-sheet.presentation';
import { countsOf, linesFrom, sheetLimits } from './user-sheet.rules';
import { applySheet, planSheet, readSheetFile, sheetOfPeople, type Plan } from './user-sheet.service';

const at = `${path}/bulk` as const;
/** Lines of the preview that a page shows; those with a problem first. */
const mostShown = 200;

interface Shown {
  planned?: { text: string; shown: string; plan: Plan };
  done?: { added: number; changed: number } | undefined;
  refused?: RefusedForm;
}

async function sheetPage(context: PageContext, { planned, done, refused }: Shown = {}): Promise<Reply> {
  const { t, db, acting } = context;
  const editing = editingOf(context);
  const roles = rolesFor(t, editing, await rolesOf(editing));
  const lines = planned && planLines(planned.plan, { t, roles, sites: await listPlaces(db, acting.scope) });
  return reply.page(
    <SheetPage
      t={t}
      settings={settingsOf(context)}
      base={path}
      open={mayChange(context)}
      most={sheetLimits.lines}
      planned={
        planned && lines
          ? {
              text: planned.text,
              shown: planned.shown,
              counts: countsOf(planned.plan),
              lines: lines.slice(0, mostShown),
              more: Math.max(0, lines.length - mostShown),
            }
          : null
      }
      done={done ?? null}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: t('userManager.sheet.title'), ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

/** What was shown is planned anew, so that a confirmation is about how things are now. */
async function again(failure: Failure, typed: Record<string, string>, context: PageContext): Promise<Reply> {
  const refused = { failure, typed };
  const lines = linesFrom(typed.lines ?? '');
  if (!lines) return sheetPage(context, { refused });
  try {
    const { lines: spelled, ...plan } = await planSheet(editingOf(context), lines);
    return await sheetPage(context, { refused, planned: { text: JSON.stringify(spelled), ...plan } });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return sheetPage(context, { refused });
  }
}

export const sheetRoutes: Route[] = [
  definePage({
    method: 'get',
    path: at,
    ...changing,
    query: sheetQuery,
    handle: ({ query: { added, changed } }, context) =>
      sheetPage(context, {
        done: added === undefined && changed === undefined ? undefined : { added: added ?? 0, changed: changed ?? 0 },
      }),
  }),
  definePage({
    method: 'get',
    path: `${at}/export`,
    ...changing,
    walk: [],
    handle: (_input, context) => reply.csv(sheetOfPeople(editingOf(context), context.t)),
  }),
  // Nothing is kept of the file: what was read comes back with the page's form.
  definePage({
    method: 'post',
    path: `${at}/read`,
    ...changing,
    // What was uploaded is not asked for again when it is applied.
    freshProof: at,
    upload: { maxBytes: sheetLimits.bytes },
    async handle({ files }, context) {
      const given = await readSheetFile(files.find(({ field, bytes }) => field === 'file' && bytes > 0));
      const { lines, ...plan } = await planSheet(editingOf(context), given);
      return sheetPage(context, { planned: { text: JSON.stringify(lines), ...plan } });
    },
    again,
  }),
  definePage({
    method: 'post',
    path: `${at}/apply`,
    ...changing,
    freshProof: at,
    largestBody: { bytes: sheetLimits.form },
    body: sheetConfirmForm,
    async handle({ body: { lines: text, shown } }, context) {
      const lines = linesFrom(text);
      if (!lines) throw fail.unprocessable('errors.badRequest');
      const { locale: usualLocale } = await selectHome(context.db, context.acting.scope.organisationId);
      const { added, changed } = await applySheet(editingOf(context), { lines, shown, usualLocale });
      return reply.redirect(withParameters(at, { added, changed }));
    },
    again,
  }),
  ...(['read', 'apply'] as const).map((form) =>
    definePage({ method: 'get', path: `${at}/${form}`, ...changing, walk: [], handle: () => reply.redirect(at) }),
  ),
];
