import type { Trx } from '../db/database';
import { lockSeals, type Means } from './audit-chain.service';
import { readSealed } from './audit-chain.store';
import { hashOf, redactionPurpose, redactionText } from './chain-hash';
import { jsonWithoutNames, withoutNames } from './pseudonym.rules';
import {
  keepRedaction,
  listOrganisationsAbout,
  readRowsAbout,
  rewriteRow,
  type PersonOfAudit,
} from './pseudonymize.store';

const rewrittenAtOnce = 200;

/**
 * Puts a pseudonym in the place of a person in every row of every organization's audit, a bounded piece at a time. Rows stay provable: what each reads
 * from now on is signed together with the seal that it had. Done again, it goes on where it was broken off.
 * @returns how many rows were rewritten
 */
export async function pseudonymizePerson(
  { db, signer }: Means,
  { userId, names: given, pseudonym }: PersonOfAudit & { pseudonym: string },
): Promise<number> {
  const names = [...new Set(given.map((name) => name.trim().toLowerCase()))].filter((name) => name.length > 0);
  const person = { userId, names };
  const replaced = { names, pseudonym };
  let total = 0;

  async function rewriteSome(trx: Trx, organisationId: number, after: number): Promise<number | null> {
    // Nothing is sealed meanwhile.
    await lockSeals(trx, organisationId, signer);
    const rows = await readRowsAbout(trx, person, { organisationId, after, limit: rewrittenAtOnce });
    for (const { auditId, seal, theirs, ...row } of rows) {
      await rewriteRow(trx, organisationId, {
        auditId,
        theirs,
        actor: theirs && row.actingPerson === null ? pseudonym : withoutNames(row.actor, replaced),
        actingPerson: row.actingPerson === null ? null : withoutNames(row.actingPerson, replaced),
        before: jsonWithoutNames(row.before, replaced),
        after: jsonWithoutNames(row.after, replaced),
      });
      if (!seal) continue;
      const contentHash = hashOf(seal, await readSealed(trx, organisationId, auditId));
      const text = redactionText({ organisationId, auditId, seal, contentHash });
      await keepRedaction(trx, organisationId, {
        auditId,
        contentHash,
        signature: signer.sign(redactionPurpose, text),
      });
    }
    total += rows.length;
    return rows.length === rewrittenAtOnce ? (rows.at(-1)?.auditId ?? null) : null;
  }

  for (const organisationId of await listOrganisationsAbout(db, person)) {
    let after: number | null = 0;
    while (after !== null) {
      const from: number = after;
      after = await db.transaction().execute((trx) => rewriteSome(trx, organisationId, from));
    }
  }
  return total;
}
