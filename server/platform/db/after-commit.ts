import { Kysely, type Transaction } from 'kysely';
import type { Schema } from './schema';

type Hint = () => void;

const hintsOf = new WeakMap<Transaction<Schema>, Hint[]>();

/**
 * Calls `hint` once the transaction has committed. Only for what may be lost without harm: a process that dies right after
 * the commit calls nothing, nor does a transaction opened by `startTransaction` or on a single connection.
 */
export function afterCommit(trx: Transaction<Schema>, hint: Hint): void {
  hintsOf.get(trx)?.push(hint);
}

/** Kysely has no hook for a commit. */
export class KyselyWithHints extends Kysely<Schema> {
  override transaction() {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async <T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> => {
      const hints: Hint[] = [];
      const result = await execute((trx) => {
        hintsOf.set(trx, hints);
        return work(trx);
      });
      for (const hint of hints) hint();
      return result;
    };
    return builder;
  }
}
