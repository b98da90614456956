import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { weeklyTotals, weeklyTotalsQuery } from './weekly-totals.contract';
import { sumByElement } from './weekly-totals.service';

export const weeklyTotalsRoutes: Route[] = [
  defineCall({
    method: 'get',
    path: '/waste-events/weekly-totals',
    access: 'VIEW_NEW_FOOD_WASTE_DASHBOARD',
    opens: { programs: true, scopes: ['waste:read'] },
    anyOrganisation: true,
    query: weeklyTotalsQuery,
    answer: weeklyTotals,
    summary: 'Get weight, cost and transactions of whole weeks by the values of one element, from the weekly roll-ups.',
    handle: async ({ query }, { db, locale, acting }) =>
      reply.json(await sumByElement(db, acting.scope, { ...query, locale })),
  }),
];
