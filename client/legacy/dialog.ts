import { RequestError } from '../runtime/request';
import { classNames } from '../ui/class-names';
import s from '../ui/dialog.module.css';
import { button } from './buttons';
import { el, type Child } from './element';
import { createField, type Field, type FieldSpec } from './fields';
import p from './page.module.css';
import type { Sentences } from './sentences';

export interface OpenDialog {
  element: HTMLDialogElement;
  close(): void;
}

interface DialogSpec {
  t: Sentences;
  title: string;
  sentence?: string;
  size?: 'small' | 'large';
  body: Child[];
  footer?: Child[];
  onClose?: () => void;
}

/** A modal on the native `<dialog>`: focus stays inside and goes back to where it was. Escape and a click beside it close it. */
export function openDialog({ t, title, sentence, size, body, footer = [], onClose }: DialogSpec): OpenDialog {
  const before = document.activeElement;
  const titleId = `dialog-${crypto.randomUUID()}`;
  const close = () => element.close();
  const element: HTMLDialogElement = el('dialog', { class: classNames('dialog', s.dialog, size && s[size]), 'aria-labelledby': titleId },
    el('div', { class: s.head },
      el('div', { class: s.title }, el('h2', { id: titleId }, title), sentence !== undefined && el('p', { class: s.sentence }, sentence)),
      button({ label: t('legacy.ui.close'), tone: 'quiet', drawing: 'cross', iconOnly: true, onClick: close })),
    el('div', { class: s.body }, ...body),
    footer.length > 0 && el('div', { class: s.foot }, ...footer));
  element.addEventListener('mousedown', (event) => { if (event.target === element) close(); });
  element.addEventListener('close', () => {
    element.remove();
    onClose?.();
    if (before instanceof HTMLElement) focusAgain(before);
  });
  document.body.append(element);
  element.showModal();
  return { element, close };
}

/** Where the focus was, or what has come in its place since: the same row, what is still open, or the head of the page. */
function focusAgain(before: HTMLElement): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-key]')];
  const found = before.isConnected ? before : rows.find((row) => row.dataset.key === before.dataset.key);
  const open = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1);
  (found ?? open?.querySelector('button') ?? document.querySelector<HTMLElement>('main h1'))?.focus();
}

export interface FormSpec {
  t: Sentences;
  title: string;
  sentence?: string;
  size?: 'small' | 'large';
  fields: FieldSpec[];
  submit: string;
  tone?: 'primary' | 'danger';
  /** Gets the fields by name, as typed. What it throws is shown beside its field or above the form; then the dialog stays. */
  onSubmit(values: Record<string, string>): Promise<void>;
  onReady?(fields: Map<string, Field>): void;
}

/** A modal with a form in it. */
export function openForm(spec: FormSpec): OpenDialog {
  const { t } = spec;
  const fields = new Map(spec.fields.map((one) => [one.name, createField(one)]));
  const problem = el('p', { class: p.problem, role: 'alert', tabindex: -1, hidden: true });
  const submit = button({ label: spec.submit, tone: spec.tone ?? 'primary', type: 'submit' });
  const form = el('form', { class: classNames(p.form, fields.size === 0 && p.bare), novalidate: true }, problem,
    fields.size > 0 && el('div', { class: p.fields }, ...[...fields.values()].map((field) => field.element)),
    el('div', { class: p.formFoot }, button({ label: t('legacy.ui.cancel'), onClick: () => dialog.close() }), submit));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (submit.disabled) return;
    void send();
  });

  const send = async () => {
    problem.hidden = true;
    fields.forEach((field) => field.say(null));
    const missing = [...fields.values()].filter((field) => field.spec.required && field.read() === '');
    missing.forEach((field) => field.say(t('errors.required')));
    if (missing.length > 0) return missing[0]?.control.focus();
    submit.disabled = true;
    submit.setAttribute('aria-busy', 'true');
    try {
      await spec.onSubmit(Object.fromEntries([...fields].map(([name, field]) => [name, field.read()])));
      dialog.close();
    } catch (error) {
      showProblems(error);
    } finally {
      submit.disabled = false;
      submit.removeAttribute('aria-busy');
    }
  };

  const showProblems = (error: unknown) => {
    const known = error instanceof RequestError ? Object.entries(error.fields).filter(([name]) => fields.has(name)) : [];
    for (const [name, sentence] of known) fields.get(name)?.say(sentence);
    const first = known[0] && fields.get(known[0][0]);
    if (first) first.control.focus();
    else {
      problem.textContent = sentenceOf(error, t);
      problem.hidden = false;
      problem.focus();
    }
  };

  spec.onReady?.(fields);
  const dialog = openDialog({ t, title: spec.title, sentence: spec.sentence, size: spec.size, body: [form] });
  [...fields.values()].find((field) => !field.control.disabled)?.control.focus();
  return dialog;
}

/** What went wrong, in the server's words where it has any. */
export function sentenceOf(error: unknown, t: Sentences): string {
  if (!(error instanceof RequestError)) return t('errors.unexpected');
  if (error.code === 'network' || error.code === 'unreadable') return t('legacy.ui.noAnswer');
  const first = Object.values(error.fields)[0];
  return first && error.code === 'badRequest' ? first : error.message;
}
