import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { floorPolicy, policyFault } from '../passwords/password-policy.rules';
import { isOnEmbeddedList } from './breaches';

// ASVS V6.2.4, V6.2.12
it('refuses every entry of the list that comes with Tare, by its length or by the list', async () => {
  const list = dictionary['passwords-common'];
  expect(list.length).toBeGreaterThan(40_000);
  const taken: string[] = [];
  for (const entry of list)
    if (policyFault(floorPolicy, entry) === null && !(await isOnEmbeddedList(entry))) taken.push(entry);
  expect(taken).toEqual([]);
  expect(list.some((entry) => policyFault(floorPolicy, entry) === null)).toBe(true);
});
