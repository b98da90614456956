import path from 'node:path';
import type { Plugin } from 'vitest/config';
import type { Rule } from '../rule';

/** @throws Error for a name that no rule has */
export function ruleCalled(rules: readonly Rule[], name: string): Rule {
  const rule = rules.find((one) => one.name === name);
  if (!rule) throw new Error(`No rule is called “${name}”.`);
  return rule;
}

/** A file as if the rule were not written. @throws Error where the text of the rule does not stand exactly once in it */
export function without({ name, file, text, off }: Rule, code: string): string {
  const parts = code.split(text);
  if (parts.length !== 2) throw new Error(`“${name}”: its text stands ${parts.length - 1} times in ${file}.`);
  return parts.join(off);
}

export interface Switch {
  /** For vitest: loads the file of the rule that is off as if the rule were not written. The file itself stays as it is. */
  plugin: Plugin;
  /** The one rule that does not hold; null: all do. Whoever sets it has the file loaded anew. */
  off: Rule | null;
}

/** `root` is absolute. */
export function createSwitch(root: string): Switch {
  const state: Switch = {
    off: null,
    plugin: {
      name: 'tare-rule-off',
      enforce: 'pre',
      transform: (code, id) => (state.off && id.split('?')[0] === path.resolve(root, state.off.file) ? { code: without(state.off, code), map: null } : null),
    },
  };
  return state;
}
