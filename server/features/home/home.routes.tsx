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
    async handle(_input, { t, db, actor, now, locale }) {
      const view = { t, locale, unit: actor.unit, timeZone: actor.organisation.timeZone };
      if (isInternal(actor)) {
        return reply.page(<OrganisationsPage {...view} organisations={await listOrganisationStates(db, internalOrganisation)} />, { title: t('home.staffTitle') });
      }
      const title = t('home.title', { organisation: actor.organisation.name });
      const figures = may(actor, 'VIEW_BASE_LPO_PAGE') ? await loadFigures(db, actor, now) : null;
      return reply.page(<HomePage {...view} title={title} simulated={actor.organisation.simulated} figures={figures} />, { title });
    },
  }),
];
