import { z } from 'zod';
import { performanceFilters } from './performance.filters';
import { performanceTable } from './performance.table';

/** The address of the dashboard. What does not fit any more is read as not given, so that an old link still shows a page. */
export const pageQuery = z.object({ ...performanceFilters.query, ...performanceTable.query() });

export type PageQuery = z.infer<typeof pageQuery>;
