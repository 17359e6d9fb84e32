/** The lists of the console, by the last part of their addresses. */
export const listNames = ['papers', 'queue', 'concepts', 'subscribers', 'audit', 'messages', 'candidates'] as const
export type ListName = (typeof listNames)[number]

/** What one person saved of a list: the search of its address, under a name. */
export type SavedView = {
  id: string
  editorId: string
  list: ListName
  name: string
  search: string
  createdAt: string
}

/** Views of one person; more would be no help above a list. */
export const MAX_SAVED_VIEWS = 50

/** The longest search of a view, in characters. */
export const MAX_VIEW_SEARCH = 1_000

export const viewAddress = ({ list, search }: Pick<SavedView, 'list' | 'search'>): string =>
  search === '' ? `/console/${list}` : `/console/${list}?${search}`
