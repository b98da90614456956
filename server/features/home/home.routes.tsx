import { HomePage } from '../../../views/home/home-page';
import { OrganisationsPage } from '../../../views/home/organisations-page';
import { internalOrganisation, isInternal, may, scopeOf } from '../../platform/actor';
import { definePage, reply, type Route } from '../../platform/http/define-route';
import { addDays, localDateOf } from '../../platform/time';
import { listStages } from '../filters';
import { loadReport } from '../performance';
import { countAttention, findLastWeek, listOrganisationStates, listWeekTotals } from './home.store';

/** The specification's default stage; whoever does not weigh it sees their first one. */
const usualStage = 8;
const weeks = 13;

export const homeRoutes: Route[] = [
  definePage({
    method: 'get',
    path: '/home',
    access: 'signed-in',
    fresh: 'data',
    async handle(_input, { t, db, actor, now, locale }) {
      const title = t('home.title', { organisation: actor.organisation.name });
      const view = { t, locale, unit: actor.unit, timeZone: actor.organisation.timeZone };
      if (isInternal(actor)) {
        return reply.page(<OrganisationsPage {...view} organisations={await listOrganisationStates(db, internalOrganisation)} />, { title: t('home.staffTitle') });
      }
      if (!may(actor, 'VIEW_BASE_LPO_PAGE')) return reply.page(<HomePage {...view} title={title} simulated={actor.organisation.simulated} figures={null} />, { title });
      const scope = scopeOf(actor);
      const today = localDateOf(now, actor.organisation.timeZone);
      const stages = (await listStages(db, scope)).map((stage) => stage.wasteStageId);
      const stageId = stages.includes(usualStage) ? usualStage : stages[0] ?? usualStage;
      const last = await findLastWeek(db, scope, { stageId, today });
      const report = last ? await loadReport(db, actor, { question: { stageId, start: last, end: addDays(last, 6) }, viewType: 'locations' }) : null;
      const figures = {
        last,
        stageId,
        change: report?.overall.weightChange ?? null,
        tracked: report?.overall.percentOfDaysTracking ?? null,
        weeks: last ? await listWeekTotals(db, scope, { stageId, last, weeks }) : [],
        attention: await countAttention(db, scope, { stageId, last }),
        mayCompare: may(actor, 'VIEW_PERFORMANCE_DASHBOARD'),
        mayImport: may(actor, 'VIEW_DATA_MANAGER') && may(actor, 'EDIT_TRANSACTIONS'),
      };
      return reply.page(<HomePage {...view} title={title} simulated={actor.organisation.simulated} figures={figures} />, { title });
    },
  }),
];
