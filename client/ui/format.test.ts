import { describe, expect, it } from 'vitest';
import { createFormat } from './format';

const pound = { id: 11, abbr: 'lb', gramsPerUnit: 453.59237 };
const kilogram = { id: 12, abbr: 'kg', gramsPerUnit: 1000 };
const en = createFormat({ locale: 'en_US', timeZone: 'America/New_York', unit: pound });
const de = createFormat({ locale: 'de_DE', timeZone: 'Europe/Berlin', unit: kilogram });
const by = { en, de };

/** Spaces made visible: thin `~`, no-break `_`. */
const seen = (text: string) => text.replaceAll('\u202f', '~').replaceAll('\u00a0', '_');

describe('numbers', () => {
  it.each([
    ['en', 1234567.891, 1, '1,234,567.9'],
    ['de', 1234567.891, 1, '1.234.567,9'],
    ['en', -5, 0, '−5'],
    ['de', -0.04, 1, '0,0'],
    ['en', 0, 2, '0.00'],
  ] as const)('%s %d with %d decimals', (locale, value, decimals, text) => {
    expect(by[locale].number(value, decimals)).toBe(text);
  });
});

describe('weight', () => {
  it.each([
    ['en', 453.59237, {}, '1.0~lb'],
    ['de', 12_345, {}, '12,3~kg'],
    ['de', 12_345, { unit: false }, '12,3'],
    ['de', -1500, { decimals: 2, sign: true }, '−1,50~kg'],
    ['de', 1500, { sign: true }, '+1,5~kg'],
    ['de', 0, { sign: true }, '0,0~kg'],
  ] as const)('%s %d g', (locale, grams, options, text) => {
    expect(seen(by[locale].weight(grams, options))).toBe(text);
  });
});

describe('money', () => {
  it.each([
    ['en', '1234.5000', 'USD', '$1,234.50'],
    ['de', '1234.5000', 'EUR', '1.234,50~€'],
    ['en', -3, 'USD', '−$3.00'],
    ['en', 1500, 'JPY', '¥1,500'],
    ['en', '1.2345', 'KWD', 'KWD_1.235'.replace('_', '~')],
    ['en', '99999999999999.9900', 'USD', '$99,999,999,999,999.99'],
  ] as const)('%s %s %s', (locale, amount, currency, text) => {
    expect(seen(by[locale].money(amount, currency))).toBe(text);
  });
  it('refuses what is no currency', () => expect(() => en.money(1, 'DOLLAR')).toThrow(RangeError));
});

describe('percent', () => {
  it.each([
    ['en', -0.1842, { decimals: 2 }, '−18.42%'],
    ['de', -0.1842, { decimals: 1 }, '−18,4~%'],
    ['en', 0.05, { sign: true }, '+5%'],
    ['en', 0.0001, { sign: true }, '0%'],
    ['en', -0.0001, {}, '0%'],
    ['de', 0.93, {}, '93~%'],
  ] as const)('%s %d', (locale, fraction, options, text) => {
    expect(seen(by[locale].percent(fraction, options))).toBe(text);
  });
});

describe('dates', () => {
  it.each([
    ['en', '2026-03-01', 'full', 'Mar 1, 2026'],
    ['de', '2026-03-01', 'full', '1. März 2026'],
    ['en', '2026-12-31', 'short', 'Dec 31'],
    ['de', '2026-11-16', 'weekday', 'Mo., 16. Nov. 2026'],
    ['en', '2026-11-16', 'weekdayOnly', 'Mon'],
  ] as const)('%s %s %s', (locale, date, style, text) => {
    expect(by[locale].date(date, { style })).toBe(text);
  });
  it.each(['2026-02-30', '16.11.2026', ''])('refuses %j', (date) => expect(() => en.date(date)).toThrow(RangeError));

  it.each([
    ['en', '2026-11-01T05:30:00Z', undefined, 'Nov 1, 2026, 1:30 AM'],
    ['en', '2026-11-01T06:30:00Z', undefined, 'Nov 1, 2026, 1:30 AM'],
    ['de', '2026-03-29T01:30:00Z', undefined, '29. März 2026, 03:30'],
    ['de', '2026-03-29T01:30:00Z', 'Asia/Tokyo', '29. März 2026, 10:30'],
  ] as const)('%s %s in %s', (locale, instant, zone, text) => {
    expect(by[locale].dateTime(instant, zone)).toBe(text);
  });
  it('gives hours and minutes in the location’s zone', () =>
    expect(en.time('2026-11-20T23:05:00Z', 'Asia/Kolkata')).toBe('04:35'));

  it.each([
    ['en', '2026-11-16', 'Nov 16 – 22, 2026'],
    ['en', '2026-12-28', 'Dec 28, 2026 – Jan 3, 2027'],
    ['de', '2026-11-16', '16.–22. Nov. 2026'],
  ] as const)('%s week of %s', (locale, monday, text) => expect(by[locale].week(monday)).toBe(text));

  it.each([
    ['en', '2026-07-06', '2026-07-26', 'Jul 6 – 26, 2026'],
    ['en', '2026-08-24', '2026-11-22', 'Aug 24 – Nov 22, 2026'],
    ['en', '2026-07-06', '2026-07-06', 'Jul 6, 2026'],
    ['de', '2026-12-24', '2027-01-01', '24. Dez. 2026 – 1. Jan. 2027'],
  ] as const)('%s days from %s to %s', (locale, from, to, text) => expect(by[locale].range(from, to)).toBe(text));

  const now = new Date('2026-11-20T12:00:00Z');
  it.each([
    ['en', '2026-11-20T11:59:40Z', 'this minute'],
    ['en', '2026-11-20T09:00:00Z', '3 hours ago'],
    ['en', '2026-11-19T12:00:00Z', 'yesterday'],
    ['de', '2026-11-13T11:00:00Z', 'letzte Woche'],
    ['de', '2026-11-23T12:00:00Z', 'in 3 Tagen'],
    ['en', '2024-11-20T12:00:00Z', '2 years ago'],
  ] as const)('%s %s is %s', (locale, instant, text) => expect(by[locale].relative(instant, now)).toBe(text));
});

describe('in the forms of an organization', () => {
  const settings = { locale: 'de_DE', timeZone: 'Europe/Berlin', unit: kilogram } as const;
  const night = new Date('2026-12-31T23:05:00Z');

  it.each([
    [{ date: 'DD/MM/YYYY' }, ['31/12/2026', '31/12', 'Do, 31/12/2026', '28/12/2026 – 03/01/2027', '01/01/2027, 00:05']],
    [{ date: 'MM/DD/YYYY' }, ['12/31/2026', '12/31', 'Do, 12/31/2026', '12/28/2026 – 01/03/2027', '01/01/2027, 00:05']],
    [
      { date: 'DD.MM.YYYY' },
      ['31.12.2026', '31.12.', 'Do, 31.12.2026', '28.12.2026 – 03.01.2027', '01.01.2027, 00:05'],
    ],
    [{ date: 'YYYY-MM-DD' }, ['2026-12-31', '12-31', 'Do, 2026-12-31', '2026-12-28 – 2027-01-03', '2027-01-01, 00:05']],
    [
      { time: 'hh:mm A' },
      ['31. Dez. 2026', '31. Dez.', 'Do., 31. Dez. 2026', '28. Dez. 2026 – 3. Jan. 2027', '1. Jan. 2027, 12:05 AM'],
    ],
    [
      { time: 'HH:mm' },
      ['31. Dez. 2026', '31. Dez.', 'Do., 31. Dez. 2026', '28. Dez. 2026 – 3. Jan. 2027', '1. Jan. 2027, 00:05'],
    ],
  ] as const)('%j', (forms, texts) => {
    const format = createFormat({ ...settings, forms });
    const day = '2026-12-31';
    expect([
      format.date(day),
      format.date(day, { style: 'short' }),
      format.date(day, { style: 'weekday' }),
      format.week('2026-12-28'),
      format.dateTime(night),
    ]).toEqual(texts);
    expect(format.date(day, { style: 'weekdayOnly' })).toBe('Do');
    expect(format.range(day, day)).toBe(format.date(day));
    expect(() => format.date('2026-02-30')).toThrow(RangeError);
  });

  it.each([
    ['2026-06-01T10:00:00Z', '12:00 PM', '12:00'],
    ['2026-06-01T22:30:00Z', '12:30 AM', '00:30'],
    ['2026-06-01T21:59:00Z', '11:59 PM', '23:59'],
  ])('hours of %s', (at, halves, whole) => {
    expect(createFormat({ ...settings, forms: { time: 'hh:mm A' } }).time(at)).toBe(halves);
    expect(createFormat(settings).time(at)).toBe(whole);
  });
});
