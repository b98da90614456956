import { fail } from '../errors';

interface Limits {
  /** Exports under way in this process. */
  all: number;
  /** Of them, those of one person, whatever the number of their sessions. */
  perPerson: number;
  /** Of them, those of one organisation: the rest is for the others. */
  perOrganisation: number;
}

type Pieces = AsyncGenerator<string | Uint8Array>;

/** Whose export it is, by their ids. */
interface ExportOwner {
  person: number;
  organisation: number;
}

export interface ExportSlots {
  /** Before anything else is done for one more. @throws Failure 503 where the process has enough */
  checkFree(): void;
  /**
   * Writes one export from its pieces.
   * @throws Failure 429 for one person's or organisation's too many, 503 where the process has enough
   */
  run(owner: ExportOwner, pieces: Pieces, write: (pieces: Pieces) => Promise<void>): Promise<void>;
}

const retrySeconds = 10;

/**
 * Bounds how many people download at once, and lets one piece of all their exports be made at a time: pages are answered
 * between two pieces. Nothing is held for a reader who takes his time but his slot.
 */
export function createExportSlots(
  { all, perPerson, perOrganisation }: Limits = { all: 5, perPerson: 2, perOrganisation: 3 },
): ExportSlots {
  const underWay = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let total = 0;
  let making = false;

  /** Handed from one to the next, so that nobody slips in between. */
  async function turn(): Promise<void> {
    if (making) await new Promise<void>((go) => waiting.push(go));
    else making = true;
  }
  function pass(tookMs: number): void {
    const go = () => {
      const next = waiting.shift();
      if (next) next();
      else making = false;
    };
    // Many together take no more than half of the time.
    if (waiting.length > 0) setTimeout(go, tookMs);
    else setImmediate(go);
  }

  async function* inTurns(pieces: Pieces): Pieces {
    try {
      for (;;) {
        await turn();
        const began = performance.now();
        const piece = await pieces.next().finally(() => pass(performance.now() - began));
        if (piece.done) return;
        yield piece.value;
      }
    } finally {
      await pieces.return(undefined);
    }
  }

  const under = (name: string) => underWay.get(name) ?? 0;
  function count(change: 1 | -1, names: string[]): void {
    total += change;
    for (const name of names) {
      underWay.set(name, under(name) + change);
      if (under(name) === 0) underWay.delete(name);
    }
  }

  function checkFree(): void {
    if (total >= all) throw fail.unavailable('errors.exportsBusy');
  }

  return {
    checkFree,
    async run(owner, pieces, write) {
      const [person, organisation] = [`person ${owner.person}`, `organisation ${owner.organisation}`];
      if (under(person) >= perPerson || under(organisation) >= perOrganisation)
        throw fail.tooMany('errors.tooManyExports', { params: { seconds: retrySeconds } });
      checkFree();
      count(1, [person, organisation]);
      try {
        await write(inTurns(pieces));
      } finally {
        count(-1, [person, organisation]);
      }
    },
  };
}
