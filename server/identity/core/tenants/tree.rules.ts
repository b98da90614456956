interface Node {
  id: string;
  parentId: string | null;
}

export type Tree<View> = View & { children: Tree<View>[] };

/** The things that stand below each other, from one downwards; each stands once, whatever circle they make. */
export function treeOf<Of extends Node, View extends object>(
  all: readonly Of[],
  top: Of,
  view: (one: Of) => View,
): Tree<View> {
  const seen = new Set([top.id]);
  const children = new Map<string | null, Of[]>();
  for (const one of all) {
    const siblings = children.get(one.parentId);
    if (siblings) siblings.push(one);
    else children.set(one.parentId, [one]);
  }
  const from = (one: Of): Tree<View> => {
    const below = (children.get(one.id) ?? []).filter(({ id }) => !seen.has(id));
    for (const { id } of below) seen.add(id);
    return { ...view(one), children: below.map(from) };
  };
  return from(top);
}
