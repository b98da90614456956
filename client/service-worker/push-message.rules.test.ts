import { expect, it } from 'vitest';
import { shownOf } from './push-message.rules';

const message = { title: 'Too much bread', body: '12 kg', tag: '7', url: '/events/7' };

it.each([
  ['a whole message', message, message],
  ['no message', undefined, { title: 'Tare', body: '', tag: '', url: '/home' }],
  ['a text', 'hello', { title: 'Tare', body: '', tag: '', url: '/home' }],
  ['null', null, { title: 'Tare', body: '', tag: '', url: '/home' }],
  ['a link off our own origin', { ...message, url: 'https://elsewhere.test/' }, { ...message, url: '/home' }],
  ['a link to another host', { ...message, url: '//elsewhere.test/' }, { ...message, url: '/home' }],
  [
    'parts that are no text',
    { title: 7, body: {}, tag: [], url: true },
    { title: 'Tare', body: '', tag: '', url: '/home' },
  ],
])('%s', (_what, given, shown) => {
  expect(shownOf(given)).toEqual(shown);
});
