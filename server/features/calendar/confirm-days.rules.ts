/** What pages need to know of opening days that nobody has confirmed. */
export interface UnconfirmedIds {
  locationIds: number[];
  /** Whether the viewer may confirm them. */
  mayConfirm: boolean;
}

/** Where the opening days of a location are confirmed. */
export const confirmDaysHref = (locationId: number) => `/locationCalendar?location=${locationId}#pattern`;

/** Of a location that waits: where the viewer confirms its days. */
export interface WaitingDays {
  /** null for whoever may not. */
  href: string | null;
}

/** null for a location that is judged. */
export const waitingDaysOf = ({ locationIds, mayConfirm }: UnconfirmedIds, locationId: number): WaitingDays | null =>
  locationIds.includes(locationId) ? { href: mayConfirm ? confirmDaysHref(locationId) : null } : null;
