import type { Measure } from '../platform/db/readings';
import type { Job } from '../platform/resources';
import { settleHolidaysJob } from './calendar';
import { rollupJobs } from './measures';
import { rollupLag } from './weeks';

/** The work that the domain does behind requests. */
export const domainJobs: Job[] = [settleHolidaysJob, ...rollupJobs];

/** Figures for the operator's monitoring. */
export const domainReadings: Measure[] = [rollupLag];
