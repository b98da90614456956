import { describe, expect, it, vi } from 'vitest';
import { proofUrl } from './proof-needed';
import { addressOf, createRequest, RequestError } from './request';
import { signedOutUrl } from './signed-out';

function answering(status: number, body: string) {
  const send = vi.fn<typeof fetch>(async () => new Response(status === 204 ? null : body, { status }));
  const onSignedOut = vi.fn();
  return {
    send,
    onSignedOut,
    request: createRequest({ fetch: send, onSignedOut, onClientViewEnded: vi.fn(), onProofNeeded: vi.fn() }),
  };
}

describe('addressOf', () => {
  it.each([
    ['/rest/v1/a', {}, '/rest/v1/a'],
    [
      '/a',
      { x: 1, empty: '', none: null, not: undefined, list: ['A', 'I'], no: false },
      '/a?x=1&list=A&list=I&no=false',
    ],
    ['/a?b=1', { c: 'ä & ö' }, '/a?b=1&c=%C3%A4+%26+%C3%B6'],
  ])('%s with %o', (path, query, address) => expect(addressOf(path, query)).toBe(address));

  it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'relative'])(
    'refuses %s',
    (path) => {
      expect(() => addressOf(path)).toThrow(TypeError);
    },
  );
});

describe('request', () => {
  it('sends JSON to this site with the header that forms cannot send', async () => {
    const { request, send } = answering(200, '{"ok":true}');
    await expect(request('/rest/v1/things', { method: 'PUT', body: { a: 1 } })).resolves.toEqual({ ok: true });
    expect(send.mock.calls[0]).toEqual([
      '/rest/v1/things',
      {
        method: 'PUT',
        credentials: 'same-origin',
        redirect: 'error',
        body: '{"a":1}',
        headers: { Accept: 'application/json', 'X-Requested-With': 'fetch', 'Content-Type': 'application/json' },
      },
    ]);
  });

  it('takes an answer without a body', async () => {
    await expect(answering(204, '').request('/a', { method: 'DELETE' })).resolves.toBeUndefined();
  });

  // Spec 8: HTTP 401 or 403: log out, go to /login
  it.each([
    [401, 1],
    [403, 1],
    [404, 0],
    [422, 0],
    [500, 0],
  ])('%d leaves for the sign-in %d times', async (status, times) => {
    const { request, onSignedOut } = answering(
      status,
      '{"code":"errors.x","message":"No.","requestId":"r1","fields":[{"field":"name","code":"tooLong","message":"Too long."}]}',
    );
    const error = await request('/a').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({
      status,
      code: 'errors.x',
      message: 'No.',
      requestId: 'r1',
      fields: { name: 'Too long.' },
    });
    expect(onSignedOut).toHaveBeenCalledTimes(times);
  });

  it.each([
    [200, '<html>'],
    [502, 'Bad gateway'],
  ])('%d with %s is unreadable', async (status, body) => {
    await expect(answering(status, body).request('/a')).rejects.toMatchObject({ status, code: 'unreadable' });
  });

  it('says when there was no answer', async () => {
    const request = createRequest({
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
      onSignedOut: vi.fn(),
      onClientViewEnded: vi.fn(),
      onProofNeeded: vi.fn(),
    });
    await expect(request('/a')).rejects.toMatchObject({ status: 0, code: 'network' });
  });

  it('lets an abort through as it is', async () => {
    const request = createRequest({
      fetch: () => Promise.reject(new DOMException('gone', 'AbortError')),
      onSignedOut: vi.fn(),
      onClientViewEnded: vi.fn(),
      onProofNeeded: vi.fn(),
    });
    await expect(request('/a')).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it.each([
  [409, { apiErrorCode: 1, apiErrorType: 'ClientViewApiErrorCode' }, 1],
  [409, { code: 'conflict' }, 0],
  [409, { apiErrorCode: 2, apiErrorType: 'ClientViewApiErrorCode' }, 0],
  [422, { apiErrorCode: 1, apiErrorType: 'ClientViewApiErrorCode' }, 0],
])('%d with %o leads to the start of client views %d times, and signs nobody out', async (status, body, times) => {
  const [onSignedOut, onClientViewEnded, onProofNeeded] = [vi.fn(), vi.fn(), vi.fn()];
  const request = createRequest({
    fetch: async () => new Response(JSON.stringify(body), { status }),
    onSignedOut,
    onClientViewEnded,
    onProofNeeded,
  });
  await expect(request('/a')).rejects.toMatchObject({ status });
  expect([onClientViewEnded.mock.calls.length, onSignedOut.mock.calls.length]).toEqual([times, 0]);
});

it.each([
  [403, 'identity.signInAgain', 1],
  [403, 'identity.freshProofNeeded', 1],
  [403, 'forbidden', 0],
  [422, 'identity.signInAgain', 0],
])('%d with %s asks who is there %d times', async (status, code, times) => {
  const [onSignedOut, onProofNeeded] = [vi.fn(), vi.fn()];
  const request = createRequest({
    fetch: async () => new Response(JSON.stringify({ code }), { status }),
    onSignedOut,
    onClientViewEnded: vi.fn(),
    onProofNeeded,
  });
  await expect(request('/a')).rejects.toMatchObject({ status, code });
  expect([onProofNeeded.mock.calls.length, onSignedOut.mock.calls.length]).toEqual([
    times,
    status === 403 ? 1 - times : 0,
  ]);
});

it('is asked who is there on the page that the address of now leads back to', () => {
  expect(proofUrl({ pathname: '/users', search: '?organisation=7' })).toBe(
    '/account/confirm?to=%2Fusers%3Forganisation%3D7',
  );
});

it('says which client view its page was made in', async () => {
  const send = vi.fn<typeof fetch>(async () => new Response('{}'));
  await createRequest({
    fetch: send,
    onSignedOut: vi.fn(),
    onClientViewEnded: vi.fn(),
    onProofNeeded: vi.fn(),
    clientView: () => 'view',
  })('/a');
  expect(send.mock.calls[0]?.[1]?.headers).toMatchObject({ 'X-Client-View': 'view' });
});

// Spec 8: HTTP 401 or 403: remember the current URL
it('remembers the page that the person was on', () => {
  expect(signedOutUrl({ pathname: '/alerts', search: '?q=a&b=c' })).toBe(
    '/logout?ended=1&return=%2Falerts%3Fq%3Da%26b%3Dc',
  );
});
