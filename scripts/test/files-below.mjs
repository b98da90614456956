import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Tests among them, unlike the sources of a build.
 * @param {string} root
 * @param {readonly string[]} folders
 * @returns {string[]} relative to `root`, with `/`
 */
export const everyFileBelow = (root, folders) =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file.split(path.sep).join('/')),
    ),
  );
