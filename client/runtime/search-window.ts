import type { Found, SearchAnswer } from '../../server/features/search/search.contract';
import { moveMark } from '../ui/combo-box.rules';
import { request } from './request';

interface Words {
  kinds: Record<Found['kind'], string>;
  looking: string;
  none: string;
  failed: string;
  more: string;
}

const typingPauseMs = 150;

/** The window of the shell that finds pages, settings, sites and locations; the link with its id in `data-opens` opens it. */
export function searchWindow(page: Document): void {
  const dialog = page.getElementById('tare-search') as HTMLDialogElement;
  const form = dialog.querySelector('form') as HTMLFormElement;
  const input = dialog.querySelector('input') as HTMLInputElement;
  const list = dialog.querySelector('[role="listbox"]') as HTMLElement;
  const status = dialog.querySelector('[role="status"]') as HTMLElement;
  const pattern = dialog.querySelector('template') as HTMLTemplateElement;
  const words = JSON.parse(dialog.dataset.words ?? '{}') as Words;
  let running: AbortController | null = null;
  let timer = 0;
  let mark = -1;
  /** The text that the list answers; null while it answers none. */
  let answered: string | null = null;

  const typed = () => input.value.trim();
  const options = () => [...list.querySelectorAll<HTMLElement>('[role="option"]')];
  const markAt = (at: number) => {
    mark = at;
    options().forEach((option, index) => option.setAttribute('aria-selected', String(index === at)));
    const marked = options()[at];
    if (marked) input.setAttribute('aria-activedescendant', marked.id);
    else input.removeAttribute('aria-activedescendant');
    marked?.scrollIntoView({ block: 'nearest' });
  };
  const optionOf = ({ kind, label, within, href }: Found, at: number) => {
    const option = (pattern.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
    option.id = `tare-search-${at}`;
    option.dataset.href = href;
    option.querySelector('[data-label]')!.textContent = label;
    option.querySelector('[data-kind]')!.textContent = [words.kinds[kind], within].filter(Boolean).join(' · ');
    return option;
  };
  const show = (results: Found[], sentence: string, text: string | null = null) => {
    answered = text;
    list.replaceChildren(...results.map(optionOf));
    list.hidden = results.length === 0;
    input.setAttribute('aria-expanded', String(results.length > 0));
    status.textContent = sentence;
    markAt(results.length > 0 && text !== null && text !== '' ? 0 : -1);
  };
  const look = async () => {
    running?.abort();
    const stop = new AbortController();
    running = stop;
    const text = typed();
    if (options().length === 0) status.textContent = words.looking;
    try {
      const { results, more } = await request<SearchAnswer>('/rest/v1/search', {
        query: { text },
        signal: stop.signal,
      });
      if (!stop.signal.aborted) show(results, results.length === 0 ? words.none : more ? words.more : '', text);
    } catch {
      if (!stop.signal.aborted) show([], words.failed);
    }
  };
  const go = ({ dataset: { href = '' } }: HTMLElement, apart: boolean) => {
    if (apart) window.open(href, '_blank', 'noopener');
    else window.location.assign(href);
    dialog.close();
  };

  /** Enter may come before the answer to what was typed last. */
  const choose = async () => {
    if (answered !== typed()) {
      window.clearTimeout(timer);
      await look();
    }
    const chosen = options()[mark];
    if (chosen && answered === typed()) go(chosen, false);
  };

  input.addEventListener('input', () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void look(), typingPauseMs);
  });
  input.addEventListener('keydown', (event) => {
    const to = moveMark({ key: event.key, at: mark, count: options().length });
    if (to === null) return;
    event.preventDefault();
    markAt(to);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void choose();
  });
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = (event.target as Element).closest<HTMLElement>('[role="option"]');
    if (option) go(option, event.ctrlKey || event.metaKey);
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => {
    running?.abort();
    window.clearTimeout(timer);
    form.reset();
    show([], '');
  });
  page.addEventListener('click', (event) => {
    const opener = (event.target as Element).closest('[data-opens="tare-search"]');
    if (!opener || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    dialog.showModal();
    void look();
  });
}
