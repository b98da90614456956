import { z } from 'zod';

/** Longer than any push service's address. */
const longestEndpoint = 1_024;

const endpoint = z
  .url({ protocol: /^https?$/ })
  .max(longestEndpoint)
  .regex(/^[\x21-\x7e]*$/);

/** As `PushSubscription.toJSON()` of a browser gives it; `expirationTime` is not used. */
export const pushSubscription = z.strictObject({
  endpoint,
  expirationTime: z.number().nullish(),
  keys: z.strictObject({
    /** Uncompressed point of P-256, 65 bytes in base64url. */
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    /** 16 bytes in base64url. */
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
});
export type PushSubscriptionInput = z.infer<typeof pushSubscription>;

export const pushEndpoint = z.strictObject({ endpoint });

export const pushKey = z.strictObject({ publicKey: z.string() });
