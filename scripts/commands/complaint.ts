import { WrongSettings } from '../../server/config';
import { DataFolderInUse } from '../../server/platform/db/embedded';
import { refusalOf } from '../../server/refusal';

/** What was typed wrong, in one line. */
export class WrongArguments extends Error {}

/** Says what a person can mend in one line each, after the sentence of what did not happen; anything else keeps its stack. */
export function complain(outcome: string, error: unknown, say: (line: string) => void = (line) => console.error(line)): void {
  for (const line of mendable(error) ?? [error instanceof Error ? (error.stack ?? error.message) : String(error)]) say(`${outcome} ${line}`);
}

function mendable(error: unknown): string[] | null {
  if (error instanceof WrongSettings) return error.reasons;
  if (error instanceof DataFolderInUse) return [`${error.message} Stop the server first.`];
  return refusalOf(error);
}
