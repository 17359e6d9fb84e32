import type { Editor } from '#core/access/editor.ts'
import type { ListName, SavedView } from '#core/access/saved-view.ts'
import type { PrivateReader } from '#ports/store/store.ts'

/** What an editor saved of one list, by name. */
export const listViews = async (
  { savedViews }: Pick<PrivateReader, 'savedViews'>,
  { id }: Editor,
  list: ListName,
): Promise<SavedView[]> => (await savedViews.list(id)).filter((view) => view.list === list)
