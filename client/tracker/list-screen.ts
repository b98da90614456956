import type { App, Shown } from './app';
import { h } from './dom';
import { sendAgain, type KeptEvent } from './outbox.rules';
import { bigButton, heading, screenOf } from './pieces';
import s from './tracker.module.css';

const mostShown = 100;

/** What was weighed here today and what has become of it; what the server refused, until somebody decides. */
export function listScreen(app: App): Shown {
  const { say, format } = app;
  const body = h('div', { class: s.listBody });
  let shownFor = '';

  const fill = async () => {
    const day = app.today();
    const [ofDay, refused] = await Promise.all([
      day === null ? Promise.resolve([]) : app.store.ofDay(day),
      app.store.inState('refused', mostShown),
    ]);
    const shown = (event: KeptEvent) => event.state !== 'refused' && event.state !== 'foreign';
    const recent = ofDay.filter(shown).sort((one, other) => other.savedAt - one.savedAt);
    body.replaceChildren(
      ...(refused.length > 0 ? [refusedPart(app, refused)] : []),
      ...(app.foreign > 0 ? [foreignPart(app)] : []),
      ...(app.photos > 0
        ? [
            h(
              'p',
              { class: s.sentence },
              say('tracker.list.photos', { count: app.photos, number: format.count(app.photos) }),
            ),
          ]
        : []),
      h(
        'p',
        { class: s.sentence },
        recent.length === 0
          ? say('tracker.list.none')
          : say('tracker.list.todayCount', { count: recent.length, number: format.count(recent.length) }),
      ),
      ...(recent.length > 0
        ? [
            h(
              'ul',
              { class: s.list },
              recent.slice(0, mostShown).map((event) => row(app, event)),
            ),
          ]
        : []),
    );
  };

  const follow = () => {
    const now = [app.waiting, app.refused, app.foreign, app.photos, app.totals.events].join(' ');
    if (now === shownFor) return;
    shownFor = now;
    void fill();
  };
  follow();
  return {
    element: screenOf(
      s.items,
      h(
        'div',
        { class: s.top },
        bigButton(say('tracker.weigh.back'), { onClick: () => app.go({ name: 'items' }) }),
        heading(say('tracker.list.title')),
      ),
      body,
      h('p', { class: s.hint }, `Tare ${app.handed.build}`),
    ),
    follow,
  };
}

function row(app: App, event: KeptEvent): HTMLElement {
  const { say, format, things } = app;
  const { itemName, netGrams, unit, cost, currency, savedAt, state } = event;
  const zone = things.setup?.profile.location?.timeZone;
  return h(
    'li',
    { class: s.listRow },
    h('span', { class: s.listTime }, format.time(savedAt - (event.driftMs ?? 0), zone)),
    h('span', { class: s.listItem }, itemName),
    h('span', { class: s.listWeight }, format.weight(netGrams, unit)),
    h('span', { class: s.listCost }, cost !== null && currency !== null ? format.money(cost, currency) : ''),
    h('span', { class: s.listState }, say(state === 'sent' ? 'tracker.list.sentOne' : 'tracker.list.waitingOne')),
  );
}

/** Their number alone: what another organization weighed is none of this one's business. */
function foreignPart(app: App): HTMLElement {
  const { say, format, foreign } = app;
  const number = format.count(foreign);
  const discard = async () => {
    if (!window.confirm(say('tracker.list.foreignConfirm', { count: foreign, number }))) return;
    await app.store.delete((await app.store.inState('foreign')).map(({ id }) => id));
    await app.recount();
    app.tell();
  };
  return h(
    'section',
    { class: s.refused },
    h('h2', { class: s.groupTitle }, say('tracker.list.foreignTitle')),
    h('p', { class: s.sentence }, say('tracker.problems.foreign', { count: foreign, number })),
    h(
      'div',
      { class: s.row },
      bigButton(say('tracker.list.discard'), { kind: 'danger', onClick: () => void discard() }),
    ),
  );
}

function refusedPart(app: App, refused: readonly KeptEvent[]): HTMLElement {
  const { say, format, store } = app;
  const after = async (work: Promise<void>) => {
    await work;
    await app.recount();
    app.sender.wake();
  };
  return h(
    'section',
    { class: s.refused },
    h('h2', { class: s.groupTitle }, say('tracker.list.refusedTitle')),
    h('p', { class: s.sentence }, say('tracker.list.refusedSentence')),
    h(
      'ul',
      { class: s.list },
      refused.map((event) =>
        h(
          'li',
          { class: s.refusedRow },
          h('strong', {}, `${format.weight(event.netGrams, event.unit)} ${event.itemName}`),
          h('span', { class: s.why }, event.why ?? ''),
          h(
            'div',
            { class: s.row },
            bigButton(say('tracker.list.again'), { onClick: () => void after(store.put([sendAgain(event)])) }),
            bigButton(say('tracker.list.discard'), {
              kind: 'danger',
              onClick: () => {
                if (window.confirm(say('tracker.list.discardConfirm'))) void after(store.delete([event.id]));
              },
            }),
          ),
        ),
      ),
    ),
  );
}
