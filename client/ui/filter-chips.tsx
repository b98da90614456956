import { fillText } from './fill-text';
import s from './filter-chips.module.css';
import { Icon } from './icon';
import { useLayoutStrings } from './layout-strings';

export interface FilterChipsProps {
  chips: { label: string; removeHref: string }[];
  /** Takes all of them away, in words of its own or the usual ones. */
  clear?: { label: string | null; href: string } | null;
}

/** What is filtered, each with a way to take it off. */
export function FilterChips({ chips, clear }: FilterChipsProps) {
  const { filters: words } = useLayoutStrings();
  if (chips.length === 0) return null;
  return (
    <ul className={s.chips} data-filter-chips="" aria-label={words.active}>
      {chips.map((chip) => (
        <li key={chip.label}>
          <a className={s.chip} href={chip.removeHref} aria-label={fillText(words.remove, { filter: chip.label })}>
            {chip.label}
            <Icon name="cross" size={12} />
          </a>
        </li>
      ))}
      {clear && (
        <li>
          <a className={s.clear} href={clear.href}>
            {clear.label ?? words.clear}
          </a>
        </li>
      )}
    </ul>
  );
}
