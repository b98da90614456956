import { createHash } from 'node:crypto';

/** A row of the audit as the database writes each column. */
export interface SealedRow {
  auditId: number;
  /** Everything else, in the order of `sealedColumns`. */
  values: readonly (string | null)[];
}

/** What the first seal of a chain is made over. */
export const chainStart: Buffer = createHash('sha256').update('tare audit chain').digest();

/** SHA-256 over the hash before it, and the row with the length of each value, so that no two rows read alike. */
export function hashOf(before: Uint8Array, { auditId, values }: SealedRow): Buffer {
  const hash = createHash('sha256').update(before).update(`${auditId};`);
  for (const value of values) hash.update(value === null ? '-;' : `${Buffer.byteLength(value)}:${value};`);
  return hash.digest();
}

/** What is signed of an end of a chain. */
export const endText = ({
  organisationId,
  position,
  hash,
}: {
  organisationId: number;
  position: number;
  hash: Uint8Array;
}): string => `${organisationId} ${position} ${Buffer.from(hash).toString('hex')}`;

export const redactionPurpose = 'audit redaction';

/** What is signed of a sealed row that was rewritten: the seal that it had, and what it reads now. */
export const redactionText = ({
  organisationId,
  auditId,
  seal,
  contentHash,
}: {
  organisationId: number;
  auditId: number;
  seal: Uint8Array;
  contentHash: Uint8Array;
}): string =>
  `${organisationId} ${auditId} ${Buffer.from(seal).toString('hex')} ${Buffer.from(contentHash).toString('hex')}`;
