import { alertBody, changeOwnNotifications, createAlert } from '../../features/alerts';
import type { ActingPersonally } from '../../platform/acting';

const everywhere = { siteId: 0, locationId: 0, deviceId: 0 };
const plateWaste = 9;

const alerts = [
  {
    ...everywhere,
    alertName: 'A whole tray at once',
    alertDesc: 'One weighing of 10 kg or more, in any kitchen.',
    alertCompType: 'netWeightAmount',
    alertUnitId: 12,
    alertOperator: 'GE',
    alertCompValue: 10,
  },
  {
    ...everywhere,
    alertName: 'Costly single weighing',
    alertDesc: 'Worth more than 25 pounds: somebody should ask why.',
    alertCompType: 'reportedCost',
    currencyCode: 'GBP',
    alertOperator: 'GT',
    alertCompValue: 25,
  },
  {
    ...everywhere,
    alertName: 'A full bin of plate waste',
    alertDesc: 'What guests leave over, when it fills a bin.',
    alertCompType: 'netWeightAmount',
    alertUnitId: 12,
    alertOperator: 'GE',
    alertCompValue: 8,
    refAttribs: [{ elementCode: 'WASTESTAGE', values: [{ refId: plateWaste }] }],
  },
];

/** Of the last two days: what is older raises alerts, and nobody is told of it. */
const newsMs = 48 * 3_600_000;

/** A few alerts of somebody's, who is told of the first by e-mail, of what has just come in too. */
export async function addDemoAlerts(acting: ActingPersonally): Promise<void> {
  const { db } = acting;
  const { organisationId } = acting.scope;
  const made: number[] = [];
  for (const alert of alerts) made.push((await createAlert(acting, alertBody.parse(alert))).alertId);
  const [first] = made;
  if (first !== undefined)
    await changeOwnNotifications(acting, [{ alertId: first, notifyEmail: true, notifyFreqCode: 'IMMEDIATE' }]);
  await db.transaction().execute(async (trx) => {
    const { now } = acting;
    const events = await trx
      .selectFrom('waste_event')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('occurred_at', '>=', new Date(now.getTime() - newsMs))
      .execute();
    await acting.domain.eventsTaken(trx, {
      organisationId,
      change: 'taken',
      events: { ids: events.map(({ id }) => id) },
      weeks: [],
      now,
    });
  });
}
