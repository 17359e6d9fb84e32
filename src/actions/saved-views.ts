import { type ListName, MAX_SAVED_VIEWS, type SavedView } from '#core/access/saved-view.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import type { ActionContext } from './run-action.ts'

/** Refuses a name that another view of the same list has, so that each link says which it is. */
const assertFreeName = (
  views: readonly SavedView[],
  { id, list, name }: Pick<SavedView, 'id' | 'list' | 'name'>,
): void => {
  if (views.some((view) => view.id !== id && view.list === list && view.name === name))
    throw validationFailure([{ path: 'name', message: 'is already the name of one of your views of this list' }])
}

type SaveViewInput = { editorId: string; list: ListName; name: string; search: string; actor: string }

/** Saves what a list shows for one person; returns its id. Throws `invalid` for a name that is taken, and if there are too many. */
export const saveView = async (
  tx: ActionContext,
  { editorId, list, name, search, actor }: SaveViewInput,
): Promise<string> => {
  const views = await tx.savedViews.list(editorId)
  const id = `v_${tx.ids.secret().slice(0, 16)}`
  assertFreeName(views, { id, list, name })
  if (views.length >= MAX_SAVED_VIEWS)
    throw new Failure('invalid', `You have ${MAX_SAVED_VIEWS} views, which is the most. Delete one first.`)
  const at = tx.now.toISOString()
  await tx.savedViews.put({ id, editorId, list, name, search, createdAt: at })
  await tx.audit.record({ at, actor, act: 'view.save', subject: id, before: null, after: { list, name, search } })
  return id
}

/** Throws `not_found` for a view of somebody else, too. */
const getOwnView = (views: readonly SavedView[], id: string): SavedView => {
  const view = views.find((one) => one.id === id)
  if (view === undefined) throw new Failure('not_found', `You have no view ${id}.`)
  return view
}

type OwnView = { id: string; editorId: string; actor: string }

/** Throws `not_found`, and `invalid` for a name that is taken. */
export const renameView = async (
  tx: ActionContext,
  { id, editorId, name, actor }: OwnView & { name: string },
): Promise<void> => {
  const views = await tx.savedViews.list(editorId)
  const view = getOwnView(views, id)
  assertFreeName(views, { ...view, name })
  if (view.name === name) return
  await tx.savedViews.put({ ...view, name })
  const before = { name: view.name }
  await tx.audit.record({
    at: tx.now.toISOString(),
    actor,
    act: 'view.rename',
    subject: id,
    before,
    after: { name },
  })
}

/** Returns the view that is gone. Throws `not_found`. */
export const removeView = async (tx: ActionContext, { id, editorId, actor }: OwnView): Promise<SavedView> => {
  const view = getOwnView(await tx.savedViews.list(editorId), id)
  await tx.savedViews.remove(id)
  const { list, name, search } = view
  await tx.audit.record({
    at: tx.now.toISOString(),
    actor,
    act: 'view.remove',
    subject: id,
    before: { list, name, search },
    after: null,
  })
  return view
}
