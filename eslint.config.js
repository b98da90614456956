import tseslint from 'typescript-eslint';
import { houseRules } from './scripts/lint/house-rules.mjs';
import { importOrder } from './scripts/lint/import-order.mjs';
import { STILL_NAMED } from './scripts/lint/table-owners.mjs';

const CODE = '**/*.{ts,tsx,js,mjs,cjs}';
const TESTS = ['**/*.test.{ts,tsx}', 'tests/**'];
const PROGRAMS = ['scripts/**', '*.config.{js,ts}', '.dependency-cruiser.cjs'];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'data/',
      'coverage/',
      'test-results/',
      'playwright-report/',
      'legacy/**/*.html',
      'views/locales/*.ts',
      'scripts/new-feature/template/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended,
  {
    files: [CODE],
    plugins: { tare: houseRules, ...importOrder.plugins },
    rules: {
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'all', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      ...importOrder.rules,
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-eval': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'max-lines': ['error', { max: 450, skipBlankLines: false, skipComments: true }],
      'tare/file-name': 'error',
      'tare/disable-needs-reason': 'error',
      'tare/max-params': 'error',
      'tare/no-process-env': 'error',
      'tare/no-string-sql': 'error',
      'tare/no-style-attribute': 'error',
      'tare/no-inner-html': 'error',
    },
  },
  { files: ['server/main.ts', ...PROGRAMS, ...TESTS], rules: { 'no-console': 'off' } },
  {
    files: ['server/**/*.routes.ts', 'server/**/*.calls.ts', 'server/**/*.tsx'],
    rules: { 'tare/no-transaction': 'error' },
  },
  // The demo begins with an empty database, before anybody could use the product.
  {
    files: ['server/**/*.ts', 'server/**/*.tsx'],
    ignores: ['server/setup/**', ...STILL_NAMED, ...TESTS, '**/*.example.ts', '**/*.fixtures.ts'],
    rules: { 'tare/table-owner': 'error' },
  },
  { files: ['server/config.ts', ...PROGRAMS, ...TESTS], rules: { 'tare/no-process-env': 'off' } },
  { files: ['server/platform/db/**', ...PROGRAMS, ...TESTS], rules: { 'tare/no-string-sql': 'off' } },
  { files: ['views/layout/**'], rules: { 'tare/no-inner-html': 'off' } },
  { files: ['**/*.test.{ts,tsx}'], rules: { 'tare/no-wall-clock': 'error' } },
  {
    files: TESTS,
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          // Playwright's `test.skip(condition, why)` says what this machine lacks.
          selector: 'CallExpression[callee.property.name=/^(skip|only|todo|fixme)$/][arguments.0.type=/Literal/]',
          message: 'A test that never runs proves nothing.',
        },
      ],
    },
  },
  // A table is written with a line for each value of a row that is long.
  {
    files: [...TESTS, '**/*.example.ts'],
    rules: { 'max-lines': ['error', { max: 900, skipBlankLines: false, skipComments: true }] },
  },
  // A row of a test table is read beside its heading.
  { files: TESTS, rules: { 'tare/max-params': 'off' } },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
