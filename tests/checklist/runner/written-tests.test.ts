import { describe, expect, it } from 'vitest';
import { writtenTests } from './written-tests';

const titles = (text: string) => writtenTests(text).map(({ title, within, skipped }) => `${skipped ? 'never: ' : ''}${[...within, title].join(' > ')}`);

describe('the tests that a file writes', () => {
  it.each([
    ['by themselves and in groups', "it('one', f); describe('a', () => { it(\"two\", f); describe('b', () => test('three', f)); });", ['one', 'a > two', 'a > b > three']],
    ['over cases', "it.each([[1]])('%s is $name', f); it.for(cases)('each', f); it.each`a ${1}`('$a', f);", ['%s is $name', 'each', '$a']],
    ['under a condition', "it.runIf(postgres)('there', f); it.skipIf(embedded)('here', f);", ['there', 'here']],
    ['in a loop, with a template', 'for (const a of as) test(`${a}: opens`, f);', ['${a}: opens']],
    ['switched off', "it.skip('one', f); describe.skip('a', () => { it('two', f); }); test.fixme('three', f);", ['never: one', 'never: a > two', 'never: three']],
    ['of Playwright', "test.use({ a: 1 }); test.describe('a', () => { test.setTimeout(1); test('one', f); });", ['a > one']],
    ['and nothing else', "it.each(titles)(title, f); fit('x', f); call('it', f); // it('no', f)", []],
  ])('%s', (_what, text, expected) => {
    expect(titles(text)).toEqual(expected);
  });
});
