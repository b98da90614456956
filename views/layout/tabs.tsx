import s from './tabs.module.css';

/** Views of one thing, each with an address of its own. */
export function Tabs({ label, tabs }: { label: string; tabs: { href: string; label: string; current: boolean; count?: string }[] }) {
  return (
    <nav aria-label={label}>
      <ul className={s.tabs}>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a className={s.tab} href={tab.href} aria-current={tab.current ? 'page' : undefined}>{tab.label}{tab.count && <span className={s.count}>{tab.count}</span>}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
