import { covers } from '../../platform/permissions';
import type { LocalDate } from '../../platform/time';
import { opensEvents } from '../events';

interface Looking {
  /** Of the person, in the organisation of the event. */
  permissions: ReadonlySet<string>;
  /** That of the event, where it is not the person's own. */
  organisationId: number | null;
}

/** Where somebody may look at a single event; null where they may not. */
export function eventHref({ permissions, organisationId }: Looking, eventId: number): string | null {
  if (organisationId === null && opensEvents(permissions)) return `/events?eventId=${eventId}&counts=all&state=all`;
  if (!covers(permissions, 'EDIT_TRANSACTIONS')) return null;
  return `/waste-events?event=${eventId}${organisationId === null ? '' : `&organisationId=${organisationId}`}`;
}

/** Where somebody may look at all events of these days, and of the location where it is one; null where they may not. */
export function eventsHref(
  { permissions, organisationId }: Looking,
  { from, to, locationId }: { from: LocalDate; to: LocalDate; locationId: number | null },
): string | null {
  if (organisationId !== null || !opensEvents(permissions)) return null;
  return `/events?startDate=${from}&endDate=${to}${locationId === null ? '' : `&locationId=${locationId}`}&counts=all&state=all`;
}
