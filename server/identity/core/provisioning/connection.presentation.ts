import type { Connection } from './connection.store';

/** What the published clients read of a connection; its secret stands in the answer to its making alone. */
export const connectionView = ({ id, name, source, sync, createdAt, lastSyncAt }: Connection) => ({
  id,
  connectionName: name,
  source,
  syncToUserManagement: sync,
  createdAt: createdAt.toISOString(),
  lastSync: lastSyncAt?.toISOString() ?? null,
});
