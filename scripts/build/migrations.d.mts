import type { Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin as VitePlugin } from 'vitest/config';

export function findMigrations(root: string): { name: string; text: string; apart: boolean; file: string }[];
export function migrationsForEsbuild(root: string): EsbuildPlugin;
export function migrationsForVitest(root: string): VitePlugin;
