import type { Feature } from '../platform/feature';
import { feature as home } from './home';
import { feature as rollups } from './rollups';

/** Every feature of the product, one line each. */
export const features: Feature[] = [home, rollups];
