import { Button } from '../../client/ui/button';
import { controlClass } from '../../client/ui/form-field';
import type { LayoutStrings } from '../../server/platform/i18n/messages';
import s from './search-dialog.module.css';

/** Finds pages, settings, sites and locations, from wherever somebody is. The script asks the call; what it says with stands in the markup. */
export function SearchDialog({ strings }: { strings: LayoutStrings['search'] }) {
  const { kinds, looking, none, failed, more } = strings;
  return (
    <dialog
      id="tare-search"
      className={`dialog ${s.dialog}`}
      aria-labelledby="tare-search-title"
      data-words={JSON.stringify({ kinds, looking, none, failed, more })}
    >
      <form method="get" action="/search" className={s.form} autoComplete="off" data-no-busy="">
        <h2 id="tare-search-title" className={s.title}>
          <label htmlFor="tare-search-text">{strings.field}</label>
        </h2>
        <input
          id="tare-search-text"
          className={controlClass}
          type="text"
          name="text"
          maxLength={100}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={false}
          aria-controls="tare-search-list"
          spellCheck={false}
          enterKeyHint="go"
          autoFocus
        />
      </form>
      <ul id="tare-search-list" className={s.list} role="listbox" aria-label={strings.results} hidden />
      <p role="status" className={s.status} />
      <template>
        <li className={s.option} role="option" aria-selected={false}>
          <span data-label="" />
          <small data-kind="" />
        </li>
      </template>
      <form method="dialog" className="dialog-actions">
        <Button type="submit">{strings.close}</Button>
      </form>
    </dialog>
  );
}
