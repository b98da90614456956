import type { ESLint } from 'eslint';

export const houseRules: ESLint.Plugin;
