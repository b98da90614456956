import { z } from 'zod';
import { AlertsPage } from '../../../views/alerts/alerts-page';
import { listReachable, lookUpSites, selectHome } from '../../domain/places';
import { definePage, reply, type Context, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import type { Translate } from '../../platform/i18n/messages';
import { covers } from '../../platform/permissions';
import { chipText, choice, entry, reportFilters } from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import { beginningOf, beginningQuery } from './alert-beginning';
import { listAlerts } from './alerts.store';
import { alertTable } from './alerts.table';

const editing = 'EDIT_NOTIFICATIONS';

interface AlertOffer {
  t: Translate;
  /** Active ones that the reader sees. */
  sites: { siteId: number; siteName: string }[];
}

const everySite = '0';

/** What does not fit is read as not given, so that an old link still shows the list. */
const alertFilters = reportFilters<AlertOffer>()(
  [
    choice('siteId', {
      field: z.coerce.number().int().min(0).catch(0).default(0),
      label: 'alerts.site',
      // All sites, and two to choose between.
      least: 3,
      options: ({ t, sites }: AlertOffer) => [
        { value: everySite, label: t('alerts.allSites') },
        ...sites.map(({ siteId, siteName }) => ({ value: String(siteId), label: siteName })),
      ],
      chip: (label, offer, value) => (value === everySite ? null : chipText(offer, 'alerts.site', label)),
    }),
    entry('searchString', {
      kind: 'search',
      field: lineOfText(100).optional().catch(undefined),
      label: 'alerts.search',
    }),
  ],
  { kept: ['organisationId'], pages: ['page'] },
);

const pageQuery = ({ query }: ReturnType<typeof alertTable>) =>
  z.object({
    organisationId: z.coerce.number().int().positive().optional().catch(undefined),
    ...alertFilters.query,
    ...beginningQuery,
    ...query(),
  });

/** Without the right to change alerts the organisation is one's own, whatever the address says. */
async function actingOn(organisationId: number | undefined, { actor, acting, actingIn }: Context) {
  return covers(actor.permissions, editing) ? actingIn(organisationId) : acting;
}

export const alertPage = (table = alertTable()): Route =>
  definePage({
    method: 'get',
    path: '/alerts',
    access: 'signed-in',
    query: pageQuery(table),
    async handle({ query }, context) {
      const { t, db, locale, actor, url } = context;
      const { scope, actor: person } = await actingOn(query.organisationId, context);
      const mayEdit = covers(person.permissions, editing);
      const sites = (await lookUpSites(db, scope, ['A'])).map(({ siteId, siteName }) => ({ siteId, siteName }));
      const siteId = sites.some((site) => site.siteId === query.siteId) ? query.siteId : 0;
      const filters = { siteId, searchString: query.searchString ?? '' };
      const reader = { t, permissions: person.permissions as typeof actor.permissions };
      const { rows, total, state } = table.paged(
        await listAlerts(db, { actor: person, scope, mayEdit }, filters),
        table.state(query, { reader }),
      );
      const { currencyCode } = await selectHome(db, scope.organisationId);
      const at = { organisationId: scope.organisationId, scope, locale, currencyCode, unit: actor.unit };
      return reply.page(
        <AlertsPage
          t={t}
          settings={settingsOf({ locale, actor })}
          organisationId={scope.organisationId}
          organisations={mayEdit ? await listReachable(db, actor, { permission: editing }) : []}
          bar={alertFilters.bar({ action: '/alerts', url, values: { ...query, siteId }, offer: { t, sites } })}
          filters={filters}
          currencyCode={currencyCode}
          begun={mayEdit ? await beginningOf(db, query, at) : null}
          mayEdit={mayEdit}
          table={table.view({ reader, url, rows, total, state })}
        />,
        { title: t('alerts.title') },
      );
    },
  });
