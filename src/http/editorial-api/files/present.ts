import { z } from 'zod'
import { filePath, filePermissions, maySendFiles, type PaperFile } from '#core/files/held-file.ts'
import type { FilesOfPaper } from '#ports/store/files/paper-files.ts'

const file = z.strictObject({
  sha256: z.string(),
  bytes: z.int(),
  name: z.string(),
  url: z.string().meta({ description: 'Where it is served, to everybody or to editors alone.' }),
  version: z.int().meta({ description: 'The version that the paper had when the file came.' }),
  addedAt: z.string(),
  addedBy: z.string(),
})

export const fileListResponse = z.strictObject({
  success: z.literal(true),
  open: z.boolean().meta({ description: 'Whether anybody may get them while the paper is public.' }),
  permission: z.enum(filePermissions).nullable(),
  license: z.string().optional(),
  files: z.array(file),
})

export const storedFileResponse = z.strictObject({
  success: z.literal(true),
  sha256: z.string(),
  bytes: z.int(),
  url: z.string(),
})

const presentFile = (
  { sha256, bytes, name, version, addedAt, addedBy }: PaperFile,
  publicUrl: string,
): z.infer<typeof file> => ({ sha256, bytes, name, url: publicUrl + filePath(sha256), version, addedAt, addedBy })

export const presentFiles = (
  { files, permission, license }: FilesOfPaper,
  publicUrl: string,
): z.infer<typeof fileListResponse> => ({
  success: true,
  open: maySendFiles(permission, license),
  permission,
  ...(license === null ? {} : { license }),
  files: files.map((one) => presentFile(one, publicUrl)),
})
