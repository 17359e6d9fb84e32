import type { SavedView } from '#core/access/saved-view.ts'

export type SavedViewReader = {
  /** Those of one person, by list and name. */
  list(editorId: string): Promise<SavedView[]>
}

export type SavedViewWriter = {
  /** Stores a view, or replaces the one with its id. */
  put(view: SavedView): Promise<void>
  remove(id: string): Promise<void>
}
