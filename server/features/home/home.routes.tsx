import { HomePage } from '../../../views/home/home-page';
import { OrganisationsPage } from '../../../views/home/organisations-page';
import { internalOrganisation, isInternal, may } from '../../platform/actor';
import { definePage, reply, type Route } from '../../platform/http/define-route';
import { loadFigures } from './home.service';
import { listOrganisationStates } from './home.store';

export const homeRoutes: Route[] = [
  definePage({
    method: 'get',
    path: '/home',
    access: 'signed-in',
    fresh: 'data',
    unkept: {
      for: isInternal,
      async handle({ t, db, actor, locale }) {
        const view = { t, locale, unit: actor.unit, timeZone: actor.organisation.timeZone };
        return reply.page(<OrganisationsPage {...view} organisations={await listOrganisationStates(db, internalOrganisation)} />, { title: t('home.staffTitle') });
      },
    },
    async handle(_input, { t, db, viewer, locale }) {
      const { unit, organisation } = viewer;
      const title = t('home.title', { organisation: organisation.name });
      const figures = may(viewer, 'VIEW_BASE_LPO_PAGE') ? await loadFigures(db, viewer) : null;
      return reply.page(<HomePage t={t} locale={locale} unit={unit} timeZone={organisation.timeZone} title={title} simulated={organisation.simulated} figures={figures} />, { title });
    },
  }),
];
