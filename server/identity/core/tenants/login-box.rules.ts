import type { LoginBox } from './login-box.contract';

export interface Branch {
  [key: string]: string | Branch;
}

/** `a/b: 'c'` as `{ a: { b: 'c' } }`. */
export function treeOfPlaces(said: LoginBox): Branch {
  const tree: Branch = {};
  for (const [place, value] of Object.entries(said)) {
    const keys = place.split('/');
    const last = keys.pop() ?? '';
    let branch = tree;
    for (const key of keys) {
      const below = branch[key];
      const next: Branch = typeof below === 'object' ? below : {};
      branch[key] = next;
      branch = next;
    }
    branch[last] = value;
  }
  return tree;
}
