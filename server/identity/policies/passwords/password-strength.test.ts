import { expect, it } from 'vitest';
import { checkStrength } from './password-strength';

it.each([
  ['passwordpassword', []],
  ['aaaaaaaaaaaa', []],
  ['qwertyuiopas', []],
  ['1234567890123', []],
  ['jonathanholmberg', ['jonathan', 'holmberg']],
  ['Greenfield2026!', ['greenfield']],
  ['tare-tare-tare', ['tare']],
  [`${'a'.repeat(64)}correct horse battery`, []],
])('%s is too weak', async (password, words) => {
  await expect(checkStrength(password, words)).rejects.toMatchObject({ status: 422, code: 'password.tooWeak' });
});

it.each([
  'four words in a row',
  'tare-demo-1234',
  'a password for the tests',
  'vK7#pQ2m!xRz',
  'Weißer Käse auf Schienen',
  'jonathanholmberg',
  `correct horse battery staple${'a'.repeat(228)}`,
])('%s will do', async (password) => {
  await expect(checkStrength(password, ['tare'])).resolves.toBeUndefined();
});
