import { expect, it } from 'vitest';
import { guessableWords } from './password.rules';

it('names what somebody would try first, from four letters on', () => {
  const words = guessableWords({
    login: 'J.Holmberg',
    email: 'jo@green-field.test',
    fullName: 'Jo Holmberg-Sjö',
    organisations: ['Greenfield Catering AB'],
  });
  expect(words).toEqual([
    'j.holmberg',
    'holmberg',
    'jo@green-field.test',
    'green',
    'field',
    'test',
    'jo holmberg-sjö',
    'greenfield catering ab',
    'greenfield',
    'catering',
    'tare',
  ]);
});
