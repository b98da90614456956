import { Button } from '../../client/ui/button';
import type { LayoutStrings } from '../../server/platform/i18n/messages';
import { LookupDialog } from './lookup-dialog';
import { SearchDialog } from './search-dialog';
import s from './shell.module.css';

/** The windows that the enhancing script opens: the question before something is lost, the list of shortcuts, the search, and for some the tool that looks up ids. */
export function PageDialogs({
  strings,
  looksUp = false,
  searches = false,
}: {
  strings: LayoutStrings;
  looksUp?: boolean;
  searches?: boolean;
}) {
  const keys: [string, string][] = [
    ['?', strings.shortcuts.help],
    ...(searches ? [['Ctrl K', strings.shortcuts.search] as [string, string]] : []),
    ['/', strings.shortcuts.filters],
    ['[', strings.shortcuts.previous],
    [']', strings.shortcuts.next],
    ...(looksUp ? [['i', strings.shortcuts.lookup] as [string, string]] : []),
    ['Esc', strings.shortcuts.escape],
  ];
  return (
    <>
      <dialog
        id="tare-confirm"
        className="dialog"
        aria-labelledby="tare-confirm-title"
        aria-describedby="tare-confirm-text"
      >
        <h2 id="tare-confirm-title">{strings.confirm.title}</h2>
        <p id="tare-confirm-text" data-sentence="" />
        <form method="dialog" className="dialog-actions">
          <Button type="submit" value="no" autoFocus>
            {strings.confirm.no}
          </Button>
          <Button type="submit" value="yes" tone="danger">
            {strings.confirm.yes}
          </Button>
        </form>
      </dialog>
      <dialog id="tare-shortcuts" className="dialog" aria-labelledby="tare-shortcuts-title">
        <h2 id="tare-shortcuts-title">{strings.shortcuts.title}</h2>
        <dl className={s.keys}>
          {keys.map(([key, does]) => (
            <div key={key} className={s.key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <form method="dialog" className="dialog-actions">
          <Button type="submit">{strings.shortcuts.close}</Button>
        </form>
      </dialog>
      {searches && <SearchDialog strings={strings.search} />}
      {looksUp && <LookupDialog strings={strings.lookup} />}
    </>
  );
}
