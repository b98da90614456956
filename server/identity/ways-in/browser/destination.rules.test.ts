import { describe, expect, it } from 'vitest';
import { isGoal, judgeRedirect } from './destination.rules';

const origins = { publicUrl: 'https://tare.test', allowed: ['https://app.partner.test', 'http://localhost:3000'] };
const refused = { kind: 'refused' };
const own = (path: string) => ({ kind: 'own', path });
const other = (url: string) => ({ kind: 'other', url });

describe('a redirectUrl', () => {
  it.each([
    ['/performance?x=1#top', own('/performance?x=1#top')],
    ['https://tare.test/sites', own('/sites')],
    ['https://tare.test:443/sites', own('/sites')],
    ['https://tare.test', own('/')],
    ['home', own('/home')],
    ['https://tare.test//evil.test', own('/evil.test')],
    ['https://app.partner.test/kitchen?id=1', other('https://app.partner.test/kitchen?id=1')],
    ['http://localhost:3000', other('http://localhost:3000/')],
    ['http://localhost:3001', refused],
    ['https://app.partner.test.evil.test/', refused],
    ['https://evil.test/https://app.partner.test', refused],
    ['http://app.partner.test/', refused],
    ['http://tare.test/', refused],
    ['//evil.test', refused],
    ['///evil.test', refused],
    ['/\\evil.test', refused],
    ['\\\\evil.test', refused],
    ['https://tare.test@evil.test', refused],
    ['https://someone@app.partner.test/', refused],
    ['https://app.partner.test:444/', refused],
    ['javascript:alert(1)', refused],
    ['data:text/html,x', refused],
    ['/\t/evil.test', refused],
    ['/home\r\nLocation: https://evil.test', refused],
    [`/${'x'.repeat(2000)}`, refused],
    ['http://[', refused],
    ['', refused],
  ])('%j', (given, judged) => {
    expect(judgeRedirect(given, origins)).toEqual(judged);
  });
});

describe('a saved path', () => {
  it.each([
    ['/home', true],
    ['/sites?x=/login', true],
    ['/loginless', true],
    ['/account/profile', true],
    ['/account', true],
    ['', false],
    ['/login', false],
    ['/login?ended=1', false],
    ['/logout', false],
    ['/account/login', false],
    ['/account/login/magic-link?token=x', false],
    ['/account/logout#x', false],
    ['/account/social/success', false],
    ['/account/activate', false],
    ['/activate-user?token=x', false],
  ])('%j is gone on to: %s', (path, goal) => {
    expect(isGoal(path)).toBe(goal);
  });
});
