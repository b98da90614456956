import { describe, expect, it } from 'vitest';
import { isOwnPath, pushText } from './web-push.rules';

describe('a link', () => {
  it.each([
    ['/events/4711', true],
    ['/events?from=2026-03-01#row', true],
    ['https://elsewhere.test/events', false],
    ['//elsewhere.test/events', false],
    ['/\\elsewhere.test/events', false],
    ['/\t/elsewhere.test', false],
    ['javascript:alert(1)', false],
    ['events', false],
    ['', false],
    [`/${'x'.repeat(500)}`, false],
  ])('%s leads to our own origin: %s', (url, own) => {
    expect(isOwnPath(url)).toBe(own);
    const text = () => pushText({ title: 'Title', body: 'Body', url });
    if (own) expect(text()).toEqual({ title: 'Title', body: 'Body', url });
    else expect(text).toThrow('own origin');
  });
});

it('a message fits into a push in any script, and no character is cut in two', () => {
  const { title, body } = pushText({ title: '😀'.repeat(300), body: '漢'.repeat(2_000), url: '/' });
  expect([[...title].length, title.endsWith('😀…'), [...body].length]).toEqual([120, true, 500]);
  expect(Buffer.byteLength(title + body)).toBeLessThan(3_000);
});
