import type { ButtonKind, KeptButton } from './profiles.contract';
import { idsOf, kinds } from './profiles.rules';

export interface KindChanges {
  kind: ButtonKind;
  added: number[];
  removed: number[];
  /** Places count from 1. */
  moved: { refId: number; from: number; to: number }[];
}

/** What differs between two lists of buttons, kind by kind; kinds without a difference are left out. */
export function compareButtons(before: readonly KeptButton[], after: readonly KeptButton[]): KindChanges[] {
  return kinds.flatMap((kind) => {
    const [was, is] = [idsOf(before, kind), idsOf(after, kind)];
    const added = is.filter((id) => !was.includes(id));
    const removed = was.filter((id) => !is.includes(id));
    const moved = movedIn(was, is);
    return added.length + removed.length + moved.length > 0 ? [{ kind, added, removed, moved }] : [];
  });
}

/** As few as possible: those outside the longest list of values whose order is as it was. */
function movedIn(was: readonly number[], is: readonly number[]): KindChanges['moved'] {
  const placeBefore = new Map(was.map((id, at) => [id, at]));
  const common = is.filter((id) => placeBefore.has(id));
  const kept = new Set(longestRising(common.map((id) => placeBefore.get(id) ?? 0)).map((at) => was[at]));
  return common
    .filter((id) => !kept.has(id))
    .map((refId) => ({ refId, from: was.indexOf(refId) + 1, to: is.indexOf(refId) + 1 }));
}

/** The longest subsequence in which each number is larger than the one before. */
function longestRising(numbers: readonly number[]): number[] {
  const best: { length: number; before: number }[] = [];
  let end = -1;
  numbers.forEach((number, at) => {
    let before = -1;
    for (let other = 0; other < at; other += 1)
      if ((numbers[other] ?? 0) < number && (best[other]?.length ?? 0) > (best[before]?.length ?? 0)) before = other;
    best.push({ length: (best[before]?.length ?? 0) + 1, before });
    if ((best[at]?.length ?? 0) > (best[end]?.length ?? 0)) end = at;
  });
  const rising: number[] = [];
  for (let at = end; at >= 0; at = best[at]?.before ?? -1) rising.unshift(numbers[at] ?? 0);
  return rising;
}
