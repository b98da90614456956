/** A rule of the identity area, how it is switched off, and the test that must notice. */
export interface Rule {
  /** What the rule says; by this name it is switched off. */
  name: string;
  /** A section of the specification of the identity area, or one of a tenant's policies. */
  of: '4' | '6' | '9' | 'policy';
  /** From the root. */
  file: string;
  /** What enforces it: stands exactly once in the file. */
  text: string;
  /** What stands there without the rule. */
  off: string;
  /** The file of the test from the root, and its title as the test is written (`describe > title`). */
  seenBy: readonly [file: string, title: string];
}
