import { describe, expect, it } from 'vitest';
import { nameInForm, profileOfToken, profileOfUserInfo } from './social-profile';

const claims = { iss: 'https://id.example', sub: '7', aud: 'tare', iat: 0, exp: 1 };
const consumers = '9188040d-6c67-4c5b-b112-36a304b66dad';

describe('who a token is of', () => {
  it.each([
    ['google', { email: 'Kim@Example.org', email_verified: true }, ['kim@example.org', true]],
    ['google', { email: 'kim@example.org', email_verified: false }, ['kim@example.org', false]],
    ['google', { email: 'kim@example.org' }, ['kim@example.org', false]],
    ['apple', { email: 'kim@example.org', email_verified: 'true' }, ['kim@example.org', true]],
    ['apple', { email: 'kim@example.org', email_verified: 'false' }, ['kim@example.org', false]],
    ['microsoft', { email: 'kim@example.org', email_verified: true, tid: 'other' }, ['kim@example.org', false]],
    ['microsoft', { email: 'kim@example.org', tid: consumers }, ['kim@example.org', true]],
    ['microsoft', { email: 'kim@example.org', tid: 'other', xms_edov: '1' }, ['kim@example.org', true]],
    ['google', { email: 'no address', email_verified: true }, [null, false]],
    ['google', { email: 7, email_verified: true }, [null, false]],
  ] as const)('%s: %j', (kind, said, expected) => {
    const { email, verified } = profileOfToken({ kind, trustsEmails: false }, { ...claims, ...said });
    expect([email, verified]).toEqual(expected);
  });

  it('trusts an address of which nothing is said where the installation says so, and none that is said not to be verified', () => {
    const trusting = { kind: 'custom', trustsEmails: true } as const;
    expect(
      [{}, { email_verified: false }].map(
        (said) => profileOfToken(trusting, { ...claims, email: 'kim@example.org', ...said }).verified,
      ),
    ).toEqual([true, false]);
  });
});

describe('who a user info is of', () => {
  const github = { userInfoUrl: 'https://api.github.com/user', trustsEmails: true };
  it('takes the primary address where all are listed', () => {
    const emails = [
      { email: 'other@example.org', primary: false, verified: true },
      { email: 'kim@example.org', primary: true, verified: false },
    ];
    expect(profileOfUserInfo(github, { id: 7, login: 'kim', email: 'public@example.org' }, emails)).toEqual({
      issuer: 'https://api.github.com',
      subject: '7',
      email: 'kim@example.org',
      verified: false,
      name: null,
      shownAs: 'kim@example.org',
    });
  });
  it.each([[{}], [null], ['text'], [{ id: '' }]])('is nobody’s: %j', (answer) => {
    expect(profileOfUserInfo(github, answer)).toBeNull();
  });
});

it.each([
  ['{"name":{"firstName":"Kim","lastName":"Novak"}}', 'Kim Novak'],
  ['{"name":{}}', null],
  ['{', null],
  [undefined, null],
  ['{"name":{"firstName":7}}', null],
])('the name in a form, %j', (user, name) => {
  expect(nameInForm(user)).toBe(name);
});
