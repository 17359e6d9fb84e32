import { editSettings } from '#actions/editorial/settings.ts'
import { defaultSettings, type StoredSettings } from '#core/settings.ts'
import type { TestService } from './test-service.ts'

/** Replaces the settings of the library; those that are left out get their default. */
export const setSettings = ({ run }: Pick<TestService, 'run'>, words: StoredSettings): Promise<number> =>
  run(editSettings, {
    words,
    chapters: null,
    seen: null,
    defaults: defaultSettings('House'),
    version: null,
    actor: 'cli',
  })
