import type { App, Draft, Shown } from './app';
import { h, setText } from './dom';
import { eventOf } from './draft';
import { mayUndo, type KeptEvent } from './outbox.rules';
import { photoButton } from './photo-button';
import { bigButton, heading, screenOf, tile } from './pieces';
import { buttonsOf, nameOf } from './profile.rules';
import { totalText } from './status-bar';
import s from './tracker.module.css';
import w from './weigh.module.css';

/** Long enough to read two figures, short enough that nobody waits for it. */
const shownMs = 5_000;

export function reasonScreen(app: App, draft: Draft): Shown {
  const { say, locale } = app;
  const profile = app.things.setup?.profile;
  if (!profile) throw new Error('no profile');
  let busy = false;
  const save = async (reasonId: number | null) => {
    if (busy) return;
    busy = true;
    await app.save(eventOf(app, draft, reasonId));
    busy = false;
  };
  return {
    element: screenOf(
      s.items,
      h(
        'div',
        { class: s.top },
        bigButton(say('tracker.weigh.back'), { onClick: () => app.go({ name: 'weigh', draft }) }),
        heading(say('tracker.reason.title')),
      ),
      h(
        'div',
        { class: s.grid },
        buttonsOf(profile, 'reason').map((reason) =>
          tile(nameOf(reason, locale), { image: reason.image, onClick: () => void save(reason.refId) }),
        ),
        tile(say('tracker.reason.none'), { onClick: () => void save(null) }),
      ),
    ),
  };
}

/** What was saved and what it cost, large enough to be read from where the bin stands. */
export function savedScreen(app: App, event: KeptEvent): Shown {
  const { say, format } = app;
  const next = () => app.go({ name: 'items' });
  const undo = bigButton('', { onClick: () => void app.undo(event) });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stay = () => clearTimeout(timer);
  const leaveSoon = () => {
    stay();
    timer = setTimeout(() => {
      if (app.screen.name === 'saved' && app.screen.event.id === event.id) next();
    }, shownMs);
  };
  leaveSoon();
  const photo = photoButton(app, event, { onBegin: stay, onEnd: leaveSoon });
  const element = screenOf(
    w.saved,
    heading(say('tracker.saved.title')),
    h('p', { class: w.savedItem }, event.itemName),
    h('p', { class: w.savedWeight }, format.weight(event.netGrams, event.unit)),
    event.cost !== null && event.currency !== null
      ? h('p', { class: w.savedCost }, format.money(event.cost, event.currency))
      : null,
    h('p', { class: w.savedToday }, say('tracker.saved.today', { total: totalText(app) })),
    photo?.element ?? null,
    h('div', { class: s.row }, undo, bigButton(say('tracker.saved.next'), { kind: 'primary', onClick: next })),
  );
  // Whoever reaches for it by the keyboard is not hurried.
  element.addEventListener('keydown', stay, { once: true });
  const follow = () => {
    const now = Date.now();
    undo.hidden = !mayUndo(event, now);
    photo?.follow();
    setText(undo, `${say('tracker.saved.undo')} (${Math.max(0, Math.ceil((event.heldUntil - now) / 1_000))})`);
  };
  follow();
  return { element, follow };
}
