import { tz } from '@date-fns/tz';
import { format, parse } from 'date-fns';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOtherThan, readNumberDate } from './number-dates.rules';

const inUtc = { in: tz('UTC') };
const reference = new Date(Date.UTC(2000, 0, 1));

describe('readNumberDate', () => {
  it.each([
    ['2025-05-01', 'yyyy-MM-dd', '2025-05-01T00:00:00.000Z'],
    ['1.5.2025 8:05', 'd.M.yyyy H:mm', '2025-05-01T08:05:00.000Z'],
    ['20250501', 'yyyyMMdd', '2025-05-01T00:00:00.000Z'],
    ['05/01/2025 23:59:59', 'MM/dd/yyyy HH:mm:ss', '2025-05-01T23:59:59.000Z'],
    ['29.02.2024', 'dd.MM.yyyy', '2024-02-29T00:00:00.000Z'],
  ])('reads %j by %j', (text, pattern, instant) => expect(readNumberDate(text, pattern)).toBe(Date.parse(instant)));

  it.each([
    ['29.02.2025', 'dd.MM.yyyy'],
    ['2025-05-01 24:01', 'yyyy-MM-dd HH:mm'],
    ['2025-05-01 23:60', 'yyyy-MM-dd HH:mm'],
    ['2025-5-1', 'yyyy-MM-dd'],
    ['2025-05-01 ', 'yyyy-MM-dd'],
    ['112025', 'dMyyyy'],
    ['1/5/25', 'd/M/yy'],
    ['May 1, 2025', 'MMM d, yyyy'],
    ['2025-05', 'yyyy-MM'],
    ['0025-05-01', 'yyyy-MM-dd'],
    ['2025-05-01T10:00', "yyyy-MM-dd'T'HH:mm"],
    ['2025x05x01', 'yyyy.MM.dd'],
  ])('leaves %j by %j to the library', (text, pattern) => expect(readNumberDate(text, pattern)).toBeNull());

  it('never says anything else than the library', () => {
    const parts = fc.shuffledSubarray(['yyyy', 'MM', 'M', 'dd', 'd', 'HH', 'H', 'mm', 'ss', 'yy'], { minLength: 3 });
    const pattern = fc
      .tuple(parts, fc.constantFrom('-', '.', '/', ' ', ':', ''))
      .map(([tokens, between]) => tokens.join(between));
    const anyPattern = fc.oneof(
      pattern,
      fc.constantFrom('yyyy-MM-dd HH:mm', 'd.M.yyyy H:mm:ss', 'yyyyMMdd', 'dMyyyy', 'MM/dd/yyyy HH'),
    );
    const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2110-01-01'), noInvalidDate: true });
    let answered = 0;
    fc.assert(
      fc.property(anyPattern, instant, fc.nat(99), fc.boolean(), (tokens, date, digits, spoils) => {
        const printed = format(date, tokens, inUtc);
        const text = spoils ? printed.replace(/\d\d?/, String(digits)) : printed;
        const found = readNumberDate(text, tokens);
        if (found === null) return;
        answered += 1;
        expect(found).toBe(parse(text, tokens, reference, inUtc).getTime());
      }),
      { numRuns: 2_000 },
    );
    expect(answered).toBeGreaterThan(200);
  });

  it('leaves spaces behind a date to the library', () => expect(isOtherThan('1/1 ', 'd/M')).toBe(false));

  it('calls nothing another form that the library reads', () => {
    const pattern = fc.constantFrom(
      'yyyy-MM-dd HH:mm',
      'd.M.yyyy H:mm:ss',
      'yyyyMMdd',
      'MM/dd/yyyy HH',
      'd/M/yyyy',
      'yyyy.MM.dd',
      'd.M.yy',
      'd.M.',
      'd/M',
    );
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom('-', '.', '/', ' ', ':', ', ', '+', 'T', 'Z'),
          fc.nat(2_100).map(String),
          fc.nat(31).map(String),
        ),
        { maxLength: 11 },
      )
      .map((parts) => parts.join(''));
    const printed = fc
      .tuple(pattern, fc.date({ min: new Date('1990-01-01'), max: new Date('2110-01-01'), noInvalidDate: true }))
      .map(([tokens, date]) => format(date, tokens, inUtc));
    let others = 0;
    fc.assert(
      fc.property(fc.oneof(text, printed), pattern, (one, tokens) => {
        if (!isOtherThan(one, tokens)) return;
        others += 1;
        expect(parse(one, tokens, reference, inUtc).getTime()).toBeNaN();
      }),
      { numRuns: 3_000 },
    );
    expect(others).toBeGreaterThan(200);
  });
});
