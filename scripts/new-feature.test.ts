import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { layFeature, withFeature } from './new-feature.mjs';

const template = 'scripts/new-feature/template';
const list =
  "import type { Feature } from '../platform/feature';\nimport { feature as alerts } from './alerts';\nimport { feature as wasteEvents } from './waste-events';\n\n/** All. */\nexport const features: Feature[] = [alerts, wasteEvents];\n";

let root: string;

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
const everything = () => Object.fromEntries(filesBelow(root).map((file) => [file, read(file)]));

/** A small tree that has what the command touches. */
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'tare-new-feature-'));
  write('server/features/index.ts', list);
  write('server/features/alerts/alerts.routes.ts', "definePage({ method: 'get', path: '/alert-rules/:id' });");
  write(
    'scripts/db-types.mjs',
    "import { writeFileSync } from 'node:fs'; writeFileSync('schema.ts', 'written again');",
  );
  for (const code of ['en_US', 'de_DE']) write(`views/locales/${code}/locale.json`, JSON.stringify({ name: code }));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('a new feature', () => {
  it('is laid a folder a floor, in the locales that there are, under its own name in every form', () => {
    const { files, one } = layFeature({ root, name: 'kitchen-visits' });
    expect(one).toBe('kitchen-visit');
    expect([...new Set(files.map((file) => path.dirname(file)))].sort()).toEqual([
      'client/kitchen-visits',
      'server/features/kitchen-visits',
      'server/features/kitchen-visits/migrations',
      'views/kitchen-visits',
      'views/locales/de_DE',
      'views/locales/en_US',
    ]);
    expect(files.filter((file) => file.endsWith('.sql'))).toEqual([
      expect.stringMatching(/migrations\/\d{4}-\d{2}-\d{2}_kitchen-visits_table\.sql$/),
    ]);
    const text = files.map(read).join('\n');
    for (const form of [
      "path: '/kitchen-visits'",
      'create table kitchen_visit (',
      'VIEW_KITCHEN_VISITS',
      'export function KitchenVisitsPage',
      'addKitchenVisit(',
      "'kitchenVisits.title'",
      '"title": "Kitchen visits"',
    ])
      expect(text).toContain(form);
    expect(files.filter((file) => /sample.?record/i.test(file + read(file)))).toEqual([]);
    expect(read('server/features/index.ts')).toContain("import { feature as kitchenVisits } from './kitchen-visits';");
    expect(read('schema.ts')).toBe('written again');
    expect(read('views/locales/messages.ts')).toContain("'kitchenVisits.title'");
  });

  it.each([
    ['studies', 'study', undefined],
    ['stock', 'stock', undefined],
    ['staff-classes', 'staff-class', 'staff-class'],
  ])('of %s has rows each called %s', (name, one, wished) => {
    expect(layFeature({ root, name, one: wished })).toMatchObject({ one });
    expect(existsSync(path.join(root, `client/${name}/add-${one}.island.tsx`))).toBe(true);
  });

  it.each([
    ['Donations', 'is no name'],
    ['kitchen_visits', 'is no name'],
    ['-visits', 'is no name'],
    ['visits-', 'is no name'],
    ['../visits', 'is no name'],
    ['visits2', 'is no name'],
    ['', 'is no name'],
    ['a'.repeat(41), 'is no name'],
    ['alerts', 'server/features/alerts exists'],
    ['layout', 'views/layout exists'],
    ['runtime', 'client/runtime exists'],
    ['sign-in', 'views/locales/en_US/signIn.json exists'],
    ['alert-rules', 'alerts.routes.ts answers /alert-rules'],
  ])('is refused as "%s", and nothing is written', (name, reason) => {
    for (const file of ['views/layout/shell.tsx', 'client/runtime/start.ts', 'views/locales/en_US/signIn.json'])
      write(file, '{}');
    const before = everything();
    expect(() => layFeature({ root, name })).toThrow(reason);
    expect(everything()).toEqual(before);
  });

  it('is taken back where its table cannot be made', () => {
    layFeature({ root, name: 'donations' });
    write(
      'scripts/db-types.mjs',
      "throw Object.assign(new Error('syntax error at or near \"order\"'), { name: 'error' });",
    );
    const before = everything();
    expect(() => layFeature({ root, name: 'orders' })).toThrow('syntax error at or near "order"');
    expect(everything()).toEqual(before);
  });
});

it.each([
  ['actions', ['actions', 'alerts', 'waste-events'], '[actions, alerts, wasteEvents]'],
  ['meal-counts', ['alerts', 'meal-counts', 'waste-events'], '[alerts, mealCounts, wasteEvents]'],
  ['zones', ['alerts', 'waste-events', 'zones'], '[alerts, wasteEvents, zones]'],
])('%s stands in the list where the alphabet puts it', (name, folders, names) => {
  const text = withFeature(list, name);
  expect([...text.matchAll(/from '\.\/(.*)';/g)].map(([, folder]) => folder)).toEqual(folders);
  expect(text).toContain(`export const features: Feature[] = ${names};`);
  expect(text.split('\n')).toHaveLength(list.split('\n').length + 1);
});

it('the template speaks every language of the product, each with the same sentences', () => {
  const spoken = readdirSync(path.join(template, 'views/locales'));
  expect(spoken).toEqual(
    expect.arrayContaining(
      readdirSync('views/locales', { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name),
    ),
  );
  const keysIn = (code: string) =>
    Object.keys(
      JSON.parse(readFileSync(path.join(template, 'views/locales', code, 'sampleRecords.json'), 'utf8')) as object,
    );
  for (const code of spoken) expect([code, keysIn(code)]).toEqual([code, keysIn('en_US')]);
});
