import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { WrittenTest } from './titles.rules';

const NEVER_RUN = /\.(?:skip|todo|fixme)\b/;

/** The text of a title; placeholders of a template stay as they are written. Anything but a literal has none. */
function literalOf(node: ts.Expression | undefined, source: ts.SourceFile): string | null {
  if (!node) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText(source).slice(1, -1) : null;
}

/** `it`, `it.each(cases)`, `it.skipIf(x)`, `test.describe` as the words before the arguments that hold the title. */
function calledAs(callee: ts.Expression): string[] | null {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return calledAs(callee.expression)?.concat(callee.name.text) ?? null;
  if (ts.isCallExpression(callee)) return calledAs(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return calledAs(callee.tag);
  return null;
}

function kindOf(call: ts.CallExpression): { group: boolean; words: string } | null {
  const words = calledAs(call.expression);
  if (!words || !['it', 'test', 'describe', 'suite'].includes(words[0] ?? '')) return null;
  return { group: words.includes('describe') || words[0] === 'suite', words: words.join('.') };
}

/** The tests that a file of vitest or Playwright writes, in its order. */
export function writtenTests(text: string, file = 'a.test.tsx'): WrittenTest[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found: WrittenTest[] = [];
  function visit(node: ts.Node, within: string[], skipped: boolean): void {
    const kind = ts.isCallExpression(node) ? kindOf(node) : null;
    const title = kind ? literalOf((node as ts.CallExpression).arguments[0], source) : null;
    // `test.use({ … })` and `it.each(cases)` have no title of their own.
    if (!kind || title === null || (node as ts.CallExpression).arguments.length < 2) {
      ts.forEachChild(node, (child) => visit(child, within, skipped));
      return;
    }
    const never = skipped || NEVER_RUN.test(kind.words);
    if (!kind.group) found.push({ title, within, skipped: never });
    ts.forEachChild(node, (child) => visit(child, kind.group ? [...within, title] : within, never));
  }
  visit(source, [], false);
  return found;
}

export const testsWrittenIn = (file: string) => writtenTests(readFileSync(file, 'utf8'), file);
