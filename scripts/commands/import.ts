import { importCommand } from './import/command';

process.exitCode = await importCommand(process.argv.slice(2), {
  say: (text) => console.log(text),
  warn: (text) => console.error(text),
  env: process.env,
});
