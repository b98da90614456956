import type { AnswerForm, Label, LabelPart } from './vision.contract';
import { itemNamed, partsProblem, type NamedItem, type PartsProblem } from './vision.rules';

interface AnswerProblem {
  field: string;
  code: PartsProblem | 'machineVision.unknownItem' | 'machineVision.shareMissing' | 'errors.required';
}

const lines = [1, 2, 3, 4] as const;

/** What a form answers, by the names that it was shown; or what has to be put right first. */
export function labelIn(form: AnswerForm, items: readonly NamedItem[]): Label | AnswerProblem {
  const { answer } = form;
  if (answer === 'notFood' || answer === 'unreadable') return { kind: answer, parts: [] };
  if (answer === 'split') return splitIn(form, items);
  if (answer === 'typed') return typedIn(form, items);
  const itemId = Number(answer.slice('item:'.length));
  return items.some((one) => one.itemId === itemId)
    ? whole(itemId)
    : { field: 'itemName', code: 'machineVision.unknownItem' };
}

const whole = (itemId: number): Label => ({ kind: 'item', parts: [{ itemId, share: 100 }] });

function typedIn(form: AnswerForm, items: readonly NamedItem[]): Label | AnswerProblem {
  if (form.itemName === '') {
    // The enter key in a field of the parts presses the first button of the form.
    if (lines.some((at) => form[`partItem${at}`] !== '')) return splitIn(form, items);
    return { field: 'itemName', code: 'errors.required' };
  }
  const itemId = itemNamed(items, form.itemName);
  return itemId === null ? { field: 'itemName', code: 'machineVision.unknownItem' } : whole(itemId);
}

function splitIn(form: AnswerForm, items: readonly NamedItem[]): Label | AnswerProblem {
  const parts: LabelPart[] = [];
  for (const at of lines) {
    const [typed, share] = [form[`partItem${at}`], form[`share${at}`]];
    if (typed === '' && share === undefined) continue;
    const itemId = itemNamed(items, typed);
    if (itemId === null)
      return { field: `partItem${at}`, code: typed === '' ? 'errors.required' : 'machineVision.unknownItem' };
    if (share === undefined) return { field: `share${at}`, code: 'machineVision.shareMissing' };
    parts.push({ itemId, share });
  }
  const code = partsProblem(parts);
  return code ? { field: 'split', code } : { kind: 'split', parts };
}
