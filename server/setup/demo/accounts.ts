import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config';
import { addMember, addUser, isPasswordOf } from '../../identity';
import type { Locale } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { keptSecret } from '../../resources';

type DemoOrganisation = 'internal' | 'fairfax' | 'caterer';

interface DemoAccount {
  login: string;
  fullName: string;
  organisation: DemoOrganisation;
  role: string;
  /** Said at the start, so that somebody knows which one to try. */
  about: string;
  locale?: Locale;
  /** Has accepted nothing and must set a new password. */
  fresh?: boolean;
}

export const demoAccounts: DemoAccount[] = [
  {
    login: 'admin@fairfax.test',
    fullName: 'Farah Whitfield',
    organisation: 'fairfax',
    role: 'administrator',
    about: 'administrator of Fairfax County Public Schools (real data)',
  },
  {
    login: 'admin@caterer.test',
    fullName: 'Anton Berger',
    organisation: 'caterer',
    role: 'administrator',
    about: 'administrator of a simulated caterer',
  },
  {
    login: 'admin-de@caterer.test',
    fullName: 'Greta Vogel',
    organisation: 'caterer',
    role: 'administrator',
    about: 'administrator of the same caterer, in German',
    locale: 'de_DE',
  },
  {
    login: 'admin-es@caterer.test',
    fullName: 'Elena Ruiz',
    organisation: 'caterer',
    role: 'administrator',
    about: 'administrator of the same caterer, in Spanish',
    locale: 'es_ES',
  },
  {
    login: 'admin-fr@caterer.test',
    fullName: 'Claire Morel',
    organisation: 'caterer',
    role: 'administrator',
    about: 'administrator of the same caterer, in French',
    locale: 'fr_FR',
  },
  {
    login: 'viewer@caterer.test',
    fullName: 'Vera Lind',
    organisation: 'caterer',
    role: 'basic',
    about: 'may look at deployment status and calendar',
  },
  {
    login: 'reader@caterer.test',
    fullName: 'Rosa Lindgren',
    organisation: 'caterer',
    role: 'viewer',
    about: 'may look at every result and change none',
  },
  {
    login: 'site@caterer.test',
    fullName: 'Simon Okafor',
    organisation: 'caterer',
    role: 'manager',
    about: 'limited to one site',
  },
  {
    login: 'new@caterer.test',
    fullName: 'Nora Petit',
    organisation: 'caterer',
    role: 'viewer',
    about: 'has accepted nothing and must set a password',
    fresh: true,
  },
  {
    login: 'staff@tare.test',
    fullName: 'Stella Marsh',
    organisation: 'internal',
    role: 'internal-administrator',
    about: 'internal staff with every permission',
  },
];

interface AccountsInput {
  organisations: Record<DemoOrganisation, number>;
  password: string;
  now: Date;
}

/** @returns each account's user id by its login. */
export async function addDemoAccounts(
  trx: Trx,
  { organisations, password, now }: AccountsInput,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const account of demoAccounts) {
    const userId = await addUser(trx, {
      login: account.login,
      email: account.login,
      fullName: account.fullName,
      password,
      locale: account.locale,
      privacyAccepted: !account.fresh,
      passwordResetRequired: account.fresh,
      now,
    });
    await addMember(trx, { tenantNumber: organisations[account.organisation], userId, roles: [account.role] });
    ids.set(account.login, userId);
  }
  return ids;
}

/**
 * The password of all demo accounts: the one that was set, or one that this installation keeps beside its data.
 * @param dataDir where the shipped list of words lies
 */
export function demoPasswordOf(config: Config, dataDir: string): string {
  return config.demoPassword ?? keptSecret(config, 'demo-password', () => fourWords(dataDir));
}

/** Whether this password opens the demo accounts; null where there are none, or where they have set their own. */
export async function opensDemoAccounts(db: Db, password: string): Promise<boolean | null> {
  return isPasswordOf(db, demoAccounts[0]?.login ?? '', password);
}

/** Four short words are easy to type and, out of 256 each, hard enough for a demo on one's own machine. */
function fourWords(dataDir: string): string {
  const words = readFileSync(join(dataDir, 'words.txt'), 'utf8').trim().split(/\s+/);
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => words[byte % words.length]).join('-');
}
