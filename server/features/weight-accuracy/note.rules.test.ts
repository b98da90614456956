import { describe, expect, it } from 'vitest';
import { choiceOf, requestFor, withChoice, type NoteChoice } from './note.rules';
import type { CheckweightNote } from './weight-accuracy.contract';

const references = [{ checkweightNoteReferenceId: 3, checkweightDescription: 'Forgotten' }];
const none: CheckweightNote = {
  checkweightNoteId: '',
  checkweightNoteReference: null,
  checkweightNoteReferenceId: null,
  locationId: 7,
  date: '2026-03-02',
  content: '',
};
const words = { ...none, checkweightNoteId: '12', content: 'Bin was gone' };
const listed = {
  ...none,
  checkweightNoteId: '12',
  checkweightNoteReferenceId: 3,
  checkweightNoteReference: 'Forgotten',
};
const empty: NoteChoice = { kind: 'empty' };
const reference: NoteChoice = { kind: 'reference', id: 3 };
const custom = (text: string): NoteChoice => ({ kind: 'custom', text });

describe('the life of a reason', () => {
  // Spec 4: Note lifecycle: POST without an id, DELETE when emptied, otherwise PUT
  it.each([
    ['nothing stays nothing', none, empty, null],
    ['words of spaces are nothing', none, custom('  '), null],
    ['words are created', none, custom(' Late '), { method: 'POST', body: { ...none, content: 'Late' } }],
    [
      'a reason of the list is created',
      none,
      reference,
      { method: 'POST', body: { ...listed, checkweightNoteId: '' } },
    ],
    [
      'words are changed',
      words,
      custom('Late'),
      {
        method: 'PUT',
        body: { ...words, content: 'Late', seen: { checkweightNoteReferenceId: null, content: 'Bin was gone' } },
      },
    ],
    [
      'words become a reason of the list',
      words,
      reference,
      { method: 'PUT', body: { ...listed, seen: { checkweightNoteReferenceId: null, content: 'Bin was gone' } } },
    ],
    [
      'a reason of the list becomes words',
      listed,
      custom('Late'),
      { method: 'PUT', body: { ...words, content: 'Late', seen: { checkweightNoteReferenceId: 3, content: '' } } },
    ],
    [
      'words are emptied',
      words,
      custom(''),
      { method: 'DELETE', query: { checkweightNoteId: '12', seenContent: 'Bin was gone', seenReferenceId: null } },
    ],
    [
      'nothing is chosen',
      listed,
      empty,
      { method: 'DELETE', query: { checkweightNoteId: '12', seenContent: '', seenReferenceId: 3 } },
    ],
  ] as const)('is saved so that %s', (_, before, choice, request) => {
    expect(requestFor(before, withChoice(before, choice, references))).toEqual(request);
  });

  it.each([
    [none, empty],
    [words, custom('Bin was gone')],
    [listed, reference],
    [{ ...listed, content: 'and late' }, reference],
  ] as const)('of %j the editor holds %j', (note, choice) => {
    expect(choiceOf(note)).toEqual(choice);
  });
});
