import { expect, it } from 'vitest';
import { keptPart, nameOfFile, refuseCrop, tagsIn } from './images.rules';

const crop = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

it.each([
  [crop(0, 0, 0, 0), null],
  [crop(50, 0, 45, 0), null],
  [crop(50, 0, 46, 0), 'left'],
  [crop(0, 99, 0, 0), 'top'],
  [crop(10, 60, 10, 40), 'top'],
])('refuses to cut %j: %s', (given, field) => {
  expect(refuseCrop(given)).toBe(field);
});

it('keeps what is not cut off', () => {
  const { left, top, width, height } = keptPart(crop(10, 25, 40, 0));
  expect([left, top, width, height]).toEqual([0.1, 0.25, 0.5, 0.75]);
});

it.each([
  ['', []],
  [' , ,', []],
  ['Soup,  hot   food , soup,SOUP', ['Soup', 'hot food']],
])('reads the tags of %j', (text, tags) => {
  expect(tagsIn(text)).toEqual(tags);
});

it.each([
  ['tomato_soup.JPG', 'tomato soup'],
  ['Bread.v2.final.webp', 'Bread.v2.final'],
  ['.png', ''],
  ['no-type', 'no-type'],
])('names %j after its file', (file, name) => {
  expect(nameOfFile(file)).toBe(name);
});
