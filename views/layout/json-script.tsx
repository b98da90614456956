import { jsonForScript } from './island';

/** Data for a script that finds it by its id. */
export function JsonScript({ id, value }: { id: string; value: unknown }) {
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: jsonForScript(value) }} />;
}
