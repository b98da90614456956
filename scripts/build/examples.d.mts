import type { Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin as VitePlugin } from 'vitest/config';

export function examplesForEsbuild(root: string): EsbuildPlugin;
export function examplesForVitest(root: string): VitePlugin;
