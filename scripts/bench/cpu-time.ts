import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second as Linux tells processor time to programs, whatever its kernel counts in. */
const ticks = 100;

interface Times {
  parent: number;
  /** Seconds, of the process itself and of its children that have ended. */
  seconds: number;
}

function timesOf(pid: number | string): Times | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may hold anything, so the fields are counted from behind it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, seconds: (user + system + childrenUser + childrenSystem) / ticks };
  } catch {
    return null;
  }
}

/** Processor time of a process; 0 where there is no `/proc`. */
export const cpuSecondsOf = (pid: number) => timesOf(pid)?.seconds ?? 0;

/** Processor time of a process with its children, those that have ended among them. */
export function cpuSecondsOfFamily(pid: number): number {
  const others = processIds()
    .map(timesOf)
    .filter((times) => times?.parent === pid);
  return cpuSecondsOf(pid) + others.reduce((sum, times) => sum + (times?.seconds ?? 0), 0);
}

function processIds(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
