import { createLog } from '../../server/platform/log';
import { openDatabase } from '../../server/resources';
import { runAdmin } from './admin/run';

process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  open: (config) => openDatabase(config, createLog(config.logLevel)),
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
});
