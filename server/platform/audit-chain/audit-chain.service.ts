import { subMonths } from 'date-fns';
import { z } from 'zod';
import type { Acting } from '../acting';
import { defineActions } from '../audit';
import type { Db, Trx } from '../db/database';
import type { Signer } from '../signer';
import type { ChainFault } from './audit-chain.contract';
import {
  findChain,
  findOldEnd,
  findStrays,
  keepCheck,
  keepSeals,
  listUnsealedOrganisations,
  lockChain,
  readLinks,
  readUnsealed,
  removeThrough,
  setEnd,
  setKeepMonths,
  type ChainEnd,
  type Link,
} from './audit-chain.store';
import { chainStart, endText, hashOf, redactionPurpose, redactionText } from './chain-hash';

const purpose = 'audit chain';
const sealedAtOnce = 500;
const readAtOnce = 2000;

const auditLogActions = defineActions('auditLog', {
  /** For how long rows are kept. */
  changeRetention: { severity: 'critical' },
});

export interface Means {
  db: Db;
  signer: Signer;
}

const signed = (signer: Signer, organisationId: number, end: { position: number; hash: Buffer }): ChainEnd => ({
  ...end,
  signature: signer.sign(purpose, endText({ organisationId, ...end })),
});

const isSigned = (signer: Signer, organisationId: number, end: ChainEnd): boolean =>
  signer.isSigned(purpose, endText({ organisationId, ...end }), end.signature);

const startOf = (signer: Signer, organisationId: number): ChainEnd =>
  signed(signer, organisationId, { position: 0, hash: chainStart });

/** Lets nobody seal rows of an organization until the transaction ends. */
export async function lockSeals(trx: Trx, organisationId: number, signer: Signer): Promise<void> {
  await lockChain(trx, organisationId, startOf(signer, organisationId));
}

/** Seals what waits, of every organization. Nobody who writes a row waits for it. @returns how many rows */
export async function sealAudits({ db, signer }: Means, now: Date): Promise<number> {
  let total = 0;
  for (const organisationId of await listUnsealedOrganisations(db)) {
    let sealed: number;
    do {
      sealed = await db.transaction().execute((trx) => sealSome(trx, organisationId, { signer, now }));
      total += sealed;
    } while (sealed === sealedAtOnce);
  }
  return total;
}

async function sealSome(
  trx: Trx,
  organisationId: number,
  { signer, now }: { signer: Signer; now: Date },
): Promise<number> {
  const { end } = await lockChain(trx, organisationId, startOf(signer, organisationId));
  const rows = await readUnsealed(trx, organisationId, sealedAtOnce);
  if (rows.length === 0) return 0;
  let { hash } = end;
  const seals = rows.map((row, at) => {
    hash = hashOf(hash, row);
    return { auditId: row.auditId, position: end.position + at + 1, hash };
  });
  await keepSeals(trx, organisationId, seals);
  await setEnd(trx, organisationId, {
    end: signed(signer, organisationId, { position: end.position + rows.length, hash }),
    // Signed anew it would look like ours: that it was not is kept.
    doubtedAt: isSigned(signer, organisationId, end) ? null : now,
  });
  return rows.length;
}

export interface ChainCheck {
  rows: number;
  fault: ChainFault | null;
}

/** Computes the chain of an organization anew, in one snapshot and a bounded piece at a time. @returns the first fault */
export async function checkChain({ db, signer }: Means, organisationId: number): Promise<ChainCheck> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const chain = await findChain(trx, organisationId);
      const { inserted, removed } = await findStrays(trx, organisationId);
      const stray = strayFault(inserted, removed);
      if (!chain) return { rows: 0, fault: stray };
      const { base, end } = chain;
      const ours = isSigned(signer, organisationId, end) && isSigned(signer, organisationId, base);
      // Of another secret nothing is ours, which is told of the end.
      const reads = (last: Buffer, link: Link) => readsAsSealed({ organisationId, signer, ours }, last, link);
      const linked = await followLinks(trx, { organisationId, base, reads });
      if (linked.fault) return linked;
      const { rows, last } = linked;
      const reaches = last.position === end.position && last.hash.equals(end.hash);
      const endFault: ChainFault | null =
        reaches && ours && chain.doubtedAt === null ? null : { kind: 'end', auditId: null, position: last.position };
      return { rows, fault: stray ?? endFault };
    });
}

const strayFault = (inserted: number | null, removed: number | null): ChainFault | null => {
  if (inserted !== null) return { kind: 'inserted', auditId: inserted, position: null };
  return removed === null ? null : { kind: 'removed', auditId: removed, position: null };
};

/** Whether a row reads as when it was sealed, or as this installation has rewritten it since. */
function readsAsSealed(
  { organisationId, signer, ours }: { organisationId: number; signer: Signer; ours: boolean },
  last: Buffer,
  { hash, auditId, values, contentHash, redactedBy }: Link,
): boolean {
  if (auditId === null || values === null) return false;
  if (contentHash === null || redactedBy === null) return hashOf(last, { auditId, values }).equals(hash);
  const text = redactionText({ organisationId, auditId, seal: hash, contentHash });
  return (
    hashOf(hash, { auditId, values }).equals(contentHash) &&
    (!ours || signer.isSigned(redactionPurpose, text, redactedBy))
  );
}

interface Following {
  organisationId: number;
  base: ChainEnd;
  reads(last: Buffer, link: Link): boolean;
}

async function followLinks(
  trx: Trx,
  { organisationId, base, reads }: Following,
): Promise<{ rows: number; last: { position: number; hash: Buffer }; fault: ChainFault | null }> {
  let last: { position: number; hash: Buffer } = base;
  let rows = 0;
  for (;;) {
    const links = await readLinks(trx, organisationId, { after: last.position, limit: readAtOnce });
    for (const link of links) {
      const { position, hash, sealedId, auditId } = link;
      const faulty = (kind: ChainFault['kind'], at = position) => ({
        rows,
        last,
        fault: { kind, auditId: kind === 'sealRemoved' ? null : sealedId, position: at },
      });
      if (position !== last.position + 1) return faulty('sealRemoved', last.position + 1);
      if (auditId === null) return faulty('removed');
      if (!reads(last.hash, link)) return faulty('changed');
      last = { position, hash };
      rows += 1;
    }
    if (links.length < readAtOnce) return { rows, last, fault: null };
  }
}

/** What a job is asked for by whoever looks at the log. */
export const checkAudit = { name: 'audit.check', payload: z.strictObject({ organisationId: z.number().int() }) };

/** Has the chain checked in the background. */
export const askForCheck = ({ db, jobs, scope: { organisationId } }: Acting): Promise<void> =>
  db.transaction().execute((trx) => jobs.send(trx, checkAudit, { organisationId }));

/** Checks the chain, and keeps what was found for whoever looks at the log. */
export async function checkAndKeep(means: Means, organisationId: number, now: Date): Promise<ChainCheck> {
  const check = await checkChain(means, organisationId);
  await keepCheck(means.db, organisationId, { ...check, now });
  return check;
}

/** For how many months rows are kept from now on; null: for ever. The shorter time holds with the next night. */
export function changeRetention(
  { db, scope: { organisationId }, audit }: Acting,
  months: number | null,
  signer: Signer,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { keepMonths } = await lockChain(trx, organisationId, startOf(signer, organisationId));
    if (keepMonths === months) return;
    await setKeepMonths(trx, organisationId, months);
    await audit(trx, {
      action: auditLogActions.changeRetention,
      entity: 'auditLog',
      before: { months: keepMonths },
      after: { months },
    });
  });
}

/** Removes rows that are older than is kept, with the chain beginning after them. @returns how many */
export async function removeOld({ db, signer }: Means, organisationId: number, now: Date): Promise<number> {
  let total = 0;
  let removed: number;
  do {
    removed = await db.transaction().execute(async (trx) => {
      const { keepMonths, base } = await lockChain(trx, organisationId, startOf(signer, organisationId));
      if (keepMonths === null) return 0;
      const end = await findOldEnd(trx, organisationId, {
        after: base.position,
        before: subMonths(now, keepMonths),
        limit: sealedAtOnce,
      });
      return end ? removeThrough(trx, organisationId, signed(signer, organisationId, end)) : 0;
    });
    total += removed;
  } while (removed === sealedAtOnce);
  return total;
}
