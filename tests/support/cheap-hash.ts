import { hash } from '@node-rs/argon2';
import { memoize } from '../../server/platform/memoize';

/** The least that argon2id allows: what a test pays for is the rule, and the cost stands in the hash itself. */
const leastCost = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

/** Made once for each password of the tests. Where time is compared, the account needs `hashPassword` of the server. */
export const cheapHash = memoize((password: string) => hash(password, leastCost));
