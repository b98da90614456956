import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** Packages, then what lies above, then what lies beside, each by its address. */
export const importOrder = {
  plugins: { 'import-x': importX },
  rules: {
    'import-x/first': 'error',
    'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
    'import-x/order': ['error', { 'newlines-between': 'never', alphabetize: { order: 'asc', caseInsensitive: true } }],
  },
};

/** By itself, for files that a command has just written. */
export default [{ files: ['**/*.{ts,tsx}'], languageOptions: { parser: tseslint.parser }, ...importOrder }];
