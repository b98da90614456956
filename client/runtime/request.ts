import { goToClientViewEnded, saysClientViewEnded, shownClientView } from './client-view';
import { asksForProof, goToProof } from './proof-needed';
import { goToSignedOut } from './signed-out';

/** What the product's calls answer when something is wrong. */
export interface ProductError {
  code: string;
  message: string;
  requestId: string;
  fields?: { field: string; code: string; message: string }[];
  /** What is to be confirmed first; the fields ask it. */
  questions?: string[];
}

/** A call that did not succeed. `code` is `network` when there was no answer, `unreadable` when it was no JSON. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  /** The sentence for each field that was refused. */
  readonly fields: Record<string, string>;
  /** The names of what is asked, which a second call says yes to as `confirm`. */
  readonly questions: readonly string[];

  constructor(status: number, error: Partial<ProductError>) {
    super(error.message ?? error.code ?? 'unreadable');
    this.name = 'RequestError';
    this.status = status;
    this.code = error.code ?? 'unreadable';
    this.requestId = error.requestId ?? null;
    this.questions = error.questions ?? [];
    this.fields = Object.fromEntries((error.fields ?? []).map(({ field, message }) => [field, message]));
  }
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Values that are null, undefined or empty are left out; lists repeat the name. */
  query?: Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
}

/** A path with its query; throws TypeError for an address of another site. */
export function addressOf(path: string, query: RequestOptions['query'] = {}): string {
  if (!/^\/(?![/\\])/.test(path)) throw new TypeError(`not a path of this site: ${path}`);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined && one !== '') search.append(name, String(one));
  }
  const text = search.toString();
  return text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path;
}

export interface RequestNeeds {
  fetch: typeof fetch;
  onSignedOut: () => void;
  onClientViewEnded: () => void;
  onProofNeeded: () => void;
  /** The client view that the page was made in; the server does nothing in the name of another. */
  clientView?: () => string | undefined;
}

/** Makes the function that islands call the server with; the parts that touch the browser may be replaced in a test. */
export function createRequest({
  fetch: send,
  onSignedOut,
  onClientViewEnded,
  onProofNeeded,
  clientView,
}: RequestNeeds) {
  return async function request<T>(
    path: string,
    { method = 'GET', query, body, signal }: RequestOptions = {},
  ): Promise<T> {
    const headers: Record<string, string> = { Accept: 'application/json', 'X-Requested-With': 'fetch' };
    const shown = clientView?.();
    if (shown !== undefined) headers['X-Client-View'] = shown;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const init: RequestInit = { method, headers, credentials: 'same-origin', redirect: 'error' };
    if (body !== undefined) init.body = JSON.stringify(body);
    if (signal) init.signal = signal;

    let response: Response;
    try {
      response = await send(addressOf(path, query), init);
    } catch (error) {
      if (signal?.aborted || error instanceof TypeError === false) throw error;
      throw new RequestError(0, { code: 'network' });
    }
    const text = await response.text();
    let answer: unknown;
    let readable = true;
    try {
      answer = text === '' ? undefined : JSON.parse(text);
    } catch {
      readable = false;
    }
    if (asksForProof(response.status, answer)) onProofNeeded();
    else if (response.status === 401 || response.status === 403) onSignedOut();
    if (!readable) throw new RequestError(response.status, { code: 'unreadable' });
    if (saysClientViewEnded(response.status, answer)) onClientViewEnded();
    if (!response.ok) throw new RequestError(response.status, (answer ?? {}) as Partial<ProductError>);
    return answer as T;
  };
}

const onSignedOut = goToSignedOut;

/** Calls the server with JSON. Throws RequestError; on 401 and 403 the page also leaves for the sign-in, or for the question who is there, and at the end of a client view for its start. */
export const request = createRequest({
  fetch: (...args) => window.fetch(...args),
  onSignedOut,
  onClientViewEnded: goToClientViewEnded,
  onProofNeeded: goToProof,
  clientView: shownClientView,
});
