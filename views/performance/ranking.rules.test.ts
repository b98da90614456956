import { describe, expect, it } from 'vitest';
import { barPath, rankedBars } from './ranking.rules';

const measured = (changes: number[]) => changes.map((change) => ({ change, estimatedShare: null }));

describe('rankedBars', () => {
  it('puts the largest reduction first, counts both sides and cuts what is off the scale', () => {
    expect(rankedBars(measured([0.2, -0.5, 3, 0, -0.1]))).toEqual({
      bars: [-0.5, -0.1, 0, 0.2, 1],
      estimated: [-0, -0, 0, 0, 0],
      each: 1,
      clipped: true,
      less: 2,
      more: 2,
    });
  });

  it('tells of each bar how much of it was estimated', () => {
    expect(
      rankedBars([
        { change: 3, estimatedShare: 0.5 },
        { change: -0.4, estimatedShare: 0.25 },
      ]).estimated,
    ).toEqual([-0.1, 0.5]);
  });

  it('draws every n-th of very many and still counts all', () => {
    const found = rankedBars(measured(Array.from({ length: 1000 }, (_, at) => (at - 600) / 1000)));
    expect(found).toMatchObject({ each: 5, clipped: false, less: 600, more: 399 });
    expect(found.bars).toHaveLength(200);
  });

  it.each([[[]], [[0.5]]])('%j', (changes) => {
    expect(rankedBars(measured(changes)).bars).toEqual(changes);
  });
});

describe('barPath', () => {
  it('draws reductions below zero and increases above it', () => {
    const scale = { zero: 50, span: 2 };
    expect(barPath([-1, 0.5], { ...scale, direction: 'less' })).toBe('M0.12 50h.76v50.0h-.76z');
    expect(barPath([-1, 0.5], { ...scale, direction: 'more' })).toBe('M1.12 50h.76v-25.0h-.76z');
  });
});
