import { describe, expect, it } from 'vitest';
import { stylesheetsFor, type Assets } from './assets';

const assets = {
  styles: {
    shared: '/assets/app.css',
    rooms: {
      calendar: { href: '/assets/calendar.css', marks: ['aaa_'] },
      home: { href: '/assets/home.css', marks: ['bbb_', 'ccc_'] },
      imports: { href: '/assets/imports.css', marks: ['ddd_'] },
    },
    byScript: { '/assets/month.js': ['calendar'] },
  },
} as unknown as Assets;

describe('stylesheetsFor', () => {
  it.each([
    ['no room', '<p class="zzz_lead">', [], []],
    ['the room of a class', '<p class="zzz_lead ccc_row">', [], ['home']],
    ['no room that is only spoken of', '<p class="zzz_lead" title="ccc_row">ccc_row', [], []],
    ['the room of an island that shows nothing yet', '<p>', ['/assets/month.js'], ['calendar']],
    ['each room once', '<p class="aaa_x bbb_y ccc_z">', ['/assets/month.js', undefined], ['calendar', 'home']],
  ])('%s', (_, html, scripts, rooms) => {
    expect(stylesheetsFor(assets, { html, scripts })).toEqual([
      '/assets/app.css',
      ...rooms.map((room) => `/assets/${room}.css`),
    ]);
  });

  it('has none without a build', () => {
    expect(
      stylesheetsFor({ ...assets, styles: { shared: null, rooms: {}, byScript: {} } }, { html: 'aaa_', scripts: [] }),
    ).toEqual([]);
  });
});
