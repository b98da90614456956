import type { ProfileButton } from '../../server/domain/tracker-profiles/tracker-profile.contract';
import type { App, Draft, Shown } from './app';
import { h, setText } from './dom';
import { goOn, reckoned, weighedNow } from './draft';
import { bigButton, heading, screenOf, tile } from './pieces';
import { buttonsOf, nameOf } from './profile.rules';
import { Scale } from './scale';
import s from './tracker.module.css';
import w from './weigh.module.css';
import { decimalsOf, nextUnit, typed } from './weight.rules';

/** How much it is: the reading, the container, what is left, what it costs, and a keypad or a scale. */
export function weighScreen(app: App, draft: Draft): Shown {
  const { say, format } = app;
  const profile = app.things.setup?.profile;
  if (!profile) throw new Error('no profile');
  const reading = h('output', { class: w.reading, 'aria-label': say('tracker.weigh.weight') });
  const unit = h('button', {
    type: 'button',
    class: w.unit,
    'aria-label': say('tracker.weigh.unit'),
    on: { click: () => changeUnit() },
  });
  const state = h('p', { class: w.scaleState, role: 'status' });
  const result = h('p', { class: w.net });
  const sum = h('p', { class: w.sum });
  const cost = h('p', { class: w.cost });
  const save = bigButton(say(buttonsOf(profile, 'reason').length > 1 ? 'tracker.weigh.next' : 'tracker.weigh.save'), {
    kind: 'primary',
    onClick: () => void finish(),
  });
  save.classList.add(w.save ?? '');
  let busy = false;

  const change = (part: Partial<Draft>) => {
    Object.assign(draft, part);
    follow();
  };
  const press = (key: string) => change({ text: typed(draft.text, key, draft.unit) });
  const changeUnit = () => {
    const next = nextUnit(draft.unit);
    change({ unit: next, text: '' });
    void app.keep({ presets: { ...app.things.presets, unit: next } });
  };
  const finish = async () => {
    const now = weighedNow(app, draft);
    if (busy || reckoned(now).problem || !settled()) return;
    busy = true;
    await goOn(app, { ...now });
    busy = false;
  };
  const settled = () => {
    const { state: scale } = app.scale;
    if (!draft.byScale) return true;
    return scale.kind === 'reads' && scale.reading.kind === 'weight' && scale.reading.stable;
  };

  const follow = () => {
    const now = weighedNow(app, draft);
    const { grossGrams, netGrams, cost: amount, problem } = reckoned(now);
    setText(
      reading,
      draft.byScale
        ? format.reading(now.weight, decimalsOf(now.unit))
        : (draft.text || '0').replace('.', format.decimal),
    );
    reading.classList.toggle(w.unsettled ?? '', !settled());
    setText(unit, now.unit);
    unit.disabled = draft.byScale;
    setText(state, draft.byScale ? scaleSentence(app) : '');
    setText(
      result,
      problem === 'tooMuchTare'
        ? say('tracker.weigh.tooMuchTare')
        : say('tracker.weigh.net', { weight: format.weight(netGrams > 0 ? netGrams : 0, now.unit) }),
    );
    result.classList.toggle(w.wrong ?? '', problem === 'tooMuchTare');
    setText(
      sum,
      now.tareGrams > 0 && problem !== 'nothing'
        ? say('tracker.weigh.minus', {
            gross: format.weight(grossGrams, now.unit),
            tare: format.weight(now.tareGrams, now.unit),
          })
        : '',
    );
    const price = draft.item.costPerKg;
    setText(
      cost,
      price === null
        ? say('tracker.weigh.noPrice')
        : problem === 'tooMuchTare'
          ? ''
          : format.money(amount ?? 0, price.currency),
    );
    cost.classList.toggle(w.noPrice ?? '', price === null);
    save.disabled = problem !== null || !settled();
  };

  const containers = buttonsOf(profile, 'container');
  const element = screenOf(
    w.weigh,
    h(
      'div',
      { class: s.top },
      bigButton(say('tracker.weigh.back'), { onClick: () => app.go({ name: 'items' }) }),
      heading(nameOf(draft.item, app.locale)),
    ),
    h(
      'div',
      { class: w.scale },
      h('div', { class: w.display }, h('div', { class: w.readingRow }, reading, unit), state),
      h('div', { class: w.outcome }, result, sum, cost),
      containers.length > 0 && containerChoice(app, { draft, containers, change }),
    ),
    h('div', { class: w.entry }, draft.byScale ? null : keypad(app, press), scaleButtons(app, draft), save),
  );
  element.addEventListener('keydown', ({ key, target }) => {
    if (target instanceof HTMLInputElement) return;
    if (key === 'Enter' && !(target instanceof HTMLButtonElement)) void finish();
    else if (key === 'Escape') app.go({ name: 'items' });
    else if (!draft.byScale && /^[\d.,]$/.test(key)) press(key === ',' ? '.' : key);
    else if (!draft.byScale && key === 'Backspace') press('delete');
  });
  follow();
  return { element, follow };
}

function scaleSentence({ say, scale: { state } }: App): string {
  if (state.kind !== 'reads') return say('tracker.weigh.waiting');
  const { reading } = state;
  if (reading.kind === 'overload') return say('tracker.weigh.overload');
  if (reading.kind === 'busy') return say('tracker.weigh.moving');
  if (reading.value < 0) return say('tracker.weigh.negative');
  return say(reading.stable ? 'tracker.weigh.stable' : 'tracker.weigh.moving');
}

function keypad({ say, format }: App, press: (key: string) => void): HTMLElement {
  const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0', 'delete'];
  const shown: Record<string, string> = { '.': format.decimal, delete: '⌫' };
  const labels: Record<string, string> = {
    '.': say('tracker.weigh.decimal'),
    delete: say('tracker.weigh.delete'),
  };
  return h(
    'div',
    { class: w.keypad },
    keys.map((key) => bigButton(shown[key] ?? key, { onClick: () => press(key), label: labels[key] })),
  );
}

/** Reading the scale or typing; a scale that works in the browser alone. */
function scaleButtons(app: App, draft: Draft): HTMLElement | null {
  const { say, scale } = app;
  const by = (byScale: boolean) => app.go({ name: 'weigh', draft: { ...draft, byScale, text: '' } });
  if (draft.byScale) return bigButton(say('tracker.weigh.type'), { onClick: () => by(false) });
  if (scale.connected) return bigButton(say('tracker.weigh.useScale'), { onClick: () => by(true) });
  if ((app.things.settings?.scale ?? 'none') === 'none') return null;
  if (!Scale.possible) return h('p', { class: s.hint }, say('tracker.weigh.noSerial'));
  const connect = async () => {
    await scale.connect();
    if (scale.connected) by(true);
    else app.changed(true);
  };
  return h(
    'div',
    { class: w.entryPart },
    scale.state.kind === 'failed' &&
      h('p', { class: s.fieldProblem, role: 'alert' }, say('tracker.weigh.connectFailed')),
    bigButton(say('tracker.weigh.connect'), { onClick: () => void connect() }),
  );
}

interface Choosing {
  draft: Draft;
  containers: readonly ProfileButton[];
  change(part: Partial<Draft>): void;
}

function containerChoice(app: App, { draft, containers, change }: Choosing): HTMLElement {
  const { say, format, locale } = app;
  const row = h('div', { class: w.chips, role: 'group', 'aria-label': say('tracker.weigh.container') });
  const choose = (container: ProfileButton | null) => {
    change({ container });
    for (const [at, chip] of [...row.children].entries())
      chip.setAttribute('aria-pressed', String((containers[at - 1]?.refId ?? null) === (container?.refId ?? null)));
  };
  row.append(
    tile(say('tracker.weigh.noContainer'), { pressed: draft.container === null, onClick: () => choose(null) }),
    ...containers.map((container) =>
      tile(nameOf(container, locale), {
        image: container.image,
        note: format.weight(container.tareGrams ?? 0, draft.unit === 'lb' || draft.unit === 'oz' ? 'lb' : 'kg'),
        pressed: draft.container?.refId === container.refId,
        onClick: () => choose(container),
      }),
    ),
  );
  return h('div', { class: w.containers }, h('h2', { class: s.groupTitle }, say('tracker.weigh.container')), row);
}
