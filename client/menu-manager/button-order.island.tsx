import {
  useLayoutEffect,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { movedTo } from '../../server/domain/tracker-profiles/order.rules';
import { defineIsland } from '../runtime/define-island';
import { sentences, type Speak } from '../runtime/sentences';
import { Button } from '../ui/button';
import { classNames } from '../ui/class-names';
import { Icon } from '../ui/icon';
import s from './button-order.module.css';
import { sendOrder } from './send-order';

interface OrderedRow {
  refId: number;
  name: string;
  note: string;
  retired: boolean;
}

interface ButtonOrderProps {
  /** The form that the buttons belong to. */
  formId: string;
  /** The address of the profile. */
  action: string;
  kindName: string;
  rows: OrderedRow[];
}

const words = sentences('menuManager.order');

type Act = 'handle' | 'up' | 'down';

/** Buttons of a tracker in their order: by buttons that need no script, by keys, and by dragging. */
function ButtonOrder({ formId, action, kindName, rows, t }: ButtonOrderProps & { t: Speak<typeof words> }) {
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<{ refId: number; act: Act } | null>(null);
  const [awake, setAwake] = useState(false);
  const [order, setOrder] = useState(() => rows.map(({ refId }) => refId));
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const saved = useRef(order);
  const saving = useRef(false);
  const latest = useRef(order);
  const byId = new Map(rows.map((row) => [row.refId, row]));

  useEffect(() => setAwake(true), []);
  useLayoutEffect(() => {
    const wanted = focus.current;
    focus.current = null;
    if (!wanted) return;
    const of = (act: Act) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-act="${act} ${wanted.refId}"]:enabled`);
    (of(wanted.act) ?? of(wanted.act === 'up' ? 'down' : 'up'))?.focus();
  }, [order]);

  const save = async () => {
    if (saving.current) return;
    saving.current = true;
    while (latest.current.join() !== saved.current.join()) {
      const sent = latest.current;
      if (!(await sendOrder({ formId, action: `${action}/order`, order: sent }))) return;
      saved.current = sent;
    }
    saving.current = false;
  };

  const put = (next: number[]) => {
    latest.current = next;
    setOrder(next);
  };
  const move = (refId: number, place: number) => {
    const next = movedTo(latest.current, refId, place);
    if (next.join() === latest.current.join()) return false;
    put(next);
    setSaid(
      t('menuManager.order.moved', {
        name: byId.get(refId)?.name ?? '',
        place: next.indexOf(refId) + 1,
        of: next.length,
      }),
    );
    return true;
  };
  const step = (refId: number, { by, act }: { by: number; act: Act }) => {
    const place = latest.current.indexOf(refId) + by;
    if (place < 0) return;
    focus.current = { refId, act };
    if (move(refId, place)) void save();
  };

  const onStep = (refId: number, act: 'up' | 'down') => (event: MouseEvent) => {
    event.preventDefault();
    step(refId, { by: act === 'up' ? -1 : 1, act });
  };
  const onKey = (refId: number) => (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === 'Escape' && dragged !== null) {
      put(saved.current);
      setDragged(null);
    }
    if (by === undefined) return;
    event.preventDefault();
    step(refId, { by, act: 'handle' });
  };
  const onDrag = (refId: number) => (event: PointerEvent) => {
    if (dragged !== refId) return;
    const items = [...(list.current?.children ?? [])];
    const others = items.filter((_, at) => latest.current[at] !== refId);
    const place = others.filter((item) => {
      const { top, height } = item.getBoundingClientRect();
      return top + height / 2 < event.clientY;
    }).length;
    move(refId, place);
    const edge = 64;
    if (event.clientY < edge) window.scrollBy(0, -12);
    else if (event.clientY > window.innerHeight - edge) window.scrollBy(0, 12);
  };
  const drop = () => {
    if (dragged === null) return;
    setDragged(null);
    void save();
  };

  return (
    <>
      <ol ref={list} className={s.rows} aria-label={kindName}>
        {order.map((refId, at) => {
          const row = byId.get(refId);
          if (!row) return null;
          const { name, note, retired } = row;
          return (
            <li key={refId} className={classNames(s.row, dragged === refId && s.dragged)}>
              <button
                type="button"
                className={s.handle}
                hidden={!awake}
                data-act={`handle ${refId}`}
                aria-label={t('menuManager.order.handle', { name })}
                onPointerDown={(event) => {
                  if (event.button !== 0) return;
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDragged(refId);
                }}
                onPointerMove={onDrag(refId)}
                onPointerUp={drop}
                onPointerCancel={drop}
                onKeyDown={onKey(refId)}
              >
                <Icon name="grip" size={20} />
              </button>
              <span className={s.place}>{at + 1}</span>
              <span className={classNames(s.words, retired && s.retired)}>
                <span className={s.name}>{name}</span>
                {note !== '' && <span className={s.note}>{note}</span>}
              </span>
              <span className={s.acts}>
                <Button
                  type="submit"
                  form={formId}
                  name="up"
                  value={refId}
                  size="small"
                  tone="quiet"
                  icon="asc"
                  iconOnly
                  disabled={at === 0}
                  data-act={`up ${refId}`}
                  onClick={onStep(refId, 'up')}
                >
                  {t('menuManager.order.up', { name })}
                </Button>
                <Button
                  type="submit"
                  form={formId}
                  name="down"
                  value={refId}
                  size="small"
                  tone="quiet"
                  icon="desc"
                  iconOnly
                  disabled={at === order.length - 1}
                  data-act={`down ${refId}`}
                  onClick={onStep(refId, 'down')}
                >
                  {t('menuManager.order.down', { name })}
                </Button>
                <Button
                  type="submit"
                  form={formId}
                  formAction={`${action}/remove`}
                  name="refId"
                  value={refId}
                  size="small"
                  tone="quiet"
                  icon="cross"
                  iconOnly
                >
                  {t('menuManager.order.remove', { name })}
                </Button>
              </span>
            </li>
          );
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

export const buttonOrder = defineIsland('menu-manager/button-order', ButtonOrder, words);
export default buttonOrder;
