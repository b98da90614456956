import { expect, it } from 'vitest';
import { isSmall } from './xml-signature.rules';

const tags = (pairs: number) => `<r>${'<e></e>'.repeat(pairs)}</r>`;
const attributes = (each: number) =>
  `<r>${`<e${Array.from({ length: each }, (_, at) => ` a${at}=""`).join('')}/>`.repeat(20)}</r>`;

it.each([
  ['letters', `<r>${'x'.repeat(19_000)}</r>`, `<r>${'x'.repeat(20_000)}</r>`],
  ['tags', tags(99), tags(100)],
  ['attributes', attributes(20), attributes(21)],
])('a document of few %s is verified where it is read, and one of more in the thread', (_what, small, large) => {
  expect([isSmall(small, { keys: 2 }), isSmall(small, { keys: 3 }), isSmall(large, { keys: 2 })]).toEqual([
    true,
    false,
    false,
  ]);
});
