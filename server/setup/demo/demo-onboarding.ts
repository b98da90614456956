import { listSiteBeginnings } from '../../domain/places';
import { changeStep, startOnboarding } from '../../features/onboarding';
import type { ActingPersonally } from '../../platform/acting';
import { addDays, localDateOf, type LocalDate } from '../../platform/time';

/** Between the agreement and the first weighing. */
const daysBefore = 21;
const trained = [6, 4, 9];
const blocker = 'The kitchen manager is on leave until the end of the month.';

/** The sites of the simulated caterer that began last, on their way to the first review; one of them is held up. */
export async function addDemoOnboarding(acting: ActingPersonally): Promise<void> {
  const { db } = acting;
  const { userId } = acting.actor;
  const begun = (await listSiteBeginnings(db, acting.scope)).flatMap(({ siteId, timeZone, locations }) => {
    const days = locations.flatMap(({ firstDay }) => firstDay ?? []).sort();
    return days[0] === undefined ? [] : [{ siteId, timeZone, firstDay: days[0] as LocalDate }];
  });
  const newest = begun.sort((one, other) => other.firstDay.localeCompare(one.firstDay)).slice(0, trained.length);
  for (const [nth, { siteId, timeZone, firstDay }] of newest.entries()) {
    const startedOn = addDays(firstDay, -daysBefore);
    await startOnboarding(acting, { siteId, startedOn, templateId: null });
    await changeStep(acting, { siteId, step: 'agreement', version: 1 }, { doneOn: startedOn, doneBy: userId });
    await changeStep(
      acting,
      { siteId, step: 'training', version: 2 },
      { doneOn: addDays(firstDay, -1), people: trained[nth] ?? null, doneBy: userId, ownerId: userId },
    );
    if (nth === 0)
      await changeStep(
        acting,
        { siteId, step: 'goal', version: 3 },
        { blocker, blockedOn: localDateOf(acting.now, timeZone), ownerId: userId },
      );
  }
}
