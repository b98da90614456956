import type { CheckweightNote, NoteReference } from './weight-accuracy.contract';

/** What an editor of a reason holds: nothing, one of the list, or one's own words. */
export type NoteChoice = { kind: 'empty' } | { kind: 'reference'; id: number } | { kind: 'custom'; text: string };

export function choiceOf({ checkweightNoteReferenceId, content }: CheckweightNote): NoteChoice {
  if (checkweightNoteReferenceId !== null) return { kind: 'reference', id: checkweightNoteReferenceId };
  return content === '' ? { kind: 'empty' } : { kind: 'custom', text: content };
}

/** A reason of the list takes the words away, and words take the reason of the list away. */
export function withChoice(
  note: CheckweightNote,
  choice: NoteChoice,
  references: readonly NoteReference[],
): CheckweightNote {
  if (choice.kind === 'reference') {
    const named = references.find((one) => one.checkweightNoteReferenceId === choice.id);
    return {
      ...note,
      checkweightNoteReferenceId: choice.id,
      checkweightNoteReference: named?.checkweightDescription ?? null,
      content: '',
    };
  }
  return {
    ...note,
    checkweightNoteReferenceId: null,
    checkweightNoteReference: null,
    content: choice.kind === 'custom' ? choice.text.trim() : '',
  };
}

export type NoteRequest =
  | { method: 'POST'; body: CheckweightNote }
  | { method: 'PUT'; body: CheckweightNote & { seen: Pick<CheckweightNote, 'checkweightNoteReferenceId' | 'content'> } }
  | { method: 'DELETE'; query: { checkweightNoteId: string; seenContent: string; seenReferenceId: number | null } };

/** How a reason is saved; null where there is nothing to save. */
export function requestFor(before: CheckweightNote, after: CheckweightNote): NoteRequest | null {
  const { checkweightNoteId, checkweightNoteReferenceId, content } = before;
  const empty = after.checkweightNoteReferenceId === null && after.content === '';
  if (checkweightNoteId === '') return empty ? null : { method: 'POST', body: after };
  if (empty)
    return {
      method: 'DELETE',
      query: { checkweightNoteId, seenContent: content, seenReferenceId: checkweightNoteReferenceId },
    };
  return { method: 'PUT', body: { ...after, seen: { checkweightNoteReferenceId, content } } };
}
