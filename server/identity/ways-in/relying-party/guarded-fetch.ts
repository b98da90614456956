import type { CustomFetch } from 'openid-client';
import type { Outbound } from '../../../platform/outbound/outbound';

/** An exchange with a provider is over after this long, and its answer is no larger: somebody waits for it. */
const timeoutMs = 5_000;
const largestAnswer = 200_000;

/**
 * What `openid-client` calls providers with: the guarded way out, which follows no redirect and reaches no private address.
 * @throws OutboundRefused
 */
export const guardedFetch =
  (outbound: Outbound): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const answer = await outbound.call({
      url,
      headers,
      timeoutMs,
      largestAnswer,
      method: method === 'POST' ? 'POST' : 'GET',
      ...(body === null || body === undefined ? {} : { body: body instanceof Uint8Array ? body : String(body) }),
      ...(signal ? { signal } : {}),
    });
    const sent = new Headers(
      Object.entries(answer.headers).flatMap(([name, value]) =>
        [value].flat().flatMap((one) => (one === undefined ? [] : [[name, one] as [string, string]])),
      ),
    );
    return new Response(answer.body.length === 0 ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: sent,
    });
  };
