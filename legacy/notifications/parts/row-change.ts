import { useState } from 'react';
import { usePage } from '../../../client/legacy/page';
import type { RequestOptions } from '../../../client/runtime/request';

export interface RowChange {
  /** The row that is being changed. */
  busy: number | null;
  /** What went wrong last. */
  problem: string | null;
  change(id: number, request: { path: string; options: RequestOptions; said: string }): Promise<void>;
}

/** A change of one row by its button: says when it is done, or what went wrong, and reads the list again. */
export function useRowChange(reload: () => void): RowChange {
  const { call, say, sentenceOf } = usePage();
  const [busy, setBusy] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    busy,
    problem,
    async change(id, { path, options, said }) {
      setBusy(id);
      setProblem(null);
      try {
        await call(path, options);
        say(said);
      } catch (error) {
        setProblem(sentenceOf(error));
      } finally {
        setBusy(null);
        reload();
      }
    },
  };
}
