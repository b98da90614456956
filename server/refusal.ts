import { DataFolderInUse } from './platform/db/embedded';
import { NewerSchema, TableInUse } from './platform/db/migrate';
import { isAway } from './platform/http/error-handler';
import { NoContact } from './platform/lifecycle/first-contact';

interface SystemError {
  code?: string;
  syscall?: string;
  port?: number;
  path?: string;
}

const ownLine = [DataFolderInUse, NewerSchema, TableInUse, NoContact];
const unusableFolder = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC']);

/** What an operator can mend, one line each; null for anything else. No line repeats the value of a setting that opens a door. */
export function refusalOf(error: unknown): string[] | null {
  if (ownLine.some((kind) => error instanceof kind)) return [(error as Error).message];
  const { code = '', syscall, port, path } = error as SystemError;
  if (syscall === 'listen' && port !== undefined)
    return [
      `Port ${port} ${code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${code})`}: set PORT or METRICS_PORT to another.`,
    ];
  if (path !== undefined && unusableFolder.has(code)) return [`DATA_DIR: ${path} cannot be used (${code}).`];
  const isOfFile = path !== undefined && syscall !== 'connect';
  // Of a driver: away, or a name and password that it does not take.
  if ((!isOfFile && isAway(error as Error)) || /^(28|3D)\w{3}$/.test(code))
    return [`The database cannot be used (${(error as Error).message || code}).`];
  return null;
}
