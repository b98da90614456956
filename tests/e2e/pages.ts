import { execFileSync } from 'node:child_process';

export interface WalkedPage {
  address: string;
  /** It shows one thing, which the address leaves open: the features' examples have one. */
  exemplary: boolean;
  /** Of its route. */
  access: string;
  /** It asks more of its visitors than a permission. */
  conditional: boolean;
}

/** Every address that the declared pages name. The first process asks for them, its workers inherit the answer. */
export function walkedPages(): WalkedPage[] {
  process.env.TARE_E2E_PAGES ??=
    execFileSync(process.execPath, ['scripts/run-source.mjs', 'tests/e2e/list-pages.ts'], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .at(-1) ?? '';
  return JSON.parse(process.env.TARE_E2E_PAGES) as WalkedPage[];
}
