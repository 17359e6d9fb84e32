import type { PaperWithText } from '#core/paper.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store.ts'
import { changePaper } from './change-paper.ts'

/** Edits any paper, also one that is public: see `changePaper` for what it throws. Its version then. */
export const editPaper = (
  { store, clock }: { store: Store; clock: Clock },
  edit: { paper: PaperWithText; version: number | null; actor: string },
): Promise<number> =>
  store.transact((tx) => changePaper(tx, { ...edit, at: clock.now().toISOString(), act: 'paper.edit' }))
