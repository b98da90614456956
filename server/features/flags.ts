import type { FlagDeclarations } from '../platform/feature-flags.rules';
import { features } from './';

/** Every flag of the product, put together from what the features say. */
export const flags: FlagDeclarations = Object.assign({}, ...features.map((feature) => feature.flags ?? {}));
