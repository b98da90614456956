import { describe, expect, it } from 'vitest';
import { readConfig, WrongSettings } from './config';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://tare.example.org',
  SESSION_SECRET: 'x'.repeat(32),
  DATABASE_URL: 'postgres://tare@db/tare',
};

function reasonsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return error instanceof WrongSettings ? error.reasons : [String(error)];
  }
}

describe('readConfig', () => {
  it('starts with nothing set: embedded, with the demo', () => {
    expect(readConfig({})).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', databaseUrl: undefined, demo: true, production: false, secure: false });
  });

  it('loads no demo into a database of one’s own unless asked', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://db/tare' }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL: 'postgres://db/tare', DEMO: '1' }).demo).toBe(true);
    expect(readConfig({ DEMO: '0' }).demo).toBe(false);
  });

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ REDIS_URL: '' }).redisUrl).toBeUndefined();
  });

  it('is secure where people come by https', () => {
    expect(readConfig(production)).toMatchObject({ production: true, secure: true, demo: false });
  });

  it.each([
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: 'three' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'tare.example.org' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://tare.example.org/path' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db' }],
    ['REDIS_URL', { REDIS_URL: 'http://redis' }],
    ['SESSION_SECRET', { SESSION_SECRET: 'short' }],
    ['DEMO', { DEMO: 'yes' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'maybe' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['METRICS_PORT', { METRICS_PORT: '0' }],
    ['METRICS_PORT', { PORT: '4000', METRICS_PORT: '4000' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['START_WAIT_SECONDS', { START_WAIT_SECONDS: '-1' }],
    ['STOP_GRACE_SECONDS', { STOP_GRACE_SECONDS: '60' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['PORT', { PORT: '0' }],
    ['DEMO_PASSWORD', { ...production, DEMO: '1' }],
    ['SESSION_SECRET', { ...production, SESSION_SECRET: '' }],
    ['PUBLIC_URL', { ...production, PUBLIC_URL: '' }],
    ['DATABASE_URL', { ...production, DATABASE_URL: '' }],
    ['RATE_LIMITS', { ...production, RATE_LIMITS: 'off' }],
  ])('refuses a wrong %s by its name', (name, env) => {
    expect(reasonsOf(env)).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
  });

  it.each([
    ['1', 1],
    ['loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
    ['fd00::/8', 'fd00::/8'],
  ])('trusts the proxies %s', (text, expected) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(expected);
  });

  it('takes forms from every spelling of this machine while no public address is set', () => {
    expect(readConfig({}).ownOrigins).toContain('http://127.0.0.1:3000');
    expect(readConfig({ PUBLIC_URL: 'https://tare.example.org' }).ownOrigins).toEqual(['https://tare.example.org']);
  });

  it('never repeats a secret', () => {
    expect(reasonsOf({ SESSION_SECRET: 'hunter2', METRICS_TOKEN: 'hunter3' }).join()).not.toMatch(/hunter/);
  });
});
