import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { ChapterRecord } from '#core/papers/chapter.ts'
import { type Settings, settingsByName, settingsToStore, type StoredSettings } from '#core/settings.ts'
import { type GivenChapter, setChapters } from './chapters.ts'
import { saveEdit } from './save-edit.ts'

/** Settings that `words` lacks get their default; without `chapters` the chapters stay as they are. */
export type GivenSettings = { words: StoredSettings; chapters: readonly GivenChapter[] | null }

/** `version` is the one that the edit is based on, and `seen` has the chapters that it is based on; null overwrites any. */
export type SettingsEdit = GivenSettings & {
  seen: readonly ChapterRecord[] | null
  defaults: Settings
  version: number | null
  actor: string
}

/** Throws `stale`. */
const assertChapters = async (tx: ActionContext, seen: readonly ChapterRecord[] | null): Promise<void> => {
  if (seen === null || JSON.stringify(seen) === JSON.stringify(await tx.chapters.list())) return
  throw new Failure('stale', 'The chapters have been changed in the meantime. Review the changes and save again.')
}

const subject = { what: 'The object of settings', act: 'settings.edit', subject: 'settings' }

/**
 * Replaces the settings of the library. Returns their version afterwards. Throws `stale`, and `wrong_state` if a chapter with papers
 * is left out; nothing is changed then.
 */
export const editSettings = async (tx: ActionContext, edit: SettingsEdit): Promise<number> => {
  const { stored, version: present } = await tx.settings.get()
  const after = settingsToStore(edit.words, { before: stored, defaults: edit.defaults })
  const saved = await saveEdit(tx, edit, {
    ...subject,
    present,
    before: settingsByName(stored),
    after: settingsByName(after),
    store: async (at) => ({ version: await tx.settings.put(after, at) }),
  })
  if (edit.chapters !== null) {
    await assertChapters(tx, edit.seen)
    await setChapters(tx, { chapters: edit.chapters, actor: edit.actor })
  }
  return saved
}

/** Stores what the example corpus is described with, unless something was set before. */
export const loadStarterSettings = async (tx: ActionContext, settings: StoredSettings): Promise<void> => {
  const { version: present } = await tx.settings.get()
  if (present > 0) return
  await saveEdit(
    tx,
    { version: null, actor: 'starter' },
    {
      ...subject,
      present,
      before: settingsByName({}),
      after: settingsByName(settings),
      store: async (at) => ({ version: await tx.settings.put(settings, at) }),
    },
  )
}
