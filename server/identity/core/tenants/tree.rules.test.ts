import { describe, expect, it } from 'vitest';
import { treeOf } from './tree.rules';

const node = (id: string, parentId: string | null) => ({ id, parentId });
const view = ({ id }: { id: string }) => ({ id });

describe('treeOf', () => {
  it('puts each below its own, in their order', () => {
    const all = [node('a', null), node('b', 'a'), node('c', 'a'), node('d', 'b'), node('x', 'elsewhere')];
    expect(treeOf(all, all[0] as never, view)).toEqual({
      id: 'a',
      children: [
        { id: 'b', children: [{ id: 'd', children: [] }] },
        { id: 'c', children: [] },
      ],
    });
  });

  it('ends in a circle', () => {
    const all = [node('a', 'b'), node('b', 'a')];
    expect(treeOf(all, all[0] as never, view)).toEqual({ id: 'a', children: [{ id: 'b', children: [] }] });
  });
});
