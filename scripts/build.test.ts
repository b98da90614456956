import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCssModule } from './build/css-modules.mjs';
import { build } from './build.mjs';

interface Manifest {
  build: string;
  entries: {
    start: string;
    styles: {
      shared: string;
      rooms: Record<string, { href: string; marks: string[] }>;
      byScript: Record<string, string[]>;
    };
    fonts: string[];
    islands: Record<string, string>;
    legacy: Record<string, { js: string | null; scripts: Record<string, string> }>;
    imports: Record<string, string[]>;
  };
}

const sources: Record<string, string> = {
  'package-lock.json': '{}',
  'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx" } }',
  'views/a/button.module.css': '.btn { color: red; composes: base from "../../client/ui/base.module.css" }',
  'views/b/button.module.css': '.btn { color: blue } .row { display: grid; & > a { color: green } }',
  'client/ui/base.module.css': '.base { margin: 0 }',
  'client/ui/shared.ts': 'export const shared = (name: string) => document.createElement(name);',
  'client/styles/index.css': '@import "./tokens.css"; body { margin: 7px }',
  'client/styles/tokens.css':
    '@font-face { font-family: Inter; src: url("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2") format("woff2") } :root { --ink: black }',
  'client/runtime/start.ts': 'import { shared } from "../ui/shared"; shared("start");',
  'client/performance/filter-bar.island.tsx':
    'import a from "../../views/a/button.module.css"; import b from "../../views/b/button.module.css"; import { shared } from "../ui/shared"; export const classes = [a.btn, b.btn, b.row]; export const node = <p>{String(shared("p"))}</p>;',
  'legacy/waste-events/waste-events.html': '<!doctype html>\r\n<title>Waste events</title>\n',
  'legacy/waste-events/waste-events.ts': 'import { shared } from "../../client/ui/shared"; shared("legacy");',
  'server/main.ts':
    'import a from "../views/a/button.module.css"; import b from "../views/b/button.module.css"; import { migrations } from "tare:migrations"; export const classes = [a.btn, b.btn, b.row]; export { migrations };',
  'server/platform/db/migrations/0001_platform.sql': 'select 1;\n',
  'scripts/commands/hello.ts':
    'import { migrations } from "tare:migrations"; import { renderToString } from "react-dom/server"; import React from "react"; export const said = migrations; export const html = renderToString(React.createElement("b", null, "hi")); export const devTools = React.act;',
};

const root = mkdtempSync(path.join(tmpdir(), 'tare-build-'));
const dist = (file: string) => path.join(root, 'dist', file);
const published = (url: string) => dist(`client${url}`);
const sheet = (room?: string) => {
  const { shared, rooms } = manifest().entries.styles;
  return published(room ? (rooms[room]?.href ?? '') : shared);
};
const manifest = () => JSON.parse(readFileSync(dist('client/manifest.json'), 'utf8')) as Manifest;

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

beforeAll(async () => {
  for (const [file, text] of Object.entries(sources)) write(file, text);
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  await build({ root });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('class names of CSS modules', () => {
  it('are the same in the server bundle, the browser bundle and the stylesheet', async () => {
    const { entries } = manifest();
    const server = (await import(/* @vite-ignore */ pathToFileURL(dist('server/main.js')).href)) as {
      classes: string[];
    };
    const client = readFileSync(published(entries.islands['performance/filter-bar'] ?? ''), 'utf8');
    const styles = ['a', 'b'].map((room) => readFileSync(sheet(room), 'utf8')).join('') + readFileSync(sheet(), 'utf8');

    const names = server.classes.flatMap((list) => list.split(' '));
    expect(names).toHaveLength(4);
    for (const list of server.classes) expect(client).toContain(`"${list}"`);
    for (const name of names) expect(styles).toContain(`.${name}`);
  });

  it('differ between two files of one name, and do not hang on where the checkout lies', async () => {
    const at = (file: string) => compileCssModule({ root, file: path.join(root, file) });
    const [a, b] = await Promise.all([at('views/a/button.module.css'), at('views/b/button.module.css')]);
    expect(a.classes.btn).not.toBe(b.classes.btn);

    const elsewhere = mkdtempSync(path.join(tmpdir(), 'tare-elsewhere-'));
    mkdirSync(path.join(elsewhere, 'views/b'), { recursive: true });
    writeFileSync(path.join(elsewhere, 'views/b/button.module.css'), sources['views/b/button.module.css'] ?? '');
    const moved = await compileCssModule({ root: elsewhere, file: path.join(elsewhere, 'views/b/button.module.css') });
    rmSync(elsewhere, { recursive: true });
    expect(moved.classes).toEqual(b.classes);
  });

  it('refuse to compose from a class that is not there', async () => {
    write('views/c/wrong.module.css', '.x { composes: gone from "../b/button.module.css" }');
    await expect(compileCssModule({ root, file: path.join(root, 'views/c/wrong.module.css') })).rejects.toThrow(
      /composes "gone"/,
    );
    rmSync(path.join(root, 'views/c'), { recursive: true });
  });
});

describe('the published files', () => {
  it('are named in the manifest, with the chunks to preload', () => {
    const { entries, build: id } = manifest();
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(Object.keys(entries.islands)).toEqual(['performance/filter-bar']);
    const urls = [
      entries.start,
      entries.styles.shared,
      entries.styles.rooms.a?.href ?? '',
      entries.legacy['waste-events']?.js ?? '',
      ...Object.values(entries.islands),
    ];
    for (const url of urls) {
      expect(url).toMatch(/^\/assets\/.+-[A-Z0-9]{8}\.(js|css)$/);
      expect(existsSync(published(url)), url).toBe(true);
    }
    const chunks = entries.imports[entries.start] ?? [];
    expect(chunks).not.toHaveLength(0);
    for (const chunk of chunks) expect(existsSync(published(chunk)), chunk).toBe(true);
  });

  it('put the global styles and the shared pieces into one sheet, and each room into its own', () => {
    const styles = readFileSync(sheet(), 'utf8');
    const places = ['--ink', 'margin:7px', '_base'].map((text) => styles.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, two) => one - two));
    expect(styles).not.toMatch(/red|#00f/);
    expect(readFileSync(sheet('a'), 'utf8')).toContain('red');
    expect(readFileSync(sheet('b'), 'utf8')).toContain('#00f');
  });

  it('tell which rooms a script shows, and what the class names of a room begin with', async () => {
    const { byScript, rooms } = manifest().entries.styles;
    expect(byScript).toEqual({ [manifest().entries.islands['performance/filter-bar'] ?? '']: ['a', 'b'] });
    const { classes } = await compileCssModule({ root, file: path.join(root, 'views/b/button.module.css') });
    expect(rooms.b?.marks).toHaveLength(1);
    for (const name of Object.values(classes)) expect(name.startsWith(rooms.b?.marks[0] ?? '-')).toBe(true);
  });

  it('carry the font under a hashed name', () => {
    const styles = readFileSync(sheet(), 'utf8');
    const [, url] = /url\("?(\/assets\/media\/inter-[^")]+\.woff2)"?\)/.exec(styles) ?? [];
    expect(manifest().entries.fonts).toEqual([url]);
    expect(
      readFileSync(published(url ?? ''))
        .subarray(0, 4)
        .toString(),
    ).toBe('wOF2');
  });

  it('have compressed twins with the same content', () => {
    const file = sheet();
    expect(brotliDecompressSync(readFileSync(`${file}.br`))).toEqual(readFileSync(file));
    expect(gunzipSync(readFileSync(`${file}.gz`))).toEqual(readFileSync(file));
  });

  it('hold the legacy pages byte for byte', () => {
    expect(readFileSync(dist('legacy/waste-events.html'), 'utf8')).toBe(
      sources['legacy/waste-events/waste-events.html'],
    );
  });

  it('hold the migrations, found in their folders', async () => {
    const command = (await import(/* @vite-ignore */ pathToFileURL(dist('commands/hello.js')).href)) as {
      said: unknown;
    };
    expect(command.said).toEqual([{ name: 'platform/0001_platform', text: 'select 1;\n', apart: false }]);
  });

  it('render with the production build of React, whatever NODE_ENV says', async () => {
    const command = (await import(/* @vite-ignore */ pathToFileURL(dist('commands/hello.js')).href)) as {
      html: string;
      devTools: unknown;
    };
    expect(command.html).toBe('<b>hi</b>');
    // Only the development build of React has `act`.
    expect(command.devTools).toBeUndefined();
  });
});

describe('building again', () => {
  it('does nothing while no source changed, and keeps the identity when forced', async () => {
    const before = manifest();
    expect((await build({ root })).built).toBe(false);
    expect((await build({ root, force: true })).built).toBe(true);
    expect(manifest()).toEqual(before);
  });

  it('builds when a source is newer, and keeps the last good files when it cannot', async () => {
    utimesSync(
      path.join(root, 'server/platform/db/migrations/0001_platform.sql'),
      new Date('2040-01-01'),
      new Date('2040-01-01'),
    );
    expect((await build({ root })).built).toBe(true);

    const before = manifest();
    write('views/b/button.module.css', '.1btn { color: red }');
    await expect(build({ root, logLevel: 'silent' })).rejects.toThrow();
    expect(manifest()).toEqual(before);
    write('views/b/button.module.css', '.btn { color: navy }');
    expect((await build({ root })).built).toBe(true);
    expect(manifest().build).not.toBe(before.build);
  });
});
