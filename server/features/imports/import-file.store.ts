import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import { filePartBytes } from './import.contract';
import type { ImportKey } from './import.store';

/** Stores the bytes in parts. @returns their SHA-256, in hexadecimal, and their number */
export async function storeFile(
  trx: Trx,
  key: ImportKey,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let held: Buffer[] = [];
  let heldBytes = 0;
  let total = 0;
  let part = 0;
  const flush = async () => {
    if (heldBytes === 0) return;
    await sql`insert into import_file (organisation_id, batch_id, part, bytes) values (${key.organisationId}, ${key.id}, ${part}, ${Buffer.concat(held)})`.execute(
      trx,
    );
    part += 1;
    held = [];
    heldBytes = 0;
  };
  for await (const chunk of bytes) {
    hash.update(chunk);
    total += chunk.length;
    held.push(Buffer.from(chunk));
    heldBytes += chunk.length;
    if (heldBytes >= filePartBytes) await flush();
  }
  await flush();
  return { sha256: hash.digest('hex'), bytes: total };
}

/** Between two of them it is told how far a file is read. */
const pieceBytes = 16_384;

/** The file from its beginning; `onRead` hears how many bytes were asked for so far, of which all but the last few are worked on. */
export async function* readFile(
  db: Db,
  { organisationId, id }: ImportKey,
  onRead: (bytesRead: number) => void = () => undefined,
): AsyncGenerator<Buffer, void, undefined> {
  let bytesRead = 0;
  for (let part = 0; ; part += 1) {
    const row = await db
      .selectFrom('import_file')
      .select('bytes')
      .where('organisation_id', '=', organisationId)
      .where('batch_id', '=', id)
      .where('part', '=', part)
      .executeTakeFirst();
    if (!row) return;
    for (let start = 0; start < row.bytes.length; start += pieceBytes) {
      const piece = row.bytes.subarray(start, start + pieceBytes);
      bytesRead += piece.length;
      onRead(bytesRead);
      yield piece;
    }
  }
}

export async function deleteFile(trx: Trx, { organisationId, id }: ImportKey): Promise<void> {
  await trx
    .deleteFrom('import_file')
    .where('organisation_id', '=', organisationId)
    .where('batch_id', '=', id)
    .execute();
}
