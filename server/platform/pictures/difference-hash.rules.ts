/** Grey values, row by row, of which each is compared with its right neighbour. */
export const hashGrid = { width: 9, height: 8 };

/** Of 64 bits: how many of them two unlike pictures part is about half. */
export const hashBits = 64;

/** A bit for each pair of neighbours: 1 where it grows brighter to the right. Alike pictures have alike bits, however they are lit or scaled. */
export function differenceHash(grey: Uint8Array): Uint8Array {
  const { width, height } = hashGrid;
  if (grey.length !== width * height) throw new RangeError(`${grey.length} grey values, not ${width * height}`);
  const bytes = new Uint8Array(hashBits / 8);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width - 1; x += 1) {
      const at = y * width + x;
      const bit = (grey[at] as number) < (grey[at + 1] as number) ? 1 : 0;
      bytes[y] = ((bytes[y] as number) << 1) | bit;
    }
  return bytes;
}

function bitsIn(byte: number): number {
  let [left, bits] = [byte, 0];
  while (left > 0) {
    bits += left & 1;
    left >>= 1;
  }
  return bits;
}

const bitCounts = Uint8Array.from({ length: 256 }, (_, byte) => bitsIn(byte));

/** In how many bits two hashes differ: 0 for the same picture, about 32 for unlike ones. */
export function hashDistance(one: Uint8Array, other: Uint8Array): number {
  let distance = 0;
  for (let at = 0; at < one.length; at += 1)
    distance += bitCounts[((one[at] as number) ^ (other[at] ?? 0)) & 0xff] as number;
  return distance;
}
