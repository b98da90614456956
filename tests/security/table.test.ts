import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asvs, attacks, libraryTraps, type Row } from './table';

/** As the list of what must hold has them; a row that goes from the table is missed here. */
const ids = [
  'V1.2.4', 'V1.2.9', 'V1.2.10', 'V1.3.4', 'V1.3.6', 'V1.3.11', 'V1.5.1', 'V1.5.2', 'V2.2.1/2', 'V2.3.1', 'V2.3.3', 'V2.3.4', 'V2.4.1', 'V3.2.1', 'V3.3.1–4', 'V3.4.1', 'V3.4.2', 'V3.4.3', 'V3.4.4–6',
  'V3.5.1–3', 'V3.5.5', 'V3.7.2', 'V4.1.3', 'V4.2.1', 'V4.4.2–4', 'V5.2.1/2', 'V5.3.2, V5.4.1/2', 'V6.2.1, V6.2.9', 'V6.2.4, V6.2.12', 'V6.2.5, V6.2.10', 'V6.2.8', 'V6.3.1', 'V6.3.3', 'V6.3.4', 'V6.3.8',
  'V6.4.1', 'V6.4.3', 'V6.4.4', 'V6.5.1', 'V6.5.2–4', 'V6.5.5', 'V6.6.2/3', 'V6.8.1', 'V6.8.2/3', 'V6.8.4', 'V7.2.3/4', 'V7.3.1/2', 'V7.4.1–3, .5', 'V7.5.1/2', 'V8.2.1–3, V8.4.1', 'V8.3.2',
  'V9.1.1–3, V9.2.1–4', 'V10.1.2, V10.2.1/2', 'V10.4.1–6', 'V10.4.8–10', 'V10.5.1–5', 'V11.4.2, V11.5.1', 'V12.3.1/2', 'V13.2.4, V13.4.2–5', 'V14.2.1, V14.3.1–3', 'V15.3.1–4, .6, .7',
  'V16.2.5, V16.3.1–3, V16.4.1', 'V16.5.1–3',
];

describe('the table of what must hold', () => {
  it('has a row for each id and no other', () => {
    expect(Object.keys(asvs)).toEqual(ids);
    expect(Object.keys(libraryTraps)).toHaveLength(7);
  });

  const rows: [string, Row][] = Object.entries({ ...asvs, ...libraryTraps, ...attacks });

  it.each(rows.filter((row): row is [string, Exclude<Row, string>] => typeof row[1] !== 'string'))('%s is proved by tests that exist', (_id, proofs) => {
    expect(proofs.length).toBeGreaterThan(0);
    for (const [file, title] of proofs) {
      expect([file, existsSync(file)]).toEqual([file, true]);
      expect([file, title, readFileSync(file, 'utf8').includes(title)]).toEqual([file, title, true]);
    }
  });

  it('says of every other row what it waits for', () => {
    for (const [id, row] of rows) if (typeof row === 'string') expect([id, row]).toEqual([id, expect.stringMatching(/^later: \S.{3,}/)]);
  });
});
