import { DonationsPage, type DonationsContent } from '../../../views/donation-dashboard/donations-page';
import { StatementPage } from '../../../views/donation-dashboard/statement-page';
import { knowsDonations } from '../../domain/catalogue';
import { listFilterOptions, listPlaces } from '../../domain/places';
import { may, type Viewer } from '../../platform/actor';
import { definePage, reply, type KeptContext, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { reportFailure } from '../../platform/http/report-failure';
import { datesOf } from '../../platform/table/report-filters';
import { withParameters } from '../../platform/table/table-query';
import { rangeProblems } from '../../platform/table/week-range.rules';
import { addDays } from '../../platform/time';
import { loadDonations, loadStatement, type DonationQuestion } from './dashboard.service';
import { mayEdit, path, viewing as access } from './donation-pages';
import { dashboardFilters, dashboardQuery, statementFilters, statementQuery } from './donations.filters';
import { receiptDays, usualMeal } from './donations.rules';
import { listPartnerChoices } from './partners.store';
import { listPickups, sumPickups } from './pickups.store';
import { loadPlanned } from './schedules.service';

/** Receipts that are asked for on the dashboard; the list has them all. */
const shownMissing = 5;

interface Asked {
  siteId?: number | undefined;
  locationId?: number | undefined;
  range?: Parameters<typeof datesOf>[0]['range'];
  startDate: string;
  endDate: string;
}

function questionOf({ siteId, locationId, ...range }: Asked, { today }: Viewer): DonationQuestion {
  const { startDate: start, endDate: end } = datesOf(range, today, 'last7Days');
  return { start, end, place: { siteId, locationId } };
}

const isWrong = ({ start, end }: DonationQuestion, { today }: Viewer) => {
  const problems = rangeProblems({ start, end, today, grain: 'day' });
  return problems.start !== null || problems.end !== null;
};

async function contentOf(
  question: DonationQuestion,
  context: KeptContext,
): Promise<{ status: number; content: DonationsContent }> {
  const { db, viewer, locale } = context;
  if (isWrong(question, viewer)) return { status: 422, content: { kind: 'invalid' } };
  try {
    const { start, end, place } = question;
    const [figures, marked, check] = await Promise.all([
      loadDonations(db, viewer, { question, locale }),
      knowsDonations(db, viewer.scope.organisationId),
      sumPickups(db, viewer.scope, { startDate: start, endDate: end, ...place, origin: 'check' }),
    ]);
    return { status: 200, content: { kind: 'report', figures, marked, check } };
  } catch (error) {
    return reportFailure(error, context, 'donation dashboard');
  }
}

/** What is to be done, whatever the days of the figures. */
async function todoOf({ place }: DonationQuestion, { db, viewer: { scope, today }, locale }: KeptContext) {
  const missing = { ...place, missingOn: today };
  const [planned, sums, first] = await Promise.all([
    loadPlanned(db, scope, { today, ...place }),
    sumPickups(db, scope, missing),
    listPickups(db, scope, {
      filter: missing,
      locale,
      limit: shownMissing,
      offset: 0,
      sort: { column: 'day', direction: 'asc' },
    }),
  ]);
  return { planned, missing: { total: sums.total, first } };
}

export const dashboardRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    walk: [path, `${path}?range=last13Weeks&meal=us`],
    fresh: 'data',
    query: dashboardQuery,
    async handle({ query }, context) {
      const { t, db, viewer, locale, url } = context;
      const { scope, today, organisation, unit } = viewer;
      const question = questionOf(query, viewer);
      const meal = query.meal ?? usualMeal(organisation.countryCode);
      const [places, sites, { status, content }, todo] = await Promise.all([
        listFilterOptions(db, scope),
        listPlaces(db, scope),
        contentOf(question, context),
        todoOf(question, context),
      ]);
      const filters = dashboardFilters.bar({
        action: path,
        url,
        values: query,
        offer: { t, today, ...places, countries: [], sites, meal },
      });
      const { start, end, place } = question;
      return reply.page(
        <DonationsPage
          {...{ t, filters, content, meal, today }}
          settings={settingsOf({ locale, actor: { unit, organisation } })}
          simulated={organisation.simulated}
          shown={{ start, end, place }}
          todo={{ ...todo, until: addDays(today, -receiptDays) }}
          rights={{ edits: mayEdit(viewer), marks: may(viewer, 'EDIT_HIERARCHIES') }}
          csvHref={withParameters('/rest/v1/donations/export', {
            startDate: start,
            endDate: end,
            siteId: place.siteId ?? null,
            locationId: place.locationId ?? null,
          })}
          statementHref={withParameters(`${path}/statement`, {
            range: 'custom',
            startDate: start,
            endDate: end,
            siteId: place.siteId ?? null,
          })}
        />,
        { title: t('donations.title'), status },
      );
    },
  }),

  definePage({
    method: 'get',
    path: `${path}/statement`,
    access,
    fresh: 'data',
    query: statementQuery,
    async handle({ query }, context) {
      const { t, db, viewer, locale, url } = context;
      const { scope, today, organisation, unit } = viewer;
      const { partnerId, siteId } = query;
      const question = questionOf({ ...query, locationId: undefined }, viewer);
      const wrong = isWrong(question, viewer);
      const [places, sites, partners, statement] = await Promise.all([
        listFilterOptions(db, scope),
        listPlaces(db, scope),
        listPartnerChoices(db, scope),
        wrong ? null : loadStatement(db, viewer, { question, partnerId, locale }),
      ]);
      const filters = statementFilters.bar({
        action: `${path}/statement`,
        url,
        values: query,
        offer: { t, today, ...places, countries: [], sites, partners },
      });
      const { start, end } = question;
      return reply.page(
        <StatementPage
          {...{ t, filters, statement, start, end, today }}
          settings={settingsOf({ locale, actor: { unit, organisation } })}
          organisation={organisation.name}
          siteName={sites.find((one) => one.siteId === siteId)?.siteName ?? null}
          simulated={organisation.simulated}
          csvHref={withParameters('/rest/v1/donations/statement/export', {
            startDate: start,
            endDate: end,
            partnerId: partnerId ?? null,
            siteId: siteId ?? null,
          })}
        />,
        { title: t('donations.statement.title'), status: wrong ? 422 : 200 },
      );
    },
  }),
];
