import { validationFailure } from '#core/failure.ts'
import type { LibraryPosition } from '#ports/store/library.ts'
import type { Cursors } from './pagination.ts'

const POSITION = /^(?<step>\d{1,7})\.(?<cursor>.+)$/u

const queryOfStep = (question: string, step: number): string => `${question} ${step}`

/** The place where a page ended, for an order that goes by steps, signed like every cursor. */
export const signPosition = (cursors: Cursors, question: string, place: LibraryPosition): string =>
  `${place.step}.${cursors.sign(queryOfStep(question, place.step), place.after)}`

/** Throws `invalid` for anything that was not issued for this question. */
export const readPosition = (cursors: Cursors, question: string, given: string | undefined): LibraryPosition | null => {
  if (given === undefined) return null
  const { step = '0', cursor = '' } = POSITION.exec(given)?.groups ?? {}
  const after = cursors.read(queryOfStep(question, Number(step)), cursor)
  if (after === null || String(Number(step)) !== step)
    throw validationFailure([
      { path: 'cursor', message: 'is not one that was given out for this list; start without it' },
    ])
  return { step: Number(step), after }
}
