import { z } from 'zod';
import { maybe } from '../wire/wire.contract';
import { largestResponse } from './saml-response';

/** Front ends send the name under one of two keys. */
export const preLoginBody = z.object({ email: maybe(z.string().max(254)), username: maybe(z.string().max(254)), tenantId: maybe(z.string().max(100)) })
  .transform(({ email, username, tenantId }) => ({ email: email ?? username ?? '', tenantId }));

const relayState = z.string().min(1).max(200);
const response = z.string().min(1).transform((text) => text.slice(0, largestResponse + 1));

/** Of a text that is too long, as much as shows that it is: it is judged, and refused, with all others. */
export const samlAnswer = z.object({ RelayState: relayState, SAMLResponse: response });

/** The same from a page of the provider's, which may have begun by itself and then names no request. */
export const postedAnswer = z.object({ RelayState: relayState.optional().catch(undefined), SAMLResponse: response });

export const samlArrival = z.object({ RelayState: relayState.optional().catch(undefined) });

/** With room for what a form adds to each of its signs. */
export const largestAnswer = { bytes: 2 * largestResponse };
