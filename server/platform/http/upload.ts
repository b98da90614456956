import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { fail } from '../errors';
import type { UploadedFile } from './define-route';

interface Upload {
  fields: Record<string, unknown>;
  files: UploadedFile[];
  /** Removes the files; they live only as long as their request. */
  discard(): Promise<void>;
}

/**
 * Reads a multipart form; files go to the disk as they arrive, under names of our own.
 * @throws Failure 413 when a file is larger than `maxBytes`, 400 when the form is broken.
 */
export async function readUpload(request: Request, { maxBytes }: { maxBytes: number }): Promise<Upload> {
  const parse = multer({
    dest: tmpdir(),
    defParamCharset: 'utf8',
    limits: { fileSize: maxBytes, files: 2, fields: 60, fieldSize: 100_000 },
  }).any();
  await new Promise<void>((resolve, reject) => {
    parse(request, {} as Response, (error: unknown) => (error ? reject(asUploadFailure(error, maxBytes)) : resolve()));
  });
  const files = (request.files as Express.Multer.File[] | undefined) ?? [];
  return {
    fields: { ...(request.body as Record<string, unknown> | undefined) },
    files: files.map((file) => ({
      field: file.fieldname,
      name: file.originalname.slice(0, 200),
      path: file.path,
      bytes: file.size,
    })),
    discard: async () => {
      await Promise.all(files.map((file) => rm(file.path, { force: true })));
    },
  };
}

function asUploadFailure(error: unknown, maxBytes: number) {
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') {
    return fail.tooLarge('errors.tooLarge', { params: { max: `${Math.floor(maxBytes / 1_048_576)} MB` } });
  }
  return fail.badRequest('errors.badRequest', { cause: error });
}
