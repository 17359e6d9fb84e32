import { MAX_FILE_BYTES, maySendFiles, type FilePermission, type PaperFile } from '#core/files.ts'
import { RETENTION_DAYS } from '#core/retention.ts'
import { byteSize } from '#core/numbers.ts'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { detachFile, permitFiles } from '#actions/paper-files.ts'
import { Failure, messageOf } from '#core/failure.ts'
import { storeFile, verifyFiles } from '#files/files.ts'
import type { FilesOfPaper } from '#ports/store/files.ts'
import type { Corpus } from '#open-corpus.ts'
import { note, print, table, withCorpus } from './terminal.ts'
import type { Config } from '#config.ts'
import { openFileStore } from '#open-file-store.ts'

type JsonOption = { json?: boolean }

async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path)
  } catch (error) {
    throw new Failure('invalid', `${path} cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

const addOne = async (corpus: Corpus, config: Config, paperId: string, path: string) => {
  const ports = { run: corpus.run, files: openFileStore(config.filePlace), filesQuota: config.filesQuota }
  try {
    return await storeFile(ports, { content: contentOf(path), paperId, name: basename(path), actor: 'cli' })
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid' && !error.message.startsWith(path))
      throw new Failure('invalid', `${path}: ${error.message}`, { cause: error })
    throw error
  }
}

const add = (paperId: string, paths: string[], { json }: JsonOption): Promise<void> =>
  withCorpus(async (corpus, config) => {
    const { permission, license } = await corpus.store.private.files.getByPaper(paperId)
    for (const path of paths) {
      const { sha256, bytes } = await addOne(corpus, config, paperId, path)
      if (json === true) print(JSON.stringify({ id: paperId, file: path, sha256, bytes }))
      else print(`${path} is now a file of ${paperId}: ${sha256}.`)
    }
    if (!maySendFiles(permission, license))
      note(
        permission === 'refused'
          ? `Only editors get it: files of ${paperId} are marked as not to be shared.`
          : `Only editors get it: the licence of ${paperId} is not known to be open. "longview files allow ${paperId}" allows sharing it.`,
      )
  })

const described = ({ sha256, bytes, name, version, addedAt, addedBy }: PaperFile): string[] => [
  sha256,
  String(bytes),
  name,
  String(version),
  addedAt,
  addedBy,
]

const listPaperFiles = ({ files, permission, license }: FilesOfPaper, { json }: JsonOption): void => {
  const open = maySendFiles(permission, license)
  if (json === true) print(JSON.stringify({ open, permission, license, files }))
  else {
    print(table([['sha256', 'bytes', 'name', 'version', 'added', 'by'], ...files.map(described)]))
    print(open ? 'While the paper is public, anybody may get them.' : 'Only editors may get them.')
  }
}

const LISTED_AT_ONCE = 500

const listAll = async ({ store }: Corpus, { filesQuota }: Config, { json }: JsonOption): Promise<void> => {
  for (let after: string | null = null, first = true; ; first = false) {
    const files = await store.private.files.list(after, LISTED_AT_ONCE)
    if (json === true) for (const file of files) print(JSON.stringify(file))
    else if (first || files.length > 0)
      print(
        table([
          ['sha256', 'bytes', 'papers', 'unused since'],
          ...files.map((file) => [file.sha256, String(file.bytes), file.papers.join(' '), file.unusedSince ?? '']),
        ]),
      )
    after = files.at(-1)?.sha256 ?? null
    if (files.length < LISTED_AT_ONCE) break
  }
  const { files, bytes, unused } = await store.private.files.usage()
  note(`${files} files, ${unused} of them unused, take ${bytes} bytes of at most ${filesQuota}.`)
}

const list = (paperId: string | undefined, options: JsonOption): Promise<void> =>
  withCorpus(async (corpus, config) => {
    if (paperId === undefined) await listAll(corpus, config, options)
    else listPaperFiles(await corpus.store.private.files.getByPaper(paperId), options)
  })

const remove = (paperId: string, sha256: string, { json }: JsonOption): Promise<void> =>
  withCorpus(async ({ run }) => {
    await run(detachFile, { paperId, sha256, actor: 'cli' })
    print(json === true ? JSON.stringify({ id: paperId, removed: sha256 }) : `${paperId} no longer has that file.`)
  })

const verify = ({ json }: JsonOption): Promise<void> =>
  withCorpus(async ({ store }, { filePlace }) => {
    const faults = await verifyFiles(store.private.files, openFileStore(filePlace))
    if (json === true) print(JSON.stringify({ faults }))
    else {
      for (const { sha256, fault } of faults) print(`${sha256} ${fault}`)
      print(faults.length === 0 ? 'Every file is there and unchanged.' : `${faults.length} files have faults.`)
    }
    process.exitCode = faults.length === 0 ? 0 : 1
  })

type AllowOptions = JsonOption & { never?: boolean; byLicence?: boolean }

const outcomes: Record<FilePermission, string> = {
  allowed: 'While it is public, anybody may get the files of',
  refused: 'Only editors may get the files of',
}

const allow = (paperId: string, { never, byLicence, json }: AllowOptions): Promise<void> =>
  withCorpus(async ({ run }) => {
    if (never === true && byLicence === true) throw new Failure('invalid', 'Give --never or --by-licence, not both.')
    const permission = byLicence === true ? null : never === true ? 'refused' : 'allowed'
    await run(permitFiles, { paperId, permission, actor: 'cli' })
    if (json === true) print(JSON.stringify({ id: paperId, permission }))
    else print(permission === null ? `The licence of ${paperId} decides.` : `${outcomes[permission]} ${paperId}.`)
  })

export const addFiles = (program: Command): void => {
  const files = program.command('files').description('PDFs that the library holds: add, list, remove, verify, allow')
  files
    .command('add')
    .description('store PDFs as files of a paper; its storageUrl leads to the last one')
    .argument('<id>', 'id of the paper')
    .argument('<file...>', `PDFs of at most ${byteSize(MAX_FILE_BYTES)}`)
    .option('--json', 'print a line {"id","file","sha256","bytes"} for each')
    .action(add)
  files
    .command('list')
    .description('list the files of a paper, the newest first, or all files with their papers')
    .argument('[id]', 'id of the paper')
    .option('--json', 'print {"open","permission","license","files"}; without a paper a line for each file')
    .action(list)
  files
    .command('remove')
    .description(
      `remove a file from a paper; a file that no paper has is deleted after ${RETENTION_DAYS.unusedFile} days`,
    )
    .argument('<id>', 'id of the paper')
    .argument('<sha256>', 'the file, as "longview files list" shows it')
    .option('--json', 'print {"id","removed"}')
    .action(remove)
  files
    .command('verify')
    .description('read every file and compare it with its digest; exit 1 if one is missing or changed')
    .option('--json', 'print {"faults":[{"sha256","fault"}]}')
    .action(verify)
  files
    .command('allow')
    .description('let anybody get the files of a paper while it is public, regardless of its licence')
    .argument('<id>', 'id of the paper')
    .option('--never', 'only editors may get them, regardless of the licence')
    .option('--by-licence', 'leave it to the licence')
    .option('--json', 'print {"id","permission"}')
    .action(allow)
}
