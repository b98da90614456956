import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../errors';
import { remadePicture } from './pictures';

const size = { width: 16, height: 16, fit: 'inside' } as const;

describe('remadePicture', () => {
  it('lets few wait for their turn, and sends the others away rather than calling theirs no picture', async () => {
    const file = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c8a060' } })
      .png()
      .toBuffer();
    const asked = await Promise.allSettled(Array.from({ length: 100 }, () => remadePicture(file, size)));
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as Failure] : []));
    expect(refused).toHaveLength(58);
    expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['429 errors.tooMany']));
    await expect(remadePicture(Buffer.from('x'), size)).rejects.toMatchObject({ code: 'errors.notAPicture' });
  });
});
