import { inspect } from 'node:util';
import { WrongSettings } from '../../server/config';
import { DataFolderInUse } from '../../server/platform/db/embedded';
import { NewerSchema } from '../../server/platform/db/migrate';
import { refusalOf } from '../../server/refusal';

/** What was typed wrong, in one line. */
export class WrongArguments extends Error {}

interface Outcome {
  /** Of what was refused before anything began. */
  nothing: string;
  /** Of what may have begun. */
  failed: string;
  /** What to do about a data folder in use. */
  inUse?: string;
}

/** Says what a person can mend in one line each, after the sentence of what came of it; anything else keeps its stack. */
export function complain(
  { nothing, failed, inUse = 'Stop the server first.' }: Outcome,
  error: unknown,
  say: (line: string) => void = (line) => console.error(line),
): void {
  const refused = refusedBefore(error, inUse);
  for (const line of refused ?? refusalOf(error) ?? [inspect(error)]) say(`${refused ? nothing : failed} ${line}`);
}

function refusedBefore(error: unknown, inUse: string): string[] | null {
  if (error instanceof WrongSettings) return error.reasons;
  if (error instanceof DataFolderInUse) return [`${error.message} ${inUse}`];
  return error instanceof NewerSchema ? [error.message] : null;
}
