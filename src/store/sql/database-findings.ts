import { Failure } from '#core/failure.ts'

/** The tables, indexes and triggers that a schema creates, by name. */
export const namedObjects = (schema: string): string[] =>
  [...schema.matchAll(/^CREATE (?:VIRTUAL |UNIQUE )?(?:TABLE|INDEX|TRIGGER) (?<name>\w+)/gmu)].map(
    ({ groups }) => groups?.name ?? '',
  )

/** What is wrong, and what to do about it: two halves of a sentence that begins like one and ends without a full stop. */
export type DatabaseFault = { detail: string; remedy: string }

/** Keeps Longview from using a database. Its message is the whole sentence. */
export class UnusableDatabase extends Failure {
  readonly finding: DatabaseFault

  constructor(finding: DatabaseFault, cause?: unknown) {
    super('unavailable', `${finding.detail}: ${finding.remedy}.`, { cause })
    this.finding = finding
  }
}

/** What an engine says of a database without opening it as a corpus, which might migrate it. */
export type DatabaseFindings = {
  /** Engine and version, and where the data lie as far as it is no secret. */
  server: string
  /** Size of the database; null if unknown. */
  bytes: number | null
  /** What keeps Longview from using it; null if nothing does. */
  fault: DatabaseFault | null
  /** Settings that may lose data or slow the library down. */
  settings: DatabaseFault[]
  /** Names of missing migrations; null if a newer version has migrated it further. */
  pending: string[] | null
  /** Tables, indexes and triggers of the current schema that are missing, invalid or switched off. */
  missing: string[]
  /** How far the clock of the server is ahead of ours; null where both are one. */
  clockAheadMs: number | null
}
