import { z } from 'zod';
import { HomePage } from '../../../views/home/home-page';
import { OrganisationsPage } from '../../../views/home/organisations-page';
import { listReached, reachingOf } from '../../domain/places';
import { internalOrganisation, isInternal, may } from '../../platform/actor';
import type { Flag } from '../../platform/feature-flags.rules';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import type { Permission } from '../../platform/permissions';
import { seesAll } from '../../platform/restriction.rules';
import { entry, reportFilters } from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import { loadFigures } from './home.service';
import { listOrganisationStates } from './home.store';
import type { OrganisationState } from './organisations.contract';
import { organisationsTable } from './organisations.table';

/** Where staff act in an organisation of their choice, the most asked for first. */
const staffPages: {
  path: string;
  title: 'legacy.events.title' | 'enterWaste.title' | 'legacy.sites.title' | 'legacy.baselines.title';
  needs: Permission;
  flag?: Flag;
}[] = [
  { path: '/waste-events', title: 'legacy.events.title', needs: 'EDIT_TRANSACTIONS' },
  { path: '/enter-waste', title: 'enterWaste.title', needs: 'EDIT_TRANSACTIONS', flag: 'enter-waste' },
  { path: '/sites', title: 'legacy.sites.title', needs: 'EDIT_SITES' },
  { path: '/manage-baselines', title: 'legacy.baselines.title', needs: 'EDIT_BASELINES' },
];

const organisationFilters = reportFilters()(
  [entry('q', { kind: 'search', field: lineOfText(100).optional().catch(undefined), label: 'legacy.ui.search' })],
  { kept: ['sort'], pages: ['page'] },
);

/** The address of the staff's list. */
const organisationsQuery = z.object({ ...organisationFilters.query, ...organisationsTable.query() });

/** By a part of the name, or by the whole id. */
function matching(organisations: readonly OrganisationState[], q: string | undefined): OrganisationState[] {
  const wanted = q?.trim().toLowerCase() ?? '';
  return organisations.filter(({ id, name }) => name.toLowerCase().includes(wanted) || String(id) === wanted);
}

async function organisationsPage({ t, db, actor, locale, url }: Context): Promise<Reply> {
  const query = organisationsQuery.parse(Object.fromEntries(new URL(url, 'http://tare.invalid').searchParams));
  const reader = { t, permissions: actor.permissions };
  const narrowed = (await listReached(db, reachingOf(actor))).filter((one) => !seesAll(one));
  const found = matching(await listOrganisationStates(db, internalOrganisation, narrowed), query.q);
  const page = (
    <OrganisationsPage
      t={t}
      locale={locale}
      unit={actor.unit}
      timeZone={actor.organisation.timeZone}
      forms={actor.organisation.forms}
      filters={organisationFilters.bar({ action: '/home', url, values: query, offer: { t } })}
      table={organisationsTable.view({
        reader,
        url,
        ...organisationsTable.paged(found, organisationsTable.state(query, { reader })),
      })}
      pages={staffPages
        .filter(({ needs }) => may(actor, needs))
        .map(({ path, title, flag }) => ({ path, title: t(title), flag }))}
    />
  );
  return reply.page(page, { title: t('home.staffTitle') });
}

export const homeRoutes: Route[] = [
  definePage({
    method: 'get',
    path: '/home',
    access: 'signed-in',
    fresh: 'data',
    unkept: {
      for: isInternal,
      handle: organisationsPage,
    },
    async handle(_input, { t, db, viewer, locale }) {
      const { unit, organisation } = viewer;
      const title = t('home.title', { organisation: organisation.name });
      const figures = may(viewer, 'VIEW_BASE_LPO_PAGE') ? await loadFigures(db, viewer, locale) : null;
      return reply.page(
        <HomePage
          t={t}
          locale={locale}
          unit={unit}
          timeZone={organisation.timeZone}
          forms={organisation.forms}
          title={title}
          simulated={organisation.simulated}
          figures={figures}
        />,
        { title },
      );
    },
  }),
];
