import { z } from 'zod';
import { filterControl, type FilterControlView } from './report-filters.contract';
import { columnHead, type ColumnHead } from './table-view.contract';

/** What a list that is made in the browser shows of its declarations. */
export const listHead = z.strictObject({
  columns: z.array(columnHead),
  sort: z.string().describe('The default sort order, as used in queries.'),
  filters: z.array(filterControl).describe('With their default values.'),
});

export interface ListHead<Key extends string> {
  columns: ColumnHead<Key>[];
  sort: string;
  filters: FilterControlView[];
}
