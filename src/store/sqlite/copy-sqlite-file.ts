import { existsSync } from 'node:fs'
import { Failure, messageOf } from '#core/failure.ts'
import { openReadOnly } from './connection.ts'
import { makePrivateFile } from './private-files.ts'

/** A compact copy of the file as it stands, beside whoever reads and writes it. */
export const copySqliteFile = (path: string, target: string): void => {
  if (!existsSync(path)) throw new Failure('not_found', `There is no corpus file ${path}.`)
  const database = openReadOnly(path)
  try {
    database.pragma('query_only = OFF')
    makePrivateFile(target)
    database.prepare('VACUUM INTO ?').run(target)
  } finally {
    database.close()
  }
}

/** Reads every page of a file. Throws `unavailable` with what is broken. */
export const checkSqliteFile = (path: string): void => {
  if (!existsSync(path)) throw new Failure('not_found', `There is no corpus file ${path}.`)
  const database = openReadOnly(path)
  try {
    const found = database.pragma('integrity_check(5)', { simple: true }) as string
    if (found !== 'ok') throw new Failure('unavailable', `${path} is damaged: ${found}`)
    const orphans = database.pragma('foreign_key_check') as unknown[]
    if (orphans.length > 0)
      throw new Failure('unavailable', `${path} is damaged: ${orphans.length} rows refer to none.`)
  } catch (error) {
    if (error instanceof Failure) throw error
    const reason = messageOf(error)
    throw new Failure('unavailable', `${path} cannot be read: ${reason}.`, { cause: error })
  } finally {
    database.close()
  }
}
