import { describe, expect, it } from 'vitest';
import { afterLook, graceDays, missingOf, type SsoFields } from './sso.rules';

const empty: SsoFields = {
  type: 'saml',
  enabled: false,
  ssoEndpoint: '',
  ssoBinding: 'redirect',
  idpEntityId: '',
  publicCertificate: '',
  signRequest: false,
  sloEndpoint: '',
  sloAnswerEndpoint: '',
  oidcClientId: '',
};

describe('what is missing of a provider', () => {
  it.each([
    [{}, false, ['ssoEndpoint', 'publicCertificate']],
    [{ type: 'okta', ssoEndpoint: 'https://idp.test' }, false, ['publicCertificate']],
    [{ type: 'azure', ssoEndpoint: 'https://idp.test', publicCertificate: 'PEM' }, false, []],
    [{ type: 'oidc', publicCertificate: 'PEM' }, true, ['ssoEndpoint', 'oidcClientId']],
    [{ type: 'oidc', ssoEndpoint: 'https://idp.test', oidcClientId: 'tare' }, false, ['oidcSecret']],
    [{ type: 'oidc', ssoEndpoint: 'https://idp.test', oidcClientId: 'tare' }, true, []],
  ] as [Partial<SsoFields>, boolean, string[]][])('%j with a secret: %s', (fields, hasSecret, expected) => {
    expect(missingOf({ ...empty, ...fields }, { hasSecret })).toEqual(expected);
  });
});

describe('a look at the records of a domain', () => {
  const now = new Date('2026-11-25T12:00:00Z');
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const never = { validatedAt: null, missingSince: null };
  const proven = { validatedAt: ago(30), missingSince: null };
  it.each([
    ['proves it', never, 'found', { validatedAt: now, missingSince: null }],
    ['proves nothing without the record', never, 'missing', never],
    ['proves nothing without an answer', never, 'unknown', never],
    ['keeps what was proved', proven, 'found', proven],
    ['begins the grace', proven, 'missing', { ...proven, missingSince: now }],
    ['does not begin it without an answer', proven, 'unknown', proven],
    [
      'goes on with the grace',
      { ...proven, missingSince: ago(graceDays - 1) },
      'missing',
      { ...proven, missingSince: ago(graceDays - 1) },
    ],
    ['ends the proof after the grace', { ...proven, missingSince: ago(graceDays) }, 'missing', never],
    [
      'does not end it without an answer',
      { ...proven, missingSince: ago(graceDays) },
      'unknown',
      { ...proven, missingSince: ago(graceDays) },
    ],
    ['forgets the grace when the record is back', { ...proven, missingSince: ago(graceDays - 1) }, 'found', proven],
  ] as const)('%s', (_what, before, found, expected) => {
    expect(afterLook(before, found, now)).toEqual(expected);
  });
});
