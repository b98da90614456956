import { z } from 'zod';
import { choicesQuery, type EventChoices } from '../../domain/events/event-choices.contract';
import type { FilterBarView, FilterControlView, FilterOption } from '../../platform/table/report-filters.contract';
import { references } from './events.filters';

/** Lists that grow with the organisation. */
export const longFields = ['siteId', 'locationId', ...references.map(([name]) => name)] as const;
export type LongField = (typeof longFields)[number];

export const eventsChoicesQuery = choicesQuery.extend({ field: z.enum(longFields).default('itemId') });

/** A choice from more options than a page sends: the beginning of the list and what is chosen; the others are searched for. */
export interface LongChoiceView {
  kind: 'long';
  name: LongField;
  label: string;
  value: string;
  /** All, and those without any. */
  fixed: FilterOption[];
  options: EventChoices['options'];
}

export interface EventsBarView extends Omit<FilterBarView, 'controls'> {
  controls: (FilterControlView | LongChoiceView)[];
}
