import type { Feature } from '../platform/feature';
import { feature as baselines } from './baselines';
import { feature as calendar } from './calendar';
import { feature as deploymentStatus } from './deployment-status';
import { feature as devices } from './devices';
import { feature as enterWaste } from './enter-waste';
import { feature as events } from './events';
import { feature as home } from './home';
import { feature as imports } from './imports';
import { feature as legacyPages } from './legacy-pages';
import { feature as organisations } from './organisations';
import { feature as parkedJobs } from './parked-jobs';
import { feature as performance } from './performance';
import { feature as referenceValues } from './reference-values';
import { feature as rollups } from './rollups';
import { feature as sites } from './sites';
import { feature as wasteEvents } from './waste-events';

/** Every feature of the product, one line each. */
export const features: Feature[] = [baselines, calendar, deploymentStatus, devices, enterWaste, events, home, imports, legacyPages, organisations, parkedJobs, performance, referenceValues, rollups, sites, wasteEvents];
