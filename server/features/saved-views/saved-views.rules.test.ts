import { expect, it } from 'vitest';
import { savedViewsHref, viewAddressOf } from './saved-views.rules';

it.each([
  ['/food-waste-dashboard', { path: '/food-waste-dashboard', query: '' }],
  ['/food-waste-dashboard?range=last13Weeks&page=3', { path: '/food-waste-dashboard', query: '?range=last13Weeks' }],
  ['/post-consumer?text=a+b&done=saved#top', { path: '/post-consumer', query: '?text=a+b' }],
  ['/post-consumer/../performanceDashboard?siteId=4', { path: '/performanceDashboard', query: '?siteId=4' }],
  ['/users', null],
  ['/performanceDashboard/export', null],
  ['//evil.example/food-waste-dashboard', null],
  ['/\\evil.example/food-waste-dashboard', null],
  ['https://evil.example/food-waste-dashboard', null],
  ['javascript:alert(1)', null],
  ['http://', null],
  ['', null],
])('%j is saved as %j', (address, expected) => {
  expect(viewAddressOf(address)).toEqual(expected);
});

it('a report leads to where it is saved', () => {
  expect(savedViewsHref('/post-consumer?a=1&b=2')).toBe('/saved-views?address=%2Fpost-consumer%3Fa%3D1%26b%3D2');
});
