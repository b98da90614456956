import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../config';
import { createLog } from '../../../platform/log';
import { OutboundRefused, type OutboundCall } from '../../../platform/outbound/outbound';
import { createCaptcha, isPassed } from './captcha';

const visitor = { ip: '203.0.113.7', log: createLog('silent') };
const config = readConfig({ CAPTCHA_SITE_KEY: 'a-site-key-of-the-tests', CAPTCHA_SECRET: 'a captcha secret' });

it('asks Google’s address unless another is set, waits five seconds, and lets nobody in whom it could not ask about', async () => {
  const calls: OutboundCall[] = [];
  const outbound = {
    faultOf: () => null,
    call: async (call: OutboundCall) => {
      calls.push(call);
      throw new OutboundRefused('tooSlow', 'www.google.com');
    },
  };
  await expect(createCaptcha({ config, outbound }).check(visitor, 'a token')).rejects.toMatchObject({
    status: 503,
    code: 'signInChecks.captchaUnavailable',
  });
  expect(calls).toEqual([
    expect.objectContaining({
      url: 'https://www.google.com/recaptcha/api/siteverify',
      method: 'POST',
      timeoutMs: 5_000,
      body: 'secret=a+captcha+secret&response=a+token&remoteip=203.0.113.7',
    }),
  ]);
});

it.each(['not json', '{"ok":true}', ''])('lets nobody in by an answer that is no verdict: %j', async (text) => {
  const outbound = { faultOf: () => null, call: async () => ({ status: 200, headers: {}, body: Buffer.from(text) }) };
  await expect(createCaptcha({ config, outbound }).check(visitor, 'a token')).rejects.toMatchObject({ status: 503 });
});

describe('a verdict', () => {
  it.each([
    ['a solved check', { success: true }, undefined, true],
    ['one that was not', { success: false, 'error-codes': ['timeout-or-duplicate'] }, undefined, false],
    ['a score where none is asked for', { success: true, score: 0.1 }, undefined, true],
    ['the least score', { success: true, score: 0.5 }, 0.5, true],
    ['a score below it', { success: true, score: 0.49 }, 0.5, false],
    ['no score where one is asked for', { success: true }, 0.5, false],
    ['a high score of a check that failed', { success: false, score: 0.9 }, 0.5, false],
    ['something else', { ok: true }, undefined, null],
    ['a page', '<html>', undefined, null],
    ['nothing', null, undefined, null],
  ] as const)('%s', (_case, answer, minScore, passed) => {
    expect(isPassed(answer, { minScore })).toBe(passed);
  });
});
