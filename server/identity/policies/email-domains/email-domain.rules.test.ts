import { describe, expect, it } from 'vitest';
import { spelledDomain } from '../../../platform/email-address.rules';
import { allowsDomain, domainOf } from './email-domain.rules';

describe('spelledDomain', () => {
  it.each([
    ['example.org', 'example.org'],
    ['Example.ORG', 'example.org'],
    ['@example.org', 'example.org'],
    ['example.org.', 'example.org'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['a.b.example.org', 'a.b.example.org'],
    ['localhost', null],
    ['', null],
    ['kim@example.org', null],
    ['example.org/x', null],
    ['10.0.0.1', null],
    ['ex ample.org', null],
    ['*.example.org', null],
    ['-a.org', null],
    ['example..org', null],
  ])('%j is %j', (text, expected) => {
    expect(spelledDomain(text)).toBe(expected);
  });

  it.each([
    ['Kim@Example.org', 'example.org'],
    ['"a@b"@example.org', 'example.org'],
    ['kim', null],
  ])('of the address %s is %s', (email, expected) => {
    expect(domainOf(email)).toBe(expected);
  });
});

describe('allowsDomain', () => {
  it.each([
    ['off', { active: false, listType: 'ALLOW', blockPublicDomains: true, listed: [] }, 'gmail.com', true, true],
    [
      'allowed',
      { active: true, listType: 'ALLOW', blockPublicDomains: false, listed: ['example.org'] },
      'example.org',
      false,
      true,
    ],
    [
      'below an allowed one',
      { active: true, listType: 'ALLOW', blockPublicDomains: false, listed: ['example.org'] },
      'x.example.org',
      false,
      false,
    ],
    [
      'beside the allowed ones',
      { active: true, listType: 'ALLOW', blockPublicDomains: false, listed: ['example.org'] },
      'badexample.org',
      false,
      false,
    ],
    [
      'with nothing allowed',
      { active: true, listType: 'ALLOW', blockPublicDomains: false, listed: [] },
      'example.org',
      false,
      false,
    ],
    [
      'blocked',
      { active: true, listType: 'BLOCK', blockPublicDomains: false, listed: ['example.org'] },
      'example.org',
      false,
      false,
    ],
    [
      'below a blocked one',
      { active: true, listType: 'BLOCK', blockPublicDomains: false, listed: ['example.org'] },
      'x.example.org',
      false,
      false,
    ],
    [
      'that only ends alike',
      { active: true, listType: 'BLOCK', blockPublicDomains: false, listed: ['example.org'] },
      'badexample.org',
      false,
      true,
    ],
    ['public', { active: true, listType: 'BLOCK', blockPublicDomains: false, listed: [] }, 'gmail.com', true, true],
    [
      'public where these are blocked',
      { active: true, listType: 'BLOCK', blockPublicDomains: true, listed: [] },
      'gmail.com',
      true,
      false,
    ],
    [
      'public, blocked and allowed by name',
      { active: true, listType: 'ALLOW', blockPublicDomains: true, listed: ['gmail.com'] },
      'gmail.com',
      true,
      false,
    ],
    ['that is none', { active: true, listType: 'BLOCK', blockPublicDomains: false, listed: [] }, null, false, false],
  ] as const)('a domain %s', (_name, policy, domain, isPublic, expected) => {
    expect(allowsDomain({ ...policy, isPublic }, domain)).toBe(expected);
  });
});
