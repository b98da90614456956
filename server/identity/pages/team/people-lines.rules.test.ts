import { expect, it } from 'vitest';
import { peopleOf } from './people-lines.rules';

it.each([
  ['a@x.test', [{ email: 'a@x.test' }]],
  ['\r\n a@x.test \r\n\r\nb@x.test', [{ email: 'a@x.test' }, { email: 'b@x.test' }]],
  ['a@x.test, Ann Berg', [{ email: 'a@x.test', name: 'Ann Berg' }]],
  ['a@x.test\tAnn', [{ email: 'a@x.test', name: 'Ann' }]],
  ['"Berg, Ann" <a@x.test>', [{ email: 'a@x.test', name: 'Berg, Ann' }]],
  ['<a@x.test>', [{ email: 'a@x.test' }]],
  ['a@x.test, Ann\nA@x.test', [{ email: 'a@x.test', name: 'Ann' }]],
  ['no address', [{ email: 'no address' }]],
  ['', []],
])('reads %j', (text, people) => {
  expect(peopleOf(text)).toEqual(people);
});
