import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { translator } from '../i18n/messages';
import { optionsWithin } from './narrowed-options.rules';
import { choice, entry, place, reportFilters, weekRange, type FilterOffer } from './report-filters';

interface Offer extends FilterOffer {
  kinds: [id: number, name: string][];
}

const stage = z.coerce.number().optional();
const text = z.string().optional();
const declared = [
  weekRange({ label: 'performance.filters.range', presetLabel: (preset, t) => t(`performance.preset.${preset}`) }),
  choice('stage', {
    field: stage,
    label: 'performance.filters.stage',
    options: ({ kinds }: Offer) => kinds.map(([id, label]) => ({ value: String(id), label })),
    chip: (label, _offer, value) => (value === '8' ? null : label),
  }),
  place('country', 'country', { field: text, label: 'performance.filters.country', all: 'global.all', least: 3 }),
  choice('view', {
    field: z.enum(['a', 'b']).catch('a').default('a'),
    label: 'performance.filters.view',
    look: 'toggle',
    silent: 'a',
    options: () => [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ],
  }),
  entry('text', { kind: 'search', field: text, label: 'legacy.ui.search' }),
] as const;
const filters = reportFilters<Offer>()(declared, { kept: ['sort'], pages: ['page'] });
const resettable = reportFilters<Offer>()(declared, {
  kept: [],
  pages: ['page'],
  reset: 'performance.filters.reset',
});
const query = z.object(filters.query);

const germany = { countryCode: 'DE', countryName: 'Germany' };
const france = { countryCode: 'FR', countryName: 'France' };
const offer: Offer = {
  t: translator('en_US'),
  today: '2026-03-18',
  regions: [],
  segments: [],
  kinds: [
    [8, 'Pre'],
    [41, 'Bakery'],
  ],
  countries: [germany, france],
};

const bar = (search: string, more: Partial<Offer> = {}, of = filters) =>
  of.bar({
    values: query.parse(Object.fromEntries(new URLSearchParams(search))),
    offer: { ...offer, ...more },
    action: '/r',
    url: `/r${search}`,
  });
const control = (search: string, name: string, more: Partial<Offer> = {}) =>
  bar(search, more).controls.find((one) => one.name === name);

describe('controls', () => {
  it.each([
    ['stage', {}, true],
    ['stage', { kinds: offer.kinds.slice(0, 1) }, false],
    ['country', {}, true],
    ['country', { countries: [germany] }, false],
    ['view', {}, true],
  ])('%s of %j: %s', (name, more, shown) => {
    expect(control('?stage=8', name, more) !== undefined).toBe(shown);
  });

  // Spec 2: Performance: the first option of a dropdown is the all option
  it('put all first, and keep a choice that is not offered any more', () => {
    expect(control('', 'country')).toMatchObject({
      value: '',
      options: [{ value: '', label: 'All' }, { value: 'DE' }, { value: 'FR' }],
    });
    expect(control('?country=IT', 'country')).toMatchObject({
      value: 'IT',
      options: [{ value: '' }, { value: 'DE' }, { value: 'FR' }, { value: 'IT', label: 'IT' }],
    });
  });

  it.each([
    ['', { value: 'last13Weeks', startDate: '2025-12-15', endDate: '2026-03-15' }],
    ['?range=lastWeek&startDate=2020-01-06', { value: 'lastWeek', startDate: '2026-03-09', endDate: '2026-03-15' }],
    ['?startDate=2026-01-05', { value: 'custom', startDate: '2026-01-05', endDate: '' }],
    ['?range=nonsense', { value: 'last13Weeks' }],
  ])('the range of %s', (search, expected) => {
    expect(control(search, 'range')).toMatchObject({ ...expected, today: '2026-03-18' });
  });
});

describe('a list that another one narrows', () => {
  const narrowed = reportFilters<Offer>()(
    [
      place('country', 'country', { field: text, label: 'performance.filters.country', all: 'global.all' }),
      place('region', 'region', {
        field: text,
        label: 'performance.filters.region',
        all: 'global.all',
        narrowedBy: 'country',
      }),
    ],
    { kept: [], pages: [] },
  );
  const regions = [
    { regionName: 'Alps', countryCodes: ['DE', 'FR'] },
    { regionName: 'Harz', countryCodes: ['DE'] },
  ];

  it.each([
    ['', ['', 'Alps', 'Harz']],
    ['?country=DE', ['', 'Alps', 'Harz']],
    ['?country=FR', ['', 'Alps']],
    ['?country=IT', ['']],
    ['?country=FR&region=Old', ['', 'Alps', 'Old']],
  ])('%s leaves %j', (search, left) => {
    const values = z.object(narrowed.query).parse(Object.fromEntries(new URLSearchParams(search)));
    const { controls } = narrowed.bar({ values, offer: { ...offer, regions }, action: '/r', url: `/r${search}` });
    const region = controls.find(({ name }) => name === 'region');
    if (!region || !('options' in region) || !('narrowedBy' in region)) throw new Error('no list that is narrowed');
    expect(optionsWithin(region.options, region.narrowedBy?.value ?? '').map(({ value }) => value)).toEqual(left);
  });
});

describe('chips', () => {
  it.each([
    ['?stage=8&view=b', []],
    [
      '?stage=41&country=DE&sort=-x&page=3',
      [
        ['Bakery', '/r?country=DE&sort=-x'],
        ['Country: Germany', '/r?stage=41&sort=-x'],
      ],
    ],
    ['?country=IT', [['Country: IT', '/r']]],
    ['?text=rice&page=2', [['Search: rice', '/r']]],
    ['?text=', []],
  ])('%s', (search, expected) => {
    expect(bar(search).chips.map(({ label, removeHref }) => [label, removeHref])).toEqual(expected);
  });

  it.each([
    ['?country=DE&page=2', filters, null],
    ['?stage=41&country=DE&sort=-x&page=2', filters, { label: null, href: '/r?sort=-x' }],
    ['?country=DE&sort=-x', resettable, { label: 'Reset to default view', href: '/r' }],
    ['?sort=-x', resettable, null],
  ] as const)('all together: %s', (search, of, expected) => {
    expect(bar(search, {}, of as typeof filters).clear).toEqual(expected);
  });
});

it('keeps what the filters do not change', () => {
  expect(bar('?sort=-x&page=2&other=1').kept).toEqual({ sort: '-x' });
  expect(bar('').kept).toEqual({ sort: null });
});
