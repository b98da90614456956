import { expect, it } from 'vitest';
import { createKeptPages } from './kept-pages';
import type { PageContent } from './page';

const contentOf = (html: string) => ({ kind: 'page', title: 'Page', html, islands: [] }) as unknown as PageContent;

/** Visitors who ask for the page and make it where nobody else has; the first of them is at it until `slow` is settled. */
async function firstAtWork() {
  const pages = createKeptPages();
  const made: string[] = [];
  const visit = async (name: string, work: () => Promise<string | null>) => {
    const kept = await pages.get('key');
    if (kept) return kept.html;
    let html: string | null = null;
    await pages.make('key', async () => {
      made.push(name);
      html = await work();
      if (html !== null) pages.set('key', contentOf(html));
    });
    return html;
  };
  const slow = later<string | null>();
  const first = visit('first', () => slow.promise);
  await new Promise((done) => setImmediate(done));
  return { made, visit, slow, first };
}

function later<T>() {
  let settle = (_value: T | Error) => {};
  const promise = new Promise<T>((resolve, reject) => {
    settle = (value) => (value instanceof Error ? reject(value) : resolve(value));
  });
  return { promise, settle };
}

it('is made by the first alone, while the others wait for it', async () => {
  const { made, visit, slow, first } = await firstAtWork();
  const others = ['second', 'third'].map((name) => visit(name, async () => 'again'));
  slow.settle('once');
  expect(await Promise.all([first, ...others])).toEqual(['once', 'once', 'once']);
  expect(made).toEqual(['first']);
});

it('that cannot be made fails for all who wait, and is made again by whoever comes later', async () => {
  const { made, visit, slow, first } = await firstAtWork();
  const second = visit('second', async () => 'again');
  slow.settle(new Error('the database is away'));
  const outcomes = await Promise.allSettled([first, second]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await visit('third', async () => 'back')).toBe('back');
  expect(made).toEqual(['first', 'third']);
});

it('that turns out not to be kept is made by each of those who waited', async () => {
  const { made, visit, slow, first } = await firstAtWork();
  const second = visit('second', async () => 'their own');
  slow.settle(null);
  expect(await Promise.all([first, second])).toEqual([null, 'their own']);
  expect(made).toEqual(['first', 'second']);
});
