import type { ReadRecord } from '#core/imports/imported-record.ts'

/** Reads one source. It keeps no more than the record that is under way. */
export type FormatReader = {
  /** The records that end in this piece of text. */
  push(text: string): ReadRecord[]
  /** What was still under way when the source ended. */
  end(): ReadRecord[]
}

/** No record of a catalogue is longer; a full text with its tables may have a few million characters. */
export const MAX_RECORD_CHARACTERS = 20_000_000

/** How deep JSON and XML may be nested: of what catalogues give, a few levels are. */
export const MAX_DEPTH = 200
