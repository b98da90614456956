import { createHash, randomBytes } from 'node:crypto';
import type { ActingPersonally } from '../../platform/acting';
import { defineActions } from '../../platform/audit';
import type { Db } from '../../platform/db/database';
import type { Block, ReportDocument } from '../../platform/document/document.contract';
import { fail } from '../../platform/errors';
import { findRunDocument } from './report-runs.store';
import { deleteShare, findShared, insertShare } from './report-shares.store';

const actions = defineActions('reportShare', { create: { severity: 'warning' }, revoke: {} });
const dayMs = 86_400_000;
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** @returns the token, which is kept nowhere: it is in the link alone */
export function shareReport(
  acting: ActingPersonally,
  { runId, days }: { runId: number; days: number },
): Promise<string> {
  const { scope, now, actor } = acting;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + days * dayMs);
  return acting.db.transaction().execute(async (trx) => {
    const shareId = await insertShare(trx, {
      organisationId: scope.organisationId,
      runId,
      tokenHash: hashOf(token),
      expiresAt,
      createdBy: actor.userId,
      now,
    });
    await acting.audit(trx, {
      action: actions.create,
      entity: 'reportShare',
      entityId: shareId,
      after: { runId, expiresAt: expiresAt.toISOString() },
    });
    return token;
  });
}

/** @throws 404 */
export function revokeShare(
  acting: ActingPersonally,
  { runId, shareId }: { runId: number; shareId: number },
): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const found = await deleteShare(trx, { organisationId: acting.scope.organisationId, runId, shareId });
    if (!found) throw fail.notFound('reports.error.unknownShare');
    await acting.audit(trx, { action: actions.revoke, entity: 'reportShare', entityId: shareId, before: { runId } });
  });
}

const plain = <C extends { href?: string | undefined }>({ href: _, ...cell }: C) => cell;

function blockWithout(block: Block): Block {
  switch (block.kind) {
    case 'figures':
      return { ...block, figures: block.figures.map(plain) };
    case 'bars':
      return { ...block, rows: block.rows.map(plain) };
    case 'table':
      return { ...block, rows: block.rows.map((row) => row.map(plain)) };
    default:
      return block;
  }
}

/** The same for somebody who may open nothing behind it. */
const withoutLinks = (document: ReportDocument): ReportDocument => ({
  ...document,
  blocks: document.blocks.map(blockWithout),
});

/** The statement that a link leads to, without ways to what stands behind its figures; null for a link that ended, or never was. */
export async function openShared(db: Db, token: string, now: Date): Promise<ReportDocument | null> {
  const key = await findShared(db, hashOf(token), now);
  const document = key && (await findRunDocument(db, key));
  return document ? withoutLinks(document) : null;
}
