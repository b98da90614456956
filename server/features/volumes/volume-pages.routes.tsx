import { NoVolumeLocations } from '../../../views/volumes/no-volume-locations';
import { VolumePreviewPage } from '../../../views/volumes/volume-preview-page';
import type { RefusedVolumes } from '../../../views/volumes/volume-words';
import { VolumesPage } from '../../../views/volumes/volumes-page';
import { lockMonth, putVolumes, unlockMonth } from '../../domain/volumes';
import { monthOf, nextMonth, volumeLimits } from '../../domain/volumes/volumes.rules';
import type { Acting } from '../../platform/acting';
import { may, scopeOf } from '../../platform/actor';
import { Failure } from '../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus } from '../../platform/http/refused-form';
import { sentence } from '../../platform/i18n/messages';
import { seesAll } from '../../platform/restriction.rules';
import { withParameters } from '../../platform/table/table-query';
import { signOf } from './volume-cells.rules';
import {
  contentInField,
  lockForm,
  monthForm,
  monthPageQuery,
  sheetForm,
  unlockForm,
  type LockForm,
  type MonthForm,
  type MonthPageQuery,
  type SheetFormBody,
} from './volume-forms.contract';
import {
  asGridFailure,
  listVolumeSites,
  readVolumeMonth,
  selectVolumeLocation,
  typedVolumes,
} from './volume-month.service';
import { importSheet, previewSheet, sheetOf, type SentSheet } from './volume-sheet.service';

const path = '/volumes';
const editing = 'EDIT_VOLUMES' as const;

type FormName = RefusedVolumes['form'];
interface Refused {
  form: FormName;
  failure: Failure;
  typed: Record<string, string>;
}

/** The volumes of the location that was asked for, or of the first one, in a month. */
async function volumesPage(context: Context, query: MonthPageQuery, refused?: Refused): Promise<Reply> {
  const { t, db, actor, locale, now } = context;
  const scope = scopeOf(actor);
  const sites = await listVolumeSites(db, scope);
  const first = sites[0]?.locations[0]?.locationId;
  const status = refused && refusedStatus(refused.failure);
  const title = t('volumes.title');
  const headers = status === undefined ? {} : { status };
  if (first === undefined)
    return reply.page(<NoVolumeLocations t={t} limited={!seesAll(scope)} mayAdd={may(actor, 'EDIT_SITES')} />, {
      title,
      ...headers,
    });
  const location = await selectVolumeLocation(db, scope, { locationId: query.locationId ?? first, now, sites });
  const month = query.month ?? monthOf(location.today);
  const shown = { locationId: location.locationId, kind: query.kind ?? null };
  const page = (
    <VolumesPage
      t={t}
      settings={settingsOf({ locale, actor })}
      sign={signOf(locale)}
      sites={sites}
      location={location}
      month={await readVolumeMonth(db, scope, { location, month, kind: query.kind })}
      kind={query.kind ?? null}
      neighbours={{
        previous: withParameters(path, { ...shown, month: nextMonth(month, -1) }),
        next: month < monthOf(location.today) ? withParameters(path, { ...shown, month: nextMonth(month) }) : null,
      }}
      rights={{
        edits: may(actor, editing),
        locksSite: location.wholeSite,
        locksAll: seesAll(scope),
      }}
      done={query.done === undefined ? null : { what: query.done, count: query.count ?? 0 }}
      refused={refused ? { form: refused.form, ...refusalIn(t, refused) } : null}
    />
  );
  return reply.page(page, { title: t('volumes.titleOf', { location: location.locationName }), ...headers });
}

/** The page again, with what was typed into one of its forms and what was wrong with it. */
const again =
  (form: FormName) =>
  (failure: Failure, typed: Record<string, string>, context: Context): Promise<Reply> =>
    volumesPage(
      context,
      monthPageQuery.parse({
        locationId: typed.locationId,
        month: typed.month,
        ...(form === 'grid' ? { kind: typed.kind } : {}),
      }),
      {
        form,
        failure,
        typed,
      },
    );

interface Done {
  locationId: number;
  month: string;
  done: NonNullable<MonthPageQuery['done']>;
  count?: number;
  kind?: MonthPageQuery['kind'];
}
const back = ({ count, kind, ...query }: Done): Reply =>
  reply.redirect(withParameters(path, { ...query, count: count ?? null, kind: kind ?? null }));

const savedBack = (
  place: Pick<Done, 'locationId' | 'month' | 'kind'>,
  { changed, deleted }: { changed: number; deleted: number },
) =>
  changed + deleted === 0
    ? back({ ...place, done: 'same' })
    : back({ ...place, done: 'saved', count: changed + deleted });

async function saveMonth(
  { acting, locale }: Context,
  { locationId, month: of, kind, mark, ...typed }: MonthForm,
): Promise<Reply> {
  const { db, scope, now } = acting;
  const sites = await listVolumeSites(db, scope);
  const location = await selectVolumeLocation(db, scope, { locationId, now, sites });
  const month = await readVolumeMonth(db, scope, { location, month: of, kind });
  const volumes = typedVolumes({ location, month, typed, sign: signOf(locale) });
  if (volumes.length === 0) return back({ locationId, month: of, kind, done: 'same' });
  try {
    const saved = await putVolumes(acting, { volumes: volumes.map(({ input }) => input), origin: 'TYPED', mark });
    return savedBack({ locationId, month: of, kind }, saved);
  } catch (error) {
    throw asGridFailure(error, volumes);
  }
}

const askedIn = ({ locationId, month, kind, estimated }: SheetFormBody, sheet: SentSheet, locale: string) => ({
  sheet,
  locationId,
  month,
  kind,
  estimated: estimated === 'on',
  sign: signOf(locale),
});

interface Previewed {
  body: SheetFormBody;
  sheet: SentSheet;
  problem?: Failure;
}

/** What a sheet would change; the page carries it on. */
async function previewPage(context: Context, { body, sheet, problem }: Previewed): Promise<Reply> {
  const { t, db, actor, acting, locale, now } = context;
  const scope = scopeOf(actor);
  const sites = await listVolumeSites(db, scope);
  const location = await selectVolumeLocation(db, scope, { locationId: body.locationId, now, sites });
  const preview = await previewSheet(acting, askedIn(body, sheet, locale));
  const encoded = sheet.content.toString('base64');
  const title = t('volumes.preview.title', { location: location.locationName });
  return reply.page(
    <VolumePreviewPage
      t={t}
      settings={settingsOf({ locale, actor })}
      title={title}
      location={location}
      body={{ month: body.month, kind: body.kind, estimated: body.estimated === 'on' }}
      fileName={sheet.name}
      content={Array.from({ length: Math.ceil(encoded.length / contentInField) }, (_, at) =>
        encoded.slice(at * contentInField, (at + 1) * contentInField),
      )}
      preview={preview}
      problem={problem ? sentence(t, problem.code, problem.options.params) : null}
    />,
    { title, ...(problem ? { status: refusedStatus(problem) } : {}) },
  );
}

async function importPage(context: Context, body: SheetFormBody, sheet: SentSheet): Promise<Reply> {
  const { acting, locale } = context;
  const { locationId, month, leaveOut } = body;
  const asked = { ...askedIn(body, sheet, locale), leaveOut: leaveOut === 'on' };
  return savedBack({ locationId, month }, await importSheet(acting, asked));
}

const changeLock = async (
  acting: Acting,
  { month, locationId, whose, reason }: LockForm,
  change: typeof lockMonth,
): Promise<void> => {
  const { db, scope, now } = acting;
  const sites = await listVolumeSites(db, scope);
  const { siteId } = await selectVolumeLocation(db, scope, { locationId, now, sites });
  await change(acting, { month, siteId: whose === 'all' ? null : siteId, reason });
};

export const volumePages: Route[] = [
  definePage({
    method: 'get',
    path,
    access: 'VIEW_VAM_DASHBOARD',
    query: monthPageQuery,
    handle: ({ query }, context) => volumesPage(context, query),
  }),

  definePage({
    method: 'post',
    path,
    access: editing,
    body: monthForm,
    handle: ({ body }, context) => saveMonth(context, body),
    again: again('grid'),
  }),

  definePage({
    method: 'post',
    path: `${path}/preview`,
    access: editing,
    body: sheetForm,
    upload: { maxBytes: volumeLimits.bytes },
    handle: async ({ body, files }, context) => previewPage(context, { body, sheet: await sheetOf(body, files) }),
    again: again('sheet'),
  }),

  definePage({
    method: 'post',
    path: `${path}/import`,
    access: editing,
    body: sheetForm,
    upload: { maxBytes: volumeLimits.bytes },
    async handle({ body, files }, context) {
      const sheet = await sheetOf(body, files);
      try {
        return await importPage(context, body, sheet);
      } catch (error) {
        // The form again would have lost the sheet.
        if (!(error instanceof Failure) || error.code !== 'volumes.sheet.hasProblems') throw error;
        return previewPage(context, { body, sheet, problem: error });
      }
    },
    again: again('sheet'),
  }),

  definePage({
    method: 'post',
    path: `${path}/lock`,
    access: editing,
    body: lockForm,
    async handle({ body }, { acting }) {
      await changeLock(acting, body, lockMonth);
      return back({ locationId: body.locationId, month: body.month, done: 'locked' });
    },
    again: again('lock'),
  }),

  definePage({
    method: 'post',
    path: `${path}/unlock`,
    access: editing,
    body: unlockForm,
    async handle({ body }, { acting }) {
      await changeLock(acting, body, unlockMonth);
      return back({ locationId: body.locationId, month: body.month, done: 'unlocked' });
    },
    again: again('unlock'),
  }),

  // A page that answered a form has the form's address; reloading it by hand must lead somewhere.
  ...(['preview', 'import', 'lock', 'unlock'] as const).map((part) =>
    definePage({
      method: 'get',
      path: `${path}/${part}`,
      access: 'VIEW_VAM_DASHBOARD',
      walk: [],
      handle: () => reply.redirect(path),
    }),
  ),
];
