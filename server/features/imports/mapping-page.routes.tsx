import { z } from 'zod';
import { MappingPage } from '../../../views/imports/mapping-page';
import { readPlaceChoices } from '../../domain/catalogue';
import { fail, type Failure } from '../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { lineOfText } from '../../platform/text-input';
import { importParams, largestMappingBytes, mappingQuery, type MappingQuery } from './import.contract';
import { failureShown, faultSentence, getImport } from './import.presentation';
import { mayChange } from './import.rules';
import { changeMapping } from './import.service';
import type { ImportKey } from './import.store';
import { importIdIn, importing as condition } from './importing';
import { getKept } from './kept-mapping.service';
import { findUse, listKept } from './kept-mapping.store';
import { genericMappingFor } from './mapping-choice.service';
import { readMapping } from './mapping-editor.rules';
import { sheetOpening, type ImportMapping } from './mapping.contract';
import { parseMapping } from './mapping.rules';
import { tableOf } from './reading.service';
import { fitTo, recognise, type Recognised } from './recognise.service';
import { guessOf, previewSheet } from './sheet-preview';

const access = 'VIEW_DATA_MANAGER';

type RequestContext = Context<typeof access>;

/** As the form was sent. */
interface Typed {
  mapping?: string;
  keepAs?: string;
  keptId?: string;
}

interface MappingAsked {
  id: number;
  query?: MappingQuery;
  typed?: Typed;
  failure?: Failure;
}

/** @throws 404 where the kept mapping that is asked for is not there; 422 imports.wrongMapping where it is not acceptable any more */
async function recognisedIn(
  { db }: RequestContext,
  key: ImportKey,
  { as, looks }: { as: number | undefined; looks: boolean },
): Promise<Recognised | null> {
  if (as === undefined) return looks ? recognise(db, key, await listKept(db, key.organisationId)) : null;
  const fitted = await fitTo(db, key, await getKept(db, { organisationId: key.organisationId, id: as }));
  if (!fitted) throw fail.unprocessable('imports.wrongMapping');
  return fitted;
}

async function mappingPage(
  context: RequestContext,
  { id, query = {}, typed = {}, failure }: MappingAsked,
): Promise<Reply> {
  const { t, db, actor } = context;
  const key = { organisationId: actor.organisation.id, id };
  const found = await getImport(db, key);
  if (!mayChange(found)) return reply.redirect(`/imports/${id}`);
  // A mapping of an earlier release may lack an entry that has a default, or not be acceptable any more: then it is made anew.
  const parsed = parseMapping(found.mapping);
  const { as, ...looked } = query;
  const stored = parsed.ok && !query.anew ? parsed.mapping : await genericMappingFor(db, key.organisationId);
  // Nobody has said anything of the sheet yet, or somebody wants it looked at anew.
  const again = Object.values(looked).some((one) => one !== undefined);
  const fresh = typed.mapping === undefined && (found.state === 'UPLOADED' || again || !parsed.ok);
  const used =
    typed.mapping === undefined && !fresh
      ? await findUse(db, { organisationId: key.organisationId, batchId: id })
      : undefined;
  const looks = typed.mapping === undefined && !again && used === undefined;
  const recognised = await recognisedIn(context, key, { as, looks });
  const taken = recognised && ((fresh && recognised.same) || as !== undefined) ? recognised : null;
  // What was sent and refused stays as it was sent.
  const sent = typed.mapping === undefined ? null : writtenForm(typed.mapping);
  const before = taken?.form ?? sent ?? stored;
  const chosen =
    fresh && !taken && query.sheet === undefined ? ((await tableOf(db, key)).sheet ?? undefined) : undefined;
  const wanted = {
    worksheet: query.sheet ?? before.worksheet ?? chosen,
    delimiter: query.delimiter ?? before.delimiter,
    encoding: query.encoding ?? before.encoding,
  };
  const header =
    query.header !== undefined
      ? { line: query.header, lines: query.headerLines === '2' ? (2 as const) : (1 as const) }
      : (taken?.header ?? sent?.header);
  const sheet = await guessOf(db, key, { ...wanted, header });
  const guess = fresh && !taken ? sheet.guess : null;
  const seen = guess?.header ?? { line: header?.line ?? stored.headerRow, lines: header?.lines ?? stored.headerLines };
  const mapping = { ...(taken?.mapping ?? stored), ...wanted, headerRow: seen.line, headerLines: seen.lines };
  const preview = await previewSheet(db, key, { mapping: mapping as ImportMapping, ownNames: guess !== null });
  return reply.page(
    <MappingPage
      t={t}
      id={id}
      fileName={found.fileName}
      mapping={mapping}
      typed={typed.mapping}
      guess={guess}
      sheet={{ ...sheet, stated: wanted }}
      header={seen}
      columns={preview.columns}
      lines={preview.lines}
      values={preview.values}
      places={await readPlaceChoices(db, context.locale)}
      locale={context.locale}
      recognised={recognised && { ...recognised, taken: taken !== null }}
      keep={{
        name: typed.keepAs ?? '',
        keptId: taken?.id ?? used?.id ?? (Number(typed.keptId) || null),
        taken: failure?.code === 'imports.keptNameTaken',
      }}
      unreadable={preview.failure ? faultSentence(t, preview.failure) : null}
      failure={failure ? failureShown(t, failure) : null}
    />,
    { title: t('imports.mappingTitle'), status: failure?.status },
  );
}

/** How a mapping that was refused opens the sheet; null where it is none at all. */
function writtenForm(text: string) {
  const read = sheetOpening.safeParse(readMapping(text));
  if (!read.success) return null;
  const { headerRow, headerLines, worksheet, delimiter, encoding } = read.data;
  return { worksheet, delimiter, encoding, header: { line: headerRow, lines: headerLines } };
}

export const mappingRoutes: Route[] = [
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
    body: z.object({
      mapping: z.string().max(largestMappingBytes),
      keepAs: lineOfText(200).normalize('NFC').default(''),
      replace: z.literal('yes').optional(),
      keptId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    largestBody: { bytes: 3 * largestMappingBytes },
    async handle({ params, body: { mapping, keepAs, replace, keptId } }, context) {
      await changeMapping(context.acting, {
        id: params.id,
        mapping,
        keptId,
        keepAs: keepAs === '' ? undefined : { name: keepAs, replace: replace === 'yes' },
      });
      return reply.redirect(`/imports/${params.id}`);
    },
    again: (failure, typed, context) => mappingPage(context, { id: importIdIn(context.url), typed, failure }),
  }),
];
