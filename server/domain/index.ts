import type { Measure } from '../platform/db/readings';
import type { PersonalData } from '../platform/personal-data';
import type { Job } from '../platform/resources';
import { settleHolidaysJob } from './calendar';
import { eventsOfPerson } from './events';
import { rollupJobs } from './measures';
import { restrictionsOfPerson } from './places';
import { rollupLag } from './weeks';

/** The work that the domain does behind requests. */
export const domainJobs: Job[] = [settleHolidaysJob, ...rollupJobs];

/** Figures for the operator's monitoring. */
export const domainReadings: Measure[] = [rollupLag];

/** What it keeps of a person. */
export const domainPersonalData: PersonalData[] = [restrictionsOfPerson, eventsOfPerson];
