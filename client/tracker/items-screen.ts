import type { ProfileButton } from '../../server/domain/tracker-profiles/tracker-profile.contract';
import type { App, Shown } from './app';
import { h, setText } from './dom';
import { newDraft } from './draft';
import { mayUndo } from './outbox.rules';
import { photoButton } from './photo-button';
import { bigButton, heading, screenOf, tile } from './pieces';
import { asked, buttonsOf, nameOf, presetOf, type PresetKind } from './profile.rules';
import s from './tracker.module.css';
import { fits } from './weight.rules';

/** So many items fit a screen or two; more are searched. */
const searchedFrom = 13;

/** What is weighed: the usual items on top, and above them what holds for all weighings until somebody changes it. */
export function itemsScreen(app: App): Shown {
  const { say } = app;
  const profile = app.things.setup?.profile;
  if (!profile) throw new Error('no profile');
  const items = buttonsOf(profile, 'item');
  const express = buttonsOf(profile, 'express');
  const searched = [...items, ...withoutThose(express, items)];
  // Whoever published a menu chose them; without one they are those weighed most.
  const above = say(profile.profileVersion === null ? 'tracker.items.express' : 'tracker.items.quick');
  const results = h('div', { class: s.results });
  const show = (text: string) => {
    const found = text === '' ? items : searched.filter((item) => fits(nameOf(item, app.locale), text));
    const others = text === '' ? withoutThose(items, express) : found;
    results.replaceChildren(
      ...(text === '' && express.length > 0 ? [group(app, above, express)] : []),
      ...(others.length > 0
        ? [group(app, text === '' && express.length > 0 ? say('tracker.items.all') : null, others)]
        : []),
      ...(items.length + express.length === 0 ? [h('p', { class: s.sentence }, say('tracker.items.empty'))] : []),
      ...(text !== '' && found.length === 0
        ? [h('p', { class: s.sentence }, say('tracker.items.none', { text }))]
        : []),
    );
  };
  show('');
  const search =
    items.length >= searchedFrom
      ? h('input', {
          type: 'search',
          class: s.search,
          placeholder: say('tracker.items.search'),
          'aria-label': say('tracker.items.search'),
          autocomplete: 'off',
          on: { input: ({ target }) => show((target as HTMLInputElement).value.trim()) },
        })
      : null;
  const undo = undoBar(app);
  const presets = asked(profile);
  return {
    element: screenOf(
      s.items,
      h('div', { class: s.top }, heading(say('tracker.items.title')), search),
      presets.length > 0
        ? h(
            'div',
            { class: s.presets },
            presets.map((kind) => presetField(app, kind)),
          )
        : null,
      results,
      undo.element,
    ),
    follow: undo.follow,
  };
}

const withoutThose = (items: readonly ProfileButton[], those: readonly ProfileButton[]) => {
  const ids = new Set(those.map(({ refId }) => refId));
  return items.filter(({ refId }) => !ids.has(refId));
};

function group(app: App, title: string | null, items: readonly ProfileButton[]): HTMLElement {
  return h(
    'section',
    { class: s.group },
    title !== null && h('h2', { class: s.groupTitle }, title),
    h(
      'div',
      { class: s.grid },
      items.map((item) =>
        tile(nameOf(item, app.locale), {
          image: item.image,
          note:
            item.costPerKg &&
            app.say('tracker.items.perKg', {
              price: app.format.money(Number(item.costPerKg.amount), item.costPerKg.currency),
            }),
          express: item.kind === 'express',
          onClick: () => app.go({ name: 'weigh', draft: newDraft(app, item) }),
        }),
      ),
    ),
  );
}

function presetField(app: App, kind: PresetKind): HTMLElement {
  const { things, say, locale } = app;
  const profile = things.setup?.profile;
  if (!profile) throw new Error('no profile');
  const now = presetOf(kind, { profile, presets: things.presets, now: Date.now() });
  const choose = ({ target }: Event) => {
    const { value } = target as HTMLSelectElement;
    const chosen = value === '' ? undefined : Number(value);
    const also = kind === 'daypart' ? { daypartAt: Date.now() } : {};
    void app.keep({ presets: { ...app.things.presets, [kind]: chosen, ...also } });
  };
  return h(
    'label',
    { class: s.preset },
    h('span', {}, say(`tracker.presets.${kind}`)),
    h(
      'select',
      { class: s.select, on: { change: choose } },
      kind !== 'stage' && h('option', { value: '', selected: now === null }, say('tracker.presets.none')),
      buttonsOf(profile, kind).map((button) =>
        h('option', { value: button.refId, selected: button.refId === now }, nameOf(button, locale)),
      ),
    ),
  );
}

/** For a minute the last weighing can be taken back; then it leaves the tablet. */
function undoBar(app: App): { element: HTMLElement; follow(): void } {
  const note = h('p', { class: s.note, role: 'status' });
  const button = bigButton('', { onClick: () => app.last && void app.undo(app.last) });
  const photo = app.last && photoButton(app, app.last);
  const element = h('div', { class: s.undoBar }, note, photo?.element, button);
  const follow = () => {
    const now = Date.now();
    const { last } = app;
    const open = last !== null && mayUndo(last, now);
    button.hidden = !open;
    if (photo) photo.element.hidden = !open;
    photo?.follow();
    setText(note, app.note);
    note.hidden = app.note === '';
    element.hidden = !open && app.note === '';
    if (open)
      setText(
        button,
        app.say('tracker.saved.undoOf', {
          weight: app.format.weight(last.netGrams, last.unit),
          item: last.itemName,
          seconds: Math.ceil((last.heldUntil - now) / 1_000),
        }),
      );
  };
  follow();
  return { element, follow };
}
