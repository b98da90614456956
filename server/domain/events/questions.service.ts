import type { Acting } from '../../platform/acting';
import type { Db, Trx } from '../../platform/db/database';
import { fail, type Failure } from '../../platform/errors';
import { defaultLocale } from '../../platform/i18n/messages';
import type { CheckedEvent } from './checked-event.contract';
import type { References } from './event.rules';
import { mayBeImplausible } from './implausible.rules';
import { fieldOf, nothingBefore, questionsAbout, sayingOf, usualPrice, type Asked } from './questions.rules';
import { readWeighedBefore } from './weighed-before.store';

interface Asking {
  events: readonly CheckedEvent[];
  references: Pick<References, 'costRules' | 'locations'>;
  exceptEventId?: number;
}

/**
 * What there is to ask about each of the events, in their order; ask before they are written. Looks at earlier weighings only
 * where one is heavy or expensive enough to be asked about.
 */
export async function askAbout(
  db: Db | Trx,
  organisationId: number,
  { events, references: { costRules, locations }, exceptEventId }: Asking,
): Promise<Asked[][]> {
  const priceAt = (locationId: number) => usualPrice(costRules, locations.get(locationId)?.currency ?? '');
  const looked = events.filter(({ netGrams, costAmount, locationId }) =>
    mayBeImplausible(netGrams, Number(costAmount ?? 0), priceAt(locationId)),
  );
  const before = await readWeighedBefore(db, organisationId, {
    locationIds: looked.map(({ locationId }) => locationId),
    exceptEventId,
  });
  return events.map((event) =>
    questionsAbout(event, {
      before: before.get(event.locationId) ?? nothingBefore,
      pricePerKg: priceAt(event.locationId),
    }),
  );
}

/** The questions that a failure asks; undefined where it asks none. */
export const questionsOf = ({ code, options: { wire } }: Failure): readonly string[] | undefined =>
  code === 'wasteEvents.confirmFirst' && Array.isArray(wire?.questions) ? (wire.questions as string[]) : undefined;

/** Nothing is saved before somebody has said yes. The names of the questions are what a caller sends back as `confirm`. */
export function confirmFirst({ actor }: Pick<Acting, 'actor'>, asked: readonly Asked[]): Failure {
  const locale = actor.kind === 'person' ? actor.locale : defaultLocale;
  return fail.conflict('wasteEvents.confirmFirst', {
    fields: asked.map((one) => ({ field: fieldOf(one), code: one.code, params: sayingOf(one, locale) })),
    wire: { questions: asked.map(({ question }) => question) },
  });
}
