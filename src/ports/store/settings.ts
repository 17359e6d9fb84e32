import type { SettingsRecord, StoredSettings } from '#core/settings.ts'

export type SettingsReader = { get(): Promise<SettingsRecord> }

export type SettingsWriter = {
  /** Replaces all settings; returns the new version. */
  put(stored: StoredSettings, at: string): Promise<number>
}
