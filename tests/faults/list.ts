import { alertMails } from './alert-mails.fault';
import { badStart } from './bad-start.fault';
import { clock } from './clock.fault';
import { diskFull } from './disk-full.fault';
import type { Fault } from './fault';
import { killImport, killImportShort } from './kill-import.fault';
import { killIngest, killIngestShort } from './kill-ingest.fault';
import { mailOutage } from './mail-outage.fault';
import { postgresOutage } from './postgres-outage.fault';
import { productionSetup } from './production-setup.fault';
import { redisOutage, redisSlow } from './redis-outage.fault';
import { rollingRestart } from './rolling-restart.fault';
import { slowClients } from './slow-clients.fault';
import { startTime } from './start-time.fault';
import { orderlyEnd } from './stop.fault';
import { twoNodes } from './two-nodes.fault';
import { twoStarts } from './two-starts.fault';
import { upgrade } from './upgrade.fault';

export const faults: Fault[] = [
  badStart,
  startTime,
  clock,
  productionSetup,
  orderlyEnd,
  twoStarts,
  upgrade,
  killIngest,
  killIngestShort,
  killImport,
  killImportShort,
  diskFull,
  mailOutage,
  alertMails,
  postgresOutage,
  redisOutage,
  redisSlow,
  rollingRestart,
  slowClients,
  twoNodes,
];
