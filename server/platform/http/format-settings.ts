import type { Viewer } from '../actor';
import type { Context } from './define-route';

/** How a page writes figures and times for its reader, in the zone of their organization or of a place. */
export const settingsOf = (
  { locale, actor }: Pick<Context, 'locale'> & { actor: Pick<Viewer, 'unit' | 'organisation'> },
  timeZone = actor.organisation.timeZone,
) => ({ locale, unit: actor.unit, timeZone, forms: actor.organisation.forms });
