import pages from '../../legacy/pages.json';
import { createKeepAlive } from '../runtime/keep-alive';
import { addressOf, createRequest, type RequestOptions } from '../runtime/request';
import { shortcuts } from '../runtime/shortcuts';
import { createFormat, type Format, type Locale } from '../ui/format';
import { button } from './buttons';
import { el, icon, type Child } from './element';
import { createField } from './fields';
import { readAddress, sessionEnded, writeAddress } from './host-link';
import p from './page.module.css';
import { createSentences, type Sentences } from './sentences';
import { mountToasts, say } from './toast';
import { sentenceOf } from './dialog';

interface User {
  name: string;
  locale: Locale;
  organizationId: number;
  organizationName: string;
  currencyCode: string;
  weightUnitId: number;
  permissions: string[];
}

interface Unit { unitId: number; unitAbrv: string; gramsPerUnit: number }
interface Participant { participantId: number; participantName: string }

/** What every legacy page works with. */
export interface LegacyPage {
  t: Sentences;
  format: Format;
  user: User;
  main: HTMLElement;
  /** The chosen organisation, where the person has chosen another than their own; it goes with every call. */
  organisationId: number | undefined;
  /** A call below `/rest/v1` for the chosen organisation. */
  call<T>(path: string, options?: RequestOptions): Promise<T>;
  /** The address of a download below `/rest/v1`, for the chosen organisation. */
  href(path: string, query: RequestOptions['query']): string;
  say(sentence: string): void;
}

const base = '/rest/v1';
const request = createRequest({ fetch: (...args) => window.fetch(...args), onSignedOut: sessionEnded });

/**
 * Loads who is there and the sentences of their language, then shows the page. The organisation that the person chooses is part
 * of the address; choosing another shows the page anew.
 */
export async function openPage(titleKey: string, show: (page: LegacyPage) => void): Promise<void> {
  const permission = pages.find((one) => one.titleKey === titleKey)?.permission;
  const main = document.querySelector('main') ?? document.body.appendChild(el('main'));
  mountToasts();
  keepSession();
  shortcuts(document);
  followTheme();
  try {
    const user = await request<User>(`${base}/user`);
    const [messages, units, participants] = await Promise.all([
      request<object>(`${base}/i18n/${user.locale}`),
      request<Unit[]>(`${base}/refdata/units`),
      request<Participant[]>(`${base}/participant/participants`, { query: { permission } }),
    ]);
    const t = createSentences(messages, user.locale);
    document.documentElement.lang = user.locale.replace('_', '-');
    document.title = t(titleKey);
    // The host has a main landmark too; a name tells them apart.
    main.setAttribute('aria-label', document.title);
    const unit = units.find((one) => one.unitId === user.weightUnitId);
    const format = createFormat({ locale: user.locale, timeZone: 'UTC', unit: { id: user.weightUnitId, abbr: unit?.unitAbrv ?? 'g', gramsPerUnit: unit?.gramsPerUnit ?? 1 } });
    const draw = () => {
      const chosen = Number(readAddress().get('organisationId'));
      const organisationId = participants.some((one) => one.participantId === chosen) ? chosen : undefined;
      const area = el('div');
      main.replaceChildren(...(participants.length > 1 ? [selector(t, participants, { chosen: organisationId ?? user.organizationId, redraw: draw })] : []), area);
      main.removeAttribute('aria-busy');
      show({
        t, format, user, main: area, organisationId,
        call: (path, options = {}) => request(`${base}${path}`, withOrganisation(options, organisationId)),
        href: (path, query) => addressOf(`${base}${path}`, { ...query, organisationId }),
        say: (sentence) => say(sentence, t('legacy.ui.close')),
      });
    };
    draw();
  } catch {
    // Without its sentences a page can only show the one that its file brings along.
    main.hidden = true;
    document.querySelector('[data-trouble]')?.removeAttribute('hidden');
  }
}

/** Reading calls name the organisation in the query, changing ones in the body. */
function withOrganisation(options: RequestOptions, organisationId: number | undefined): RequestOptions {
  if (organisationId === undefined) return options;
  if (options.method === undefined || options.method === 'GET') return { ...options, query: { ...options.query, organisationId } };
  return { ...options, body: { ...(options.body as object | undefined), organisationId } };
}

function selector(t: Sentences, participants: Participant[], { chosen, redraw }: { chosen: number; redraw: () => void }): HTMLElement {
  const options = participants.map((one) => ({ value: String(one.participantId), label: one.participantName }));
  const field = createField({ name: 'organisationId', kind: 'select', label: t('legacy.ui.organization'), value: chosen, options });
  field.control.addEventListener('change', () => {
    // Sites, items and the like of one organisation mean nothing in another.
    const others = Object.fromEntries([...readAddress().keys()].map((name) => [name, null]));
    writeAddress({ ...others, organisationId: field.read() });
    redraw();
    document.querySelector<HTMLSelectElement>('[name="organisationId"]')?.focus();
  });
  return el('div', { class: p.organisation }, field.element);
}

/** The host page hears no key and no click in its frame, so the frame itself says that somebody is there. */
function keepSession(): void {
  const keepAlive = createKeepAlive({
    ping: () => void request(`${base}/session/keep-alive`, { method: 'POST' }).catch(() => undefined),
    openedAt: Date.now(),
  });
  for (const name of ['keydown', 'pointerdown']) document.addEventListener(name, () => keepAlive.input(Date.now()), { passive: true });
}

function followTheme(): void {
  if (window.parent === window) return;
  try {
    const theme = window.parent.document.documentElement.dataset.theme;
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // Framed by a page that is not ours: it keeps its theme to itself.
  }
}

interface Head {
  t: Sentences;
  title: string;
  sentence: string;
  actions?: Child[];
  back?: { label: string; onClick: () => void };
}

export function pageHead({ t, title, sentence, actions = [], back }: Head): HTMLElement {
  return el('header', { class: p.head },
    el('div', { class: p.words },
      back && el('button', { type: 'button', class: p.back, on: { click: back.onClick } }, icon('left', 14), back.label),
      !back && el('p', { class: p.secure }, icon('lock', 14), t('layout.secure')),
      el('h1', { tabindex: -1 }, title),
      el('p', { class: p.sentence }, sentence)),
    actions.length > 0 && el('div', { class: p.actions }, ...actions));
}

/** Says what went wrong and offers to try again. */
export function trouble(error: unknown, t: Sentences, again: () => void): HTMLElement {
  return el('div', { class: p.trouble, role: 'alert' }, el('p', {}, sentenceOf(error, t)), button({ label: t('layout.error.again'), onClick: again }));
}

export function emptyState(title: string, sentence: string, action?: Child): HTMLElement {
  return el('div', { class: p.empty }, el('h2', {}, title), el('p', {}, sentence), action);
}

/** A part of the page that is loaded by itself: the old content stays, dimmed, until the new is there. */
export function createRegion(t: Sentences) {
  const element = el('section', { class: p.region, 'aria-busy': 'true' }, waiting());
  let latest = 0;
  return {
    element,
    /** Shows what `work` gives; only the last of several that overlap is shown. */
    async fill(work: () => Promise<Child[]>): Promise<void> {
      const mine = (latest += 1);
      element.setAttribute('aria-busy', 'true');
      const children = await work().catch((error: unknown): Child[] => [trouble(error, t, () => void this.fill(work))]);
      if (mine !== latest) return;
      const hadFocus = element.contains(document.activeElement);
      const { sort, key } = (hadFocus ? document.activeElement as HTMLElement : element).dataset;
      element.replaceChildren(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
      element.removeAttribute('aria-busy');
      const again = [...element.querySelectorAll<HTMLElement>('[data-sort], [data-key]')].find((one) => (sort ?? key) !== undefined && one.dataset.sort === sort && one.dataset.key === key);
      again?.focus({ preventScroll: true });
      if (hadFocus && !element.contains(document.activeElement)) headOf(element)?.focus();
    },
  };
}

/** Where to go on from when what had the focus is gone. */
function headOf(element: HTMLElement): HTMLElement | null {
  return element.closest('dialog')?.querySelector('button') ?? document.querySelector<HTMLElement>('main h1') ?? element.querySelector('button');
}

/** After a change of view, as of a page: whoever listens or tabs starts at its head. */
export function focusHead(page: LegacyPage): void {
  window.scrollTo(0, 0);
  page.main.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

export function waiting(): HTMLElement {
  return el('div', { 'data-waiting': true, 'aria-hidden': 'true' }, el('span'), ...Array.from({ length: 8 }, () => el('span')));
}

export type { User };
