import type { ActionContext } from '#actions/run-action.ts'
import { type Settings, settingsByName, settingsToStore, type StoredSettings } from '#core/settings.ts'
import { saveEdit } from './save-edit.ts'

/** `version` is the one that the edit is based on; null overwrites any. Settings that `words` lacks get their default. */
export type SettingsEdit = { words: StoredSettings; defaults: Settings; version: number | null; actor: string }

/** Replaces the settings of the library. Returns their version afterwards. Throws `stale`. */
export const editSettings = async (tx: ActionContext, edit: SettingsEdit): Promise<number> => {
  const { stored, version: present } = await tx.settings.get()
  const after = settingsToStore(edit.words, { before: stored, defaults: edit.defaults })
  return saveEdit(tx, edit, {
    what: 'Settings',
    act: 'settings.edit',
    subject: 'settings',
    present,
    before: settingsByName(stored),
    after: settingsByName(after),
    store: async (at) => ({ version: await tx.settings.put(after, at) }),
  })
}
