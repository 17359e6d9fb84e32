import { chmodSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { FIRST_KEY_DAYS } from '#core/access/api-key.ts'
import { INVITATION_VALID_HOURS } from '#core/access/invitation.ts'
import type { Database } from '#config.ts'
import type { FirstCredentials } from '#actions/accounts/create-first-credentials.ts'
import { print } from '#cli/terminal/print.ts'

const OWNERS_FILE = 0o600

const credentialLines = ({ key, adminToken }: FirstCredentials, home: string): string[] => [
  ...(key === null
    ? []
    : [`  API key    ${key}  (to submit papers; shown only now, valid for ${FIRST_KEY_DAYS} days unless renewed)`]),
  ...(adminToken === null
    ? []
    : [
        `  sign in    ${home}/console/link?token=${adminToken}  (the first admin; once, within ${INVITATION_VALID_HOURS} hours)`,
      ]),
]

/** Beside the database, where its owner can write for sure; otherwise where the process runs. */
const folderFor = (database: Database): string => resolve(database.engine === 'sqlite' ? dirname(database.path) : '.')

const writeForOwner = (path: string, text: string): string => {
  writeFileSync(path, text, { flag: 'wx', mode: OWNERS_FILE })
  chmodSync(path, OWNERS_FILE)
  return path
}

/** Writes a new file that only its owner can read; its path. */
const keepInFile = (database: Database, text: string): string => {
  const name = `longview-first-start-${Date.now()}-${process.pid}.txt`
  try {
    return writeForOwner(join(folderFor(database), name), text)
  } catch {
    return writeForOwner(join(tmpdir(), name), text)
  }
}

type Shown = { database: Database; home: string; isTerminal: boolean }

/**
 * Shows the first key and the first sign-in link. What goes anywhere but to a terminal is kept, in a journal for example,
 * and read by others: there only the name of a file with both is said.
 */
export const showCredentials = (made: FirstCredentials, { database, home, isTerminal }: Shown): void => {
  const lines = credentialLines(made, home)
  if (lines.length === 0) return
  if (isTerminal) {
    for (const line of lines) print(line)
    return
  }
  const file = keepInFile(database, `${lines.join('\n')}\n`)
  print(`  secrets    ${file}  (the first API key and sign-in link; only its owner can read it; delete it afterwards)`)
}
