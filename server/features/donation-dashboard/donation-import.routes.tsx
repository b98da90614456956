import { z } from 'zod';
import { DonationImportPage } from '../../../views/donation-dashboard/import-page';
import type { Failure } from '../../platform/errors';
import { definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus } from '../../platform/http/refused-form';
import { withParameters } from '../../platform/table/table-query';
import { weightUnits, type WeightUnitCode } from '../../platform/weight-units.rules';
import { importLimits, sheetFields, sheetOf, textOf, type Sheet, type SheetColumns } from './donation-import.rules';
import { checkImport, readUpload, runImport, type ImportPreview, type ImportQuestion } from './donation-import.service';
import { editing as access, path, type PageContext } from './donation-pages';
import { listPartnerChoices } from './partners.store';

const address = `${path}/import` as const;

const column = z
  .union([z.literal('').transform(() => null), z.coerce.number().int().min(0).max(importLimits.columns)])
  .default(null);
const partnerId = z.union([z.literal('').transform(() => null), z.coerce.number().int().positive()]).default(null);
const ticked = z
  .string()
  .max(10)
  .optional()
  .transform((text) => text !== undefined);

const uploadBody = z.object({ partnerId });
const sheetBody = z.object({
  sheet: z.string().max(importLimits.form),
  ...(Object.fromEntries(sheetFields.map((field) => [field, column])) as Record<
    (typeof sheetFields)[number],
    typeof column
  >),
  weightUnit: z.enum(weightUnits),
  decimal: z.enum(['auto', '.', ',']),
  partnerId,
  create: ticked,
  leaveOut: ticked,
});
type SheetBody = z.infer<typeof sheetBody>;

function questionOf({
  weightUnit: unit,
  decimal,
  partnerId: partner,
  create,
  ...body
}: SheetBody): ImportQuestion | null {
  const sheet = sheetOf(body.sheet);
  if (!sheet) return null;
  const columns = Object.fromEntries(
    sheetFields.map((field) => [field, (body[field] ?? sheet.heads.length) < sheet.heads.length ? body[field] : null]),
  ) as SheetColumns;
  return { sheet, columns, unit, decimal, partnerId: partner, create };
}

interface Shown {
  question?: ImportQuestion | null;
  preview?: ImportPreview | null;
  leaveOut?: boolean;
  partnerId?: number | null;
  refused?: { failure: Failure; typed: Record<string, string> };
}

async function importPage(
  context: PageContext,
  { question = null, preview = null, leaveOut = false, ...rest }: Shown = {},
): Promise<Reply> {
  const { t, db, acting } = context;
  const { refused } = rest;
  const partners = await listPartnerChoices(db, acting.scope);
  return reply.page(
    <DonationImportPage
      t={t}
      settings={settingsOf(context)}
      partners={partners.filter(({ status }) => status === 'A')}
      partnerId={question?.partnerId ?? rest.partnerId ?? null}
      question={question && { ...question, text: textOf(question.sheet), heads: headsOf(question.sheet) }}
      preview={
        preview && {
          ...preview,
          count: preview.lines.length,
          lines: preview.lines.slice(0, importLimits.preview),
          problemCount: preview.problems.length,
          problems: preview.problems.slice(0, importLimits.shown),
        }
      }
      leaveOut={leaveOut}
      creates={context.actor.restriction === null}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: t('donations.import.title'), ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

/** A column that has no name goes by what stands in it first. */
const headsOf = ({ heads, rows }: Sheet) =>
  heads.map((head, at) => head.trim() || (rows.find(({ cells }) => cells[at]?.trim())?.cells[at] ?? String(at + 1)));

const usualUnit = ({ actor }: PageContext): WeightUnitCode =>
  weightUnits.find((unit) => unit === actor.unit.abbr) ?? 'kg';

/** What was sent, checked as far as it can be, with why it was refused. */
async function again(failure: Failure, typed: Record<string, string>, context: PageContext): Promise<Reply> {
  const refused = { failure, typed };
  const parsed = sheetBody.safeParse(typed);
  const question = parsed.success ? questionOf(parsed.data) : null;
  if (!parsed.success || !question) return importPage(context, { refused, partnerId: Number(typed.partnerId) || null });
  const { leaveOut } = parsed.data;
  const preview = await checkImport(context.db, context.acting, question).catch(() => null);
  return importPage(context, { question, preview, leaveOut, refused });
}

export const importRoutes: Route[] = [
  definePage({
    method: 'get',
    path: address,
    access,
    handle: (_input, context) => importPage(context),
  }),

  // Nothing is kept of the file: what was read comes back with the page's form.
  definePage({
    method: 'post',
    path: `${address}/read`,
    access,
    upload: { maxBytes: importLimits.bytes },
    body: uploadBody,
    async handle({ body, files }, context) {
      const file = files.find((one) => one.field === 'file' && one.bytes > 0);
      const { sheet, columns, unit, decimal } = await readUpload(file, usualUnit(context));
      const question = { sheet, columns, unit, decimal, ...body, create: false };
      const complete = columns.date !== null && columns.place !== null && columns.weight !== null;
      return importPage(context, {
        question,
        preview: complete ? await checkImport(context.db, context.acting, question) : null,
      });
    },
    again,
  }),

  definePage({
    method: 'post',
    path: `${address}/check`,
    access,
    largestBody: { bytes: importLimits.form },
    body: sheetBody,
    async handle({ body }, context) {
      const question = questionOf(body);
      if (!question) return importPage(context);
      return importPage(context, {
        question,
        leaveOut: body.leaveOut,
        preview: await checkImport(context.db, context.acting, question),
      });
    },
    again,
  }),

  definePage({
    method: 'post',
    path: address,
    access,
    largestBody: { bytes: importLimits.form },
    body: sheetBody,
    async handle({ body }, context) {
      const question = questionOf(body);
      if (!question) return importPage(context);
      const added = await runImport(context.acting, { ...question, leaveOut: body.leaveOut });
      return reply.redirect(withParameters(`${path}/pickups`, { imported: added }));
    },
    again,
  }),

  ...(['read', 'check'] as const).map((part) =>
    definePage({
      method: 'get',
      path: `${address}/${part}`,
      access,
      walk: [],
      handle: () => reply.redirect(address),
    }),
  ),
];
