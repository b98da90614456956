import { describe, expect, it } from 'vitest';
import { spelledAddress } from './email-address.rules';
import { shownAddress, spellingsOf } from './email-spellings';
import { emailAddress } from './text-input';

describe('an e-mail address', () => {
  it.each([
    ['chef@bücher.example', 'chef@xn--bcher-kva.example'],
    ['Chef@BÜCHER.example', 'Chef@xn--bcher-kva.example'],
    ['chef@xn--bcher-kva.example', 'chef@xn--bcher-kva.example'],
    ['chef@bücher.example', 'chef@xn--bcher-kva.example'],
    ['Chef@Example.com', 'Chef@Example.com'],
    ['a@b@bücher.example', 'a@b@xn--bcher-kva.example'],
    ['шеф', 'шеф'],
    ['@bücher.example', '@bücher.example'],
    ['chef@bü cher.example', 'chef@bü cher.example'],
    ['chef@bücher', 'chef@bücher'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(spelledAddress(typed)).toBe(stored);
  });

  it('of a domain that only looks like another is another', () => {
    expect(spelledAddress('chef@exаmple.com')).not.toBe('chef@example.com');
  });

  it.each([
    ['Chef@Bücher.example', ['chef@xn--bcher-kva.example', 'chef@bücher.example']],
    ['chef@xn--bcher-kva.example', ['chef@xn--bcher-kva.example', 'chef@bücher.example']],
    ['Chef@Example.com', ['chef@example.com']],
    ['Chef', ['chef']],
  ])('typed as %s is found as %j', (typed, spellings) => {
    expect(spellingsOf(typed)).toEqual(spellings);
  });

  it.each([
    ['chef@xn--bcher-kva.example', 'chef@bücher.example'],
    ['chef@xn--r8jz45g.example', 'chef@例え.example'],
    ['chef@example.com', 'chef@example.com'],
    ['chef@xn--exmple-4nf.com', 'chef@xn--exmple-4nf.com'],
    ['chef@xn--80ak6aa92e.com', 'chef@xn--80ak6aa92e.com'],
    ['chef@xn--googl-r4a.example', 'chef@xn--googl-r4a.example'],
  ])('%s is shown as %s', (address, shown) => {
    expect(shownAddress(address)).toBe(shown);
  });

  it.each([
    ['chef@bücher.example', true],
    [' chef@example.com ', true],
    ['chef@пример.рф', true],
    ['chef@example', false],
    ['chef', false],
    ['küche@example.com', false],
    ['chef@-a.example', false],
    ['a..b@example.com', false],
    ['', false],
  ])('%s may be typed: %s', (typed, good) => {
    expect(emailAddress().safeParse(typed).success).toBe(good);
  });
});
