import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const wing = 'server/identity/';

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .map((file) => join('server', file))
  .filter(
    (file) =>
      /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith(wing) && !file.endsWith('db/schema.ts'),
  );

describe('the schema of identity', () => {
  it('has one writer of memberships and roles', () => {
    const owned =
      /(?:insertInto|updateTable|deleteFrom|mergeInto)\('identity\.(membership|membership_role|role|role_permission|group|group_role|group_user|group_config)(?: as \w+)?'|(?:insert into|update|delete from|merge into)\s+identity\."?(membership|membership_role|role|role_permission|group|group_role|group_user|group_config)"?\s/g;
    const writes = (source: string) => [...source.matchAll(owned)].map((match) => match[1] ?? match[2]);
    const own = readdirSync(wing, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|example)\.tsx?$/.test(file))
      .map((file) => join(wing, file));
    const writers = new Map(
      [...own, ...sources]
        .map((file) => [file, writes(readFileSync(file, 'utf8'))] as const)
        .filter(([, written]) => written.length > 0),
    );
    expect(new Set([...writers.values()].flat()).size).toBe(8);
    expect([...writers.keys()].filter((file) => !file.startsWith(`${wing}core/memberships/`))).toEqual([]);
    // Whoever is deleted leaves without a question: no tenant is, and nobody but who has left every tenant before.
    expect(
      [...own, ...sources].filter((file) =>
        /deleteFrom\('identity\.(user|tenant)\b|delete from identity\.("user"|tenant)\s/.test(
          readFileSync(file, 'utf8'),
        ),
      ),
    ).toEqual(['server/identity/core/erasure/erasure.store.ts']);
  });

  it('publishes no secret of a person', () => {
    const columns =
      /'identity\.person': \{\n([\s\S]*?)\n {2}\};/.exec(readFileSync('server/platform/db/schema.ts', 'utf8'))?.[1] ??
      '';
    expect(columns).toContain('full_name');
    expect(columns).not.toMatch(/password|failed|locked|token|secret/);
  });
});
