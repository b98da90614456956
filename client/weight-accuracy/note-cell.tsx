import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import {
  choiceOf,
  requestFor,
  withChoice,
  type NoteChoice,
  type NoteRequest,
} from '../../server/features/weight-accuracy/note.rules';
import type { CheckweightNote, NoteReference } from '../../server/features/weight-accuracy/weight-accuracy.contract';
import { request, RequestError } from '../runtime/request';
import { Button } from '../ui/button';
import { FormField } from '../ui/form-field';
import type { Format } from '../ui/format';
import s from './day-table.module.css';
import type { AccuracyTranslate } from './words';

interface NoteCellProps {
  t: AccuracyTranslate;
  format: Format;
  note: CheckweightNote;
  references: NoteReference[];
  /** Letters of one's own words. */
  longest: number;
  mayEdit: boolean;
  onChange(note: CheckweightNote): void;
}

function textOf({ checkweightNoteReference: reference, content }: CheckweightNote, t: AccuracyTranslate): string {
  return reference && content ? t('weightAccuracy.note.both', { reference, content }) : (reference ?? content);
}

/** Why a day is as it is: in words, with a button that turns them into a form. */
export function NoteCell({ t, format, note, references, longest, mayEdit, onChange }: NoteCellProps) {
  const [editing, setEditing] = useState(false);
  const cell = useRef<HTMLDivElement>(null);
  const date = format.date(note.date);
  const wasEditing = useRef(false);
  const close = () => setEditing(false);
  // Only what is drawn can take the focus: the button comes back with the words.
  useEffect(() => {
    if (wasEditing.current && !editing) cell.current?.querySelector('button')?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return (
    <div ref={cell} className={s.note}>
      {editing ? (
        <NoteForm
          {...{ t, note, references, longest, date }}
          onSaved={(saved) => {
            onChange(saved);
            close();
          }}
          onFound={onChange}
          onCancel={close}
        />
      ) : (
        <>
          {/* A line of its own height, also while it is empty: the button then stands level with the other cells. */}
          <span className={s.noteText}>{textOf(note, t) || '\u200b'}</span>
          {mayEdit && (
            <Button tone="quiet" size="small" icon="edit" iconOnly onClick={() => setEditing(true)}>
              {t('weightAccuracy.note.edit', { date })}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

interface NoteFormProps extends Pick<NoteCellProps, 't' | 'note' | 'references' | 'longest'> {
  date: string;
  onSaved(note: CheckweightNote): void;
  /** Somebody else was faster: this is theirs. */
  onFound(note: CheckweightNote): void;
  onCancel(): void;
}

function NoteForm({ t, note, references, longest, date, onSaved, onFound, onCancel }: NoteFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState<NoteChoice>(() => choiceOf(note));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => form.current?.querySelector('select')?.focus(), []);

  const choose = (value: string) =>
    setChoice(
      value === ''
        ? { kind: 'empty' }
        : value === 'custom'
          ? { kind: 'custom', text: note.content }
          : { kind: 'reference', id: Number(value) },
    );
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    const after = withChoice(note, choice, references);
    try {
      onSaved({ ...after, checkweightNoteId: (await send(requestFor(note, after))) ?? after.checkweightNoteId });
    } catch (failure) {
      setProblem(await sentenceFor(failure));
      setBusy(false);
    }
  };
  const sentenceFor = async (failure: unknown): Promise<string> => {
    if (!(failure instanceof RequestError) || failure.status < 400 || failure.status >= 500)
      return t('weightAccuracy.edit.failed');
    if (failure.status !== 409 && failure.status !== 404) return Object.values(failure.fields)[0] ?? failure.message;
    const theirs = await current(note).catch(() => null);
    if (!theirs) return failure.message;
    onFound(theirs);
    return `${failure.message} ${t('weightAccuracy.note.theirs', { text: textOf(theirs, t) || t('weightAccuracy.note.none') })}`;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <form ref={form} className={s.noteForm} noValidate onSubmit={(event) => void save(event)} onKeyDown={onKey}>
      <FormField
        kind="select"
        name="reason"
        id={`${id}-reason`}
        label={t('weightAccuracy.note.label', { date })}
        hideLabel
        autoComplete="off"
        value={choice.kind === 'reference' ? String(choice.id) : choice.kind === 'custom' ? 'custom' : ''}
        onChange={(event) => choose(event.target.value)}
        options={[
          { value: '', label: t('weightAccuracy.note.none') },
          ...references.map((one) => ({
            value: String(one.checkweightNoteReferenceId),
            label: one.checkweightDescription,
          })),
          { value: 'custom', label: t('weightAccuracy.note.custom') },
        ]}
      />
      {choice.kind === 'custom' && (
        <FormField
          name="content"
          id={`${id}-content`}
          label={t('weightAccuracy.note.words')}
          hideLabel
          placeholder={t('weightAccuracy.note.words')}
          maxLength={longest}
          autoComplete="off"
          value={choice.text}
          onChange={(event) => setChoice({ kind: 'custom', text: event.target.value })}
        />
      )}
      {problem && (
        <p className={s.problem} role="alert">
          {problem}
        </p>
      )}
      <span className={s.noteButtons}>
        <Button type="submit" size="small" tone="primary" disabled={busy} busy={busy}>
          {t('weightAccuracy.note.confirm')}
        </Button>
        <Button size="small" tone="quiet" onClick={onCancel}>
          {t('weightAccuracy.note.cancel')}
        </Button>
      </span>
    </form>
  );
}

const path = '/rest/v1/wam/note';

/** @returns the id that the note has from now on; null where it keeps its own */
async function send(what: NoteRequest | null): Promise<string | null> {
  if (what === null) return null;
  if (what.method === 'POST') return (await request<{ checkweightNoteId: string }>(path, what)).checkweightNoteId;
  if (what.method === 'PUT') {
    await request(path, what);
    return null;
  }
  await request(path, { ...what, body: {} });
  return '';
}

/** What the day says now. */
async function current({ locationId, date }: CheckweightNote): Promise<CheckweightNote> {
  const notes = await request<CheckweightNote[]>(path, { query: { beginDate: date, endDate: date } });
  return (
    notes.find((one) => one.locationId === locationId) ?? {
      checkweightNoteId: '',
      checkweightNoteReference: null,
      checkweightNoteReferenceId: null,
      locationId,
      date,
      content: '',
    }
  );
}
