import { expect, it } from 'vitest';
import { readClock } from './clock.rules';

it.each([
  ['9:05', '09:05:00'],
  ['09:05:30', '09:05:30'],
  ['9.05', '09:05:00'],
  ['9h05', '09:05:00'],
  ['9 h', '09:00:00'],
  ['9:05 Uhr', '09:05:00'],
  ['0905', '09:05:00'],
  ['1:05 PM', '13:05:00'],
  ['12:30 a.m.', '00:30:00'],
  ['12 p. m.', '12:00:00'],
  ['24:00', '24:00:00'],
])('reads %j', (text, clock) => expect(readClock(text)).toBe(clock));

it.each(['25:99', '9:60', '24:01', '13:05 PM', 'noon', '9', '905', ''])('finds no time in %j', (text) =>
  expect(readClock(text)).toBeNull(),
);
