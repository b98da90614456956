import { z } from 'zod';
import { PostConsumerPage, type PostConsumerContent } from '../../../views/post-consumer/post-consumer-page';
import { findDataSpan } from '../../domain/measures';
import { listPlaces } from '../../domain/places';
import { locationFilter, siteFilter, type PlacesOffer } from '../../domain/places/place.filters';
import type { ChoiceSite } from '../../domain/places/secured-items.contract';
import { may, scopeOf } from '../../platform/actor';
import { fail } from '../../platform/errors';
import { defineCall, definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { reportFailure } from '../../platform/http/report-failure';
import { defineTable, type Reader } from '../../platform/table/define-table';
import {
  choice,
  datesOf,
  dayRange,
  latestWeeks,
  reportFilters,
  type FilterOffer,
} from '../../platform/table/report-filters';
import { withParameters } from '../../platform/table/table-query';
import { fieldProblems } from '../../platform/table/week-range-messages';
import { rangeProblems } from '../../platform/table/week-range.rules';
import { localDateOf } from '../../platform/time';
import { signOf } from '../volumes';
import { loadEffects } from './campaigns.service';
import { listCampaigns } from './campaigns.store';
import { readStrip, saveGuests } from './guest-strip.service';
import { exportQuery, guestForm, guestStage, type GuestRow } from './guest.contract';
import { loadGuests, rowsOf, stagesOf, type GuestQuestion } from './guest.service';
import { editing, path, viewing as access, type PageContext } from './post-consumer-pages';

type GuestOffer = FilterOffer & PlacesOffer;

const said = (label: string) => label;

const guestFilters = reportFilters<GuestOffer>()(
  [
    dayRange({ label: 'performance.filters.range', presetLabel: (preset, t) => t(`foodWaste.preset.${preset}`) }),
    choice('wasteStageId', {
      field: guestStage.optional().catch(undefined),
      label: 'performance.filters.stage',
      options: ({ t }: GuestOffer) => [
        { value: '', label: t('events.leftByGuests') },
        { value: '9', label: t('global.stage9') },
        { value: '23', label: t('global.stage23') },
      ],
      chip: said,
    }),
    siteFilter,
    locationFilter,
  ],
  { kept: [], pages: ['done', 'count'], reset: 'performance.filters.reset' },
);

/** What no longer fits is read as absent, so that an old link still shows a page. */
const guestQuery = z.object({
  ...guestFilters.query,
  done: z.enum(['saved', 'same']).optional().catch(undefined),
  count: z.coerce.number().int().min(0).max(100).optional().catch(undefined),
});
type GuestQuery = z.infer<typeof guestQuery>;

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));

const guestTable = defineTable<GuestRow, Reader>()({
  size: 100,
  columns: {
    dimension: { label: 'foodWaste.csv.dimension', csv: ({ of }, { t }) => t(`postConsumer.csv.${of}`) },
    value: { label: 'foodWaste.csv.value', csv: ({ name }) => name },
    site: { label: 'legacy.fields.siteName', csv: ({ siteName }) => siteName },
    grams: { label: 'vam.csv.grams', csv: ({ g }) => rounded(g, 2) },
    countedGrams: { label: 'vam.csv.countedGrams', csv: ({ countedG }) => rounded(countedG, 2) },
    guests: { label: 'postConsumer.csv.guests', csv: ({ countedVolume }) => countedVolume ?? '' },
    perGuest: {
      label: 'postConsumer.csv.perGuest',
      csv: ({ perGuest }) => (perGuest === null ? '' : rounded(perGuest, 4)),
    },
    openDays: { label: 'vam.csv.openDays', csv: ({ openDays }) => openDays ?? '' },
    trackedDays: { label: 'vam.csv.trackedDays', csv: ({ trackedDays }) => trackedDays ?? '' },
    countedDays: { label: 'postConsumer.csv.countedDays', csv: ({ countedDays }) => countedDays ?? '' },
    noRatio: {
      label: 'vam.csv.noRatio',
      csv: ({ noRatio }, { t }) => (noRatio === null ? '' : t(`vam.noRatio.${noRatio}`)),
    },
  },
});

const fileName = 'Post Consumer.csv';

/** Campaigns of the range that the dashboard tells the effect of; the list has them all. */
const shownCampaigns = 5;

const isWrong = ({ start, end }: GuestQuestion, today: string) => {
  const problems = rangeProblems({ start, end, today, grain: 'day' });
  return problems.start !== null || problems.end !== null;
};

/** Where to look for figures when these days hold none. */
async function noData({ stageIds, place }: GuestQuestion, { db, actor, url }: PageContext, today: string) {
  const spans = await Promise.all(stageIds.map((stageId) => findDataSpan(db, scopeOf(actor), { ...place, stageId })));
  const found = spans.flatMap((span) => span ?? []);
  const first = found.map((span) => span.first).sort()[0];
  const last = found
    .map((span) => span.last)
    .sort()
    .at(-1);
  const latest = first && last ? latestWeeks({ first, last }, { today, url }) : null;
  return { kind: 'noData' as const, any: first !== undefined, latest };
}

/** The location whose guests are typed: the chosen one, or the only one there is. */
function chosenIn(sites: readonly ChoiceSite[], { siteId, locationId }: GuestQuestion['place']) {
  const all = sites.flatMap(({ siteId: of, siteName, locations }) =>
    siteId === undefined || siteId === of ? locations.map((one) => ({ ...one, siteName })) : [],
  );
  if (locationId !== undefined) return all.find((one) => one.locationId === locationId) ?? null;
  return all.length === 1 ? (all[0] ?? null) : null;
}

interface Asked {
  question: GuestQuestion;
  sites: ChoiceSite[];
  today: string;
}

async function contentOf(
  { question, sites, today }: Asked,
  context: PageContext,
): Promise<{ status: number; content: PostConsumerContent }> {
  const { db, actor, locale, now } = context;
  const scope = scopeOf(actor);
  if (isWrong(question, today)) return { status: 422, content: { kind: 'invalid' } };
  try {
    const { start, end, place, stageIds } = question;
    const figures = await loadGuests(db, scope, { question, locale });
    if (figures.all.g === 0 && figures.all.trackedDays === 0)
      return { status: 200, content: await noData(question, context, today) };
    const chosen = chosenIn(sites, place);
    const [strip, campaigns] = await Promise.all([
      chosen && readStrip(db, scope, { ...chosen, start, end, stageIds, now }),
      listCampaigns(db, scope, { start, end, ...place, limit: 50 }),
    ]);
    const told = campaigns.slice(0, shownCampaigns);
    const effects = await loadEffects(db, scope, { campaigns: told, today });
    return {
      status: 200,
      content: {
        kind: 'report',
        figures,
        strip,
        campaigns: campaigns.map((campaign, at) => ({ campaign, effect: effects[at] ?? null })),
      },
    };
  } catch (error) {
    return reportFailure(error, context, 'post consumer');
  }
}

async function dashboardPage(context: PageContext, query: GuestQuery, refused?: RefusedForm): Promise<Reply> {
  const { t, db, actor, url, locale, now } = context;
  const { organisation } = actor;
  const today = localDateOf(now, organisation.timeZone);
  const { startDate: start, endDate: end } = datesOf(query, today, 'last7Days');
  const { siteId, locationId, wasteStageId } = query;
  const question: GuestQuestion = { start, end, stageIds: stagesOf(wasteStageId), place: { siteId, locationId } };
  const sites = await listPlaces(db, scopeOf(actor));
  // The page that answered a form stands at the form's address.
  const at = refused ? addressOf(query) : url;
  const { status, content } = await contentOf({ question, sites, today }, { ...context, url: at });
  const filters = guestFilters.bar({
    action: path,
    url: at,
    values: query,
    offer: { t, today, countries: [], regions: [], segments: [], sites },
  });
  const page = (
    <PostConsumerPage
      {...{ t, filters, content, today }}
      settings={settingsOf(context)}
      sign={signOf(locale)}
      simulated={organisation.simulated}
      sites={sites}
      shown={{ start, end, wasteStageId, place: question.place }}
      hrefWith={(changes) => withParameters(at, { done: null, count: null, ...changes })}
      csvHref={withParameters(`/rest/v1${path}/export`, {
        startDate: start,
        endDate: end,
        wasteStageId: wasteStageId ?? null,
        siteId: siteId ?? null,
        locationId: locationId ?? null,
      })}
      kept={keptIn(query)}
      rights={{
        guests: may(actor, 'EDIT_VOLUMES'),
        sheets: may(actor, 'VIEW_VAM_DASHBOARD'),
        campaigns: may(actor, editing),
      }}
      done={query.done === undefined ? null : { what: query.done, count: query.count ?? 0 }}
      refused={refused ? refusalIn(t, refused) : null}
    />
  );
  return reply.page(page, {
    title: t('postConsumer.title'),
    status: refused ? refusedStatus(refused.failure) : status,
  });
}

/** What of an address a form carries on. */
const keptIn = ({ range, startDate, endDate, siteId, wasteStageId }: GuestQuery): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ range, startDate, endDate, siteId, wasteStageId }).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  );

const addressOf = ({ locationId, ...query }: GuestQuery): string =>
  withParameters(path, { ...keptIn({ locationId, ...query }), locationId: locationId ?? null });

export const dashboardRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    walk: [path, `${path}?range=last13Weeks`, `${path}?wasteStageId=23&range=last4Weeks`],
    query: guestQuery,
    handle: ({ query }, context) => dashboardPage(context, query),
  }),

  definePage({
    method: 'post',
    path: `${path}/guests`,
    access: 'EDIT_VOLUMES',
    body: guestForm,
    async handle({ body }, { acting, locale }) {
      const { locationId, from, to, mark, range, startDate, endDate, siteId, wasteStageId, ...typed } = body;
      const saved = await saveGuests(acting, { locationId, from, to, mark, typed, sign: signOf(locale) });
      const count = saved.changed + saved.deleted;
      const query = guestQuery.parse({ range, startDate, endDate, siteId, wasteStageId, locationId });
      const done = count > 0 ? { done: 'saved', count } : { done: 'same', count: null };
      return reply.redirect(`${withParameters(addressOf(query), done)}#guests`);
    },
    again: (failure, typed, context) => dashboardPage(context, guestQuery.parse(typed), { failure, typed }),
  }),

  // A page that answered a form has the form's address; reloading it by hand must lead somewhere.
  definePage({
    method: 'get',
    path: `${path}/guests`,
    access,
    walk: [],
    handle: () => reply.redirect(path),
  }),

  defineCall({
    method: 'get',
    path: `${path}/export`,
    access,
    opens: { programs: true, scopes: ['waste:read'] },
    fresh: 'data',
    query: exportQuery,
    answerType: 'text/csv',
    summary: 'Export what guests left for each guest, by day, location, source, daypart and item, as CSV.',
    async handle({ query }, { t, db, viewer, locale }) {
      const { startDate: start, endDate: end, wasteStageId, siteId, locationId } = query;
      const fields = fieldProblems(rangeProblems({ start, end, today: viewer.today, grain: 'day' }));
      if (fields.length > 0) throw fail.badRequest('errors.badRequest', { fields });
      const question = { start, end, stageIds: stagesOf(wasteStageId), place: { siteId, locationId } };
      const figures = await loadGuests(db, viewer.scope, { question, locale });
      const rows = rowsOf(figures, t('legacy.events.notSaid'));
      return reply.csv(guestTable.file(fileName, rows, { t, permissions: viewer.permissions }));
    },
  }),
];
