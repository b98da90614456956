import { z } from 'zod';
import { largestResponse } from '../../ways-in/sso/saml-response';
import { maybe } from '../../wire.contract';

/** Front ends send the name under one of two keys. */
export const preLoginBody = z
  .object({
    email: maybe(z.string().max(254)),
    username: maybe(z.string().max(254)),
    tenantId: maybe(z.string().max(100)),
  })
  .transform(({ email, username, tenantId }) => ({ email: email ?? username ?? '', tenantId }));

const relayState = z.string().min(1).max(200);
const response = z
  .string()
  .min(1)
  .transform((text) => text.slice(0, largestResponse + 1));

/** Of a text that is too long, as much as shows that it is: it is judged, and refused, with all others. */
export const samlAnswer = z.object({ RelayState: relayState, SAMLResponse: response });

/** The same from a page of the provider's, which may have begun by itself and then names no request. */
export const postedAnswer = z.object({ RelayState: relayState.optional().catch(undefined), SAMLResponse: response });

const failed = z.string().max(4_000).optional().catch(undefined);

/** What our callback hands on to the browser that brought an answer: a secret stands where the response did. */
export const samlArrival = z.object({
  RelayState: relayState.optional().catch(undefined),
  SAMLResponse: z.string().max(100).optional().catch(undefined),
  error: failed,
});

/** With room for what a form adds to each of its signs. */
export const largestAnswer = { bytes: 2 * largestResponse };

const code = z.string().min(1).max(4_000);
/** Where a front end says that the answer came. */
const redirectUri = maybe(z.string().max(2_000));

/** The same answer under the two names that front ends have for what an OpenID provider brings back. */
export const oidcAnswer = z.object({ code, state: relayState, redirectUri });
export const oidcAnswerV2 = z.object({ code, RelayState: relayState, redirectUri });

/** As an OpenID provider sends it by a browser; what cannot be read of it is not there. */
const parameter = z.string().max(4_000).optional();
export const oidcCallbackQuery = z.object({
  code: parameter,
  state: relayState.optional().catch(undefined),
  iss: parameter,
  error: parameter,
});
export const oidcArrival = z.object({
  code: parameter.catch(undefined),
  state: relayState.optional().catch(undefined),
  error: failed,
});
