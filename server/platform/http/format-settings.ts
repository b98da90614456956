import type { Context } from './define-route';

/** How a page writes figures and times for its reader, in the zone of their organization or of a place. */
export const settingsOf = (
  { locale, actor }: Pick<Context, 'locale' | 'actor'>,
  timeZone = actor.organisation.timeZone,
) => ({ locale, unit: actor.unit, timeZone });
