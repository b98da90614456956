import {
  groupsOf,
  linesOf,
  type Line,
  type LineLabel,
} from '../../server/features/support-console/lookup-description.rules';
import { request, RequestError } from './request';

interface Words {
  lines: Record<LineLabel, string>;
  looking: string;
  failed: string;
  unreadable: string;
  unknown: string;
}

const calls: Record<string, (type: string, value: string) => [path: string, query: Record<string, string>]> = {
  user: (type, value) => ['/rest/v1/system/lookupByUserField', { userFieldType: type, userField: value }],
  id: (type, value) => ['/rest/v1/system/lookupById', { idType: type, id: value }],
};

/** The window of the shell that says what an id belongs to; a link with its id in `data-opens` opens it. */
export function idLookup(page: Document): void {
  const dialog = page.getElementById('tare-lookup') as HTMLDialogElement;
  const form = dialog.querySelector('form') as HTMLFormElement;
  const result = dialog.querySelector('[data-result]') as HTMLElement;
  const pattern = dialog.querySelector('template') as HTMLTemplateElement;
  const words = JSON.parse(dialog.dataset.words ?? '{}') as Words;
  let running: AbortController | null = null;

  const lineOf = ({ label, value }: Line) => {
    const line = pattern.content.cloneNode(true) as DocumentFragment;
    line.querySelector('dt')!.textContent = words.lines[label];
    line.querySelector('dd')!.textContent = value || words.unknown;
    return line;
  };
  const listOf = (lines: Line[]) => {
    const list = page.createElement('dl');
    list.append(...lines.map(lineOf));
    return list;
  };
  const look = async (kind: string, value: string) => {
    running?.abort();
    const stop = new AbortController();
    running = stop;
    result.replaceChildren(words.looking);
    const [by = '', type = ''] = kind.split('.');
    try {
      const [path, query] = calls[by]!(type, value);
      const { description } = await request<{ description: string }>(path, { query, signal: stop.signal });
      result.replaceChildren(...groupsOf(linesOf(description)).map(listOf));
    } catch (error) {
      if (!stop.signal.aborted) result.replaceChildren(sentenceOf(error));
    }
  };
  const sentenceOf = (error: unknown) => {
    if (error instanceof RequestError && error.status === 404) return error.message;
    return error instanceof RequestError && error.status === 400 ? words.unreadable : words.failed;
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const data = new FormData(form);
    void look(String(data.get('kind')), String(data.get('value')).trim());
  });
  dialog.addEventListener('close', () => {
    running?.abort();
    result.replaceChildren();
  });
  page.addEventListener('click', (event) => {
    const opener = (event.target as Element).closest('[data-opens="tare-lookup"]');
    if (!opener || event.defaultPrevented) return;
    event.preventDefault();
    opener.closest('details')?.removeAttribute('open');
    opener.closest<HTMLElement>('[popover]')?.hidePopover();
    dialog.showModal();
  });
}
