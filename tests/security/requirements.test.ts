import { describe, expect, it } from 'vitest';
import { covered } from '../../scripts/test/covered.mjs';

/** The requirements of OWASP ASVS 5.0.0 that hold here, grouped as their tests are. */
const ids = [
  'V1.2.4',
  'V1.2.9',
  'V1.2.10',
  'V1.3.4',
  'V1.3.6',
  'V1.3.11',
  'V1.5.1',
  'V1.5.2',
  'V2.2.1/2',
  'V2.3.1',
  'V2.3.3',
  'V2.3.4',
  'V2.4.1',
  'V3.2.1',
  'V3.3.1–4',
  'V3.4.1',
  'V3.4.2',
  'V3.4.3',
  'V3.4.4–6',
  'V3.5.1–3',
  'V3.5.5',
  'V3.7.2',
  'V4.1.3',
  'V4.2.1',
  'V4.4.2–4',
  'V5.2.1/2',
  'V5.3.2, V5.4.1/2',
  'V6.2.1, V6.2.9',
  'V6.2.4, V6.2.12',
  'V6.2.5, V6.2.10',
  'V6.2.8',
  'V6.3.1',
  'V6.3.3',
  'V6.3.4',
  'V6.3.8',
  'V6.4.1',
  'V6.4.3',
  'V6.4.4',
  'V6.5.1',
  'V6.5.2–4',
  'V6.5.5',
  'V6.6.2/3',
  'V6.8.1',
  'V6.8.2/3',
  'V6.8.4',
  'V7.2.3/4',
  'V7.3.1/2',
  'V7.4.1–3, .5',
  'V7.5.1/2',
  'V8.2.1–3, V8.4.1',
  'V8.3.2',
  'V9.1.1–3, V9.2.1–4',
  'V10.1.2, V10.2.1/2',
  'V10.4.1–6',
  'V10.4.8–10',
  'V10.5.1–5',
  'V11.4.2, V11.5.1',
  'V12.3.1/2',
  'V13.2.4, V13.4.2–5',
  'V14.2.1, V14.3.1–3',
  'V15.3.1–4, .6, .7',
  'V16.2.5, V16.3.1–3, V16.4.1',
  'V16.5.1–3',
];

/** What has no test yet waits for this. */
const later: Record<string, string> = {
  'V4.4.2–4': 'WebSockets',
  'V6.3.4': 'a locked account at the sign-in by an identity provider',
  'V6.4.3': 'a test that resets the password of somebody with a second factor and is asked for it at the sign-in',
  'V6.4.4':
    'an administrator who resets somebody’s second factor; a recovery code alone stands in for one that is lost',
  'V12.3.1/2': 'an identity provider, a push service and a mail server with a certificate that is not trusted',
};

/** Attacks, and what libraries do unexpectedly, that have a test of their own. */
const named = {
  Attack: [
    'XSW1–8 and other SAML forgeries',
    'XXE, DTD, entity bomb',
    'cross-tenant SAML',
    'OIDC client',
    'OAuth server',
    'JWT',
    'refresh rotation',
    'session fixation, puzzling',
    'open redirect',
    'CSRF',
    'enumeration',
    'OTP brute force',
    'host header',
    'mass assignment',
    'IDOR across tenants',
    'SSRF',
    'CSV formula',
    'clickjacking with legacy frames',
    'prototype pollution',
    'ReDoS',
    'SVG and polyglot uploads',
    'SCIM, roles, impersonation, policies',
  ],
  Trap: [
    'the session middleware hangs when Redis is away',
    'the pg pool ends the process',
    'passport keeps the session id at sign-in',
    'the sign-in redirects before the session is saved',
    'a rolling session has no absolute limit',
    'Express shows stacks, and breaks on a broken escape',
    'the newest packages need a newer Node',
  ],
};

describe('the tests', () => {
  const proofs = covered(process.cwd());
  const proved = (kind: string) =>
    [...new Set(proofs.filter((proof) => proof.kind === kind).map(({ what }) => what))].sort();

  it('name each requirement that is not for later, and no other', () => {
    expect(proved('ASVS')).toEqual(ids.filter((id) => !(id in later)).sort());
    expect(Object.keys(later).filter((id) => ![...ids, ...named.Attack].includes(id))).toEqual([]);
  });

  it.each(Object.entries(named))('name every %s of the list', (kind, names) => {
    expect(proved(kind)).toEqual(names.filter((name) => !(name in later)).sort());
  });

  it('name rows of the specification', () => {
    expect(proofs.filter(({ kind }) => kind.startsWith('Spec')).length).toBeGreaterThan(200);
  });
});
