import type { Translate } from '../../server/platform/i18n/messages';
import s from './data.module.css';

/** Which of the screens beside it somebody may open. */
export interface OpenTabs {
  imports: boolean;
  volumes: boolean;
  weights: boolean;
}

interface DataTabsProps {
  t: Translate;
  at: 'events' | 'suspicious' | 'changes';
  tabs: OpenTabs;
}

/** The parts of the data manager, and the screens that look after other data. */
export function DataTabs({ t, at, tabs }: DataTabsProps) {
  const all = [
    { key: 'events', href: '/data-manager', label: t('dataManager.tabs.events'), open: true },
    { key: 'suspicious', href: '/data-manager/suspicious', label: t('dataManager.tabs.suspicious'), open: true },
    { key: 'changes', href: '/data-manager/changes', label: t('dataManager.tabs.changes'), open: true },
    { key: 'imports', href: '/imports', label: t('dataManager.tabs.imports'), open: tabs.imports },
    { key: 'volumes', href: '/volumes', label: t('volumes.title'), open: tabs.volumes },
    { key: 'weights', href: '/weight-accuracy', label: t('dataManager.tabs.weights'), open: tabs.weights },
  ];
  return (
    <nav className={s.tabs} aria-label={t('dataManager.tabs.label')}>
      <ul>
        {all
          .filter(({ open }) => open)
          .map(({ key, href, label }) => (
            <li key={key}>
              <a href={href} aria-current={key === at ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}
