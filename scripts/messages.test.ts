import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { writeMessages } from './messages.mjs';

const root = mkdtempSync(path.join(tmpdir(), 'tare-messages-'));
const at = (file: string) => path.join(root, 'views/locales', file);
const read = (file: string) => readFileSync(at(file), 'utf8');

function write(file: string, content: object) {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), JSON.stringify(content));
}

beforeEach(() => {
  rmSync(at(''), { recursive: true, force: true });
  write('de_DE/locale.json', { name: 'Deutsch' });
  write('de_DE/home.json', { title: 'Start' });
  write('en_US/locale.json', { name: 'English' });
  write('en_US/home.json', {
    title: 'Home',
    sites_one: 'One site of {{owner}}',
    sites_other: '{{count}} sites',
    row: { of: '{{place}} of {{total}}' },
  });
  writeMessages(root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the generated sources of the locales', () => {
  it('name the locales by their folders, the base first', () => {
    expect(read('messages.ts')).toContain("export type Locale = 'en_US' | 'de_DE';");
    expect(read('index.ts')).toContain("  en_US: 'English',\n  de_DE: 'Deutsch',\n");
    expect(read('index.ts')).not.toContain('locale.json');
  });

  it('know of each message the parameters', () => {
    expect(read('messages.ts')).toContain(
      [
        "  'home.title': Record<never, never>;",
        "  'home.sites': { owner: string | number; count: number };",
        "  'home.row.of': { place: string | number; total: string | number };",
      ].join('\n'),
    );
  });

  it('take up a folder that is added, whatever sections it has', () => {
    write('fr_FR/locale.json', { name: "L'essai" });
    write('fr_FR/home.json', { title: 'Accueil' });
    write('en_US/sites.json', { title: 'Sites' });
    writeMessages(root);
    expect(read('messages.ts')).toContain("'en_US' | 'de_DE' | 'fr_FR'");
    expect(read('messages.ts')).toContain("'sites.title'");
    expect(read('index.ts')).toContain("import fr_FR_home from './fr_FR/home.json';");
    expect(read('index.ts')).toContain("  fr_FR: 'L\\'essai',");
    expect(read('index.ts')).not.toContain('fr_FR/sites.json');
  });

  it('are not touched while nothing changed', () => {
    const past = new Date('2020-01-01');
    for (const file of ['index.ts', 'messages.ts']) utimesSync(at(file), past, past);
    writeMessages(root);
    for (const file of ['index.ts', 'messages.ts']) expect(statSync(at(file)).mtime).toEqual(past);
    write('en_US/home.json', { title: 'Home of {{owner}}' });
    writeMessages(root);
    expect(statSync(at('index.ts')).mtime).toEqual(past);
    expect(statSync(at('messages.ts')).mtime).not.toEqual(past);
  });
});
