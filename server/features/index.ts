import type { Feature } from '../platform/feature';

/** Every feature of the product, one line each. */
export const features: Feature[] = [];
