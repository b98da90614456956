import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { differenceHash, hashDistance } from './difference-hash.rules';
import { hashOfPicture, remadePicture } from './pictures';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('hashDistance', () => {
  it.each([
    [bytes(0, 0), bytes(0, 0), 0],
    [bytes(0b1, 0), bytes(0, 0), 1],
    [bytes(0b1010_1010, 0xff), bytes(0b0101_0101, 0xff), 8],
    [bytes(0xff, 0xff), bytes(0, 0), 16],
  ])('of %s and %s is %i', (one, other, distance) => {
    expect(hashDistance(one, other)).toBe(distance);
    expect(hashDistance(other, one)).toBe(distance);
  });
});

describe('differenceHash', () => {
  const grid = (grey: (x: number) => number) => Uint8Array.from({ length: 72 }, (_, at) => grey(at % 9));

  it.each([
    ['the same everywhere', grid(() => 7), 0x00],
    ['growing brighter', grid((x) => x), 0xff],
    ['growing darker', grid((x) => 9 - x), 0x00],
    ['in stripes', grid((x) => x % 2), 0b1010_1010],
  ])('of grey values that are %s', (_, grey, row) => {
    expect([...differenceHash(grey)]).toEqual(Array.from({ length: 8 }, () => row));
  });

  it('refuses another number of grey values', () => {
    expect(() => differenceHash(bytes(1, 2, 3))).toThrow(RangeError);
  });
});

describe('hashOfPicture', () => {
  /** A ramp with a block whose place depends on the seed. */
  const picture = (seed: number, { width = 240, brighter = 0 } = {}) => {
    const height = Math.round((width * 3) / 4);
    const raw = Buffer.alloc(width * height * 3);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const [u, v] = [x / width, y / height];
        const grey = 60 + 100 * Math.sin((u * seed + v * (7 - seed)) * 6) ** 2;
        raw.fill(Math.min(255, Math.round(grey) + brighter), (y * width + x) * 3, (y * width + x) * 3 + 3);
      }
    return sharp(raw, { raw: { width, height, channels: 3 } });
  };

  it('is nearly the same for the same picture of another size, light and format, and far for another one', async () => {
    const of = async (png: Buffer) =>
      hashOfPicture(await remadePicture(png, { width: 1_280, height: 1_280, fit: 'inside' }));
    const one = await of(await picture(2).png().toBuffer());
    const again = await of(await picture(2, { width: 600, brighter: 30 }).jpeg({ quality: 60 }).toBuffer());
    const other = await of(await picture(5).png().toBuffer());
    expect(hashDistance(one, again)).toBeLessThan(8);
    expect(hashDistance(one, other)).toBeGreaterThan(16);
  });
});
