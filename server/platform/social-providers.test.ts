import { describe, expect, it } from 'vitest';
import { readSocialProviders } from './social-providers';

const read = (given: object | string, production = false) =>
  readSocialProviders(typeof given === 'string' ? given : JSON.stringify(given), { production });
const google = { clientId: 'tare', clientSecret: 'a secret' };
const club = {
  id: 'club',
  displayName: 'Club',
  clientId: 'tare',
  clientSecret: 'a secret',
  scopes: 'openid email',
  authorizationUrl: 'https://id.example/a',
  tokenUrl: 'https://id.example/t',
  issuer: 'https://id.example',
  jwksUrl: 'https://id.example/k',
};

describe('social providers', () => {
  it('are those that are named, each by its published flow or elsewhere', () => {
    const given = read({
      google,
      microsoft: { ...google, issuer: 'https://login.microsoftonline.us/{tenantid}/v2.0' },
      custom: [club],
    });
    expect(
      'providers' in given && given.providers.map(({ id, issuer, tokenUrl, name }) => [id, name, issuer, tokenUrl]),
    ).toEqual([
      [
        'microsoft',
        'Microsoft',
        'https://login.microsoftonline.us/{tenantid}/v2.0',
        'https://login.microsoftonline.com/common/oauth2/v2.0/token',
      ],
      ['google', 'Google', 'https://accounts.google.com', 'https://oauth2.googleapis.com/token'],
      ['club', 'Club', 'https://id.example', 'https://id.example/t'],
    ]);
  });

  const { issuer: _issuer, jwksUrl: _jwksUrl, ...plain } = club;
  it.each([
    ['is not valid JSON', '{'],
    ['google.clientSecret', { google: { clientId: 'tare' } }],
    ['Unrecognized key', { gogle: google }],
    ['apple.privateKey', { apple: { clientId: 'tare', teamId: 't', keyId: 'k', privateKey: 'no key' } }],
    ['google.tokenUrl', { google: { ...google, tokenUrl: 'ftp://x' } }],
    ['custom.0.id', { custom: [{ ...club, id: 'google' }] }],
    ['custom.0.userInfoUrl', { custom: [plain] }],
    ['custom.0.issuer', { custom: [{ ...plain, issuer: 'https://id.example' }] }],
    ['must each have a unique id', { custom: [club, club] }],
  ])('are refused with the reason: %s', (reason, given) => {
    expect(read(given)).toMatchObject({ wrong: [expect.stringContaining(reason)] });
  });

  it('are asked by https in production', () => {
    const here = { google: { ...google, tokenUrl: 'http://127.0.0.1:1/token' } };
    expect(read(here)).toHaveProperty('providers');
    expect(read(here, true)).toEqual({ wrong: ['google.tokenUrl: must be https in production'] });
  });
});
