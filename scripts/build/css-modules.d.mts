import type { Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin as VitePlugin } from 'vitest/config';

export function compileCssModule(source: {
  root: string;
  file: string;
}): Promise<{ css: string; classes: Record<string, string> }>;
export function cssModulesForEsbuild(root: string): EsbuildPlugin;
export function cssModulesForVitest(root: string): VitePlugin;
