import { completeSettings, type Settings } from '#core/settings.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from '#ports/store/store.ts'

type Ports = { store: Pick<Store, 'public' | 'currentRevision'>; defaults: Settings; canMail: boolean }

/** The settings of a library, read again when its revision has changed; by default those that hold where nothing is set. */
export const liveSite = ({ store, defaults, canMail }: Ports): LiveSite => {
  let settings = defaults
  let seen: number | null = null
  let loading: Promise<void> | null = null
  const load = async (): Promise<void> => {
    try {
      // Taken before the read: a change in between is then read again.
      const revision = store.currentRevision()
      settings = completeSettings((await store.public.settings.get()).stored, defaults)
      seen = revision
    } finally {
      loading = null
    }
  }
  return {
    defaults,
    canMail,
    current: () => settings,
    refresh: async () => {
      const revision = store.currentRevision()
      if (seen === revision) return
      // One that is under way may have begun before the change.
      await loading
      if (seen !== null && seen >= revision) return
      await (loading ??= load())
    },
  }
}

/** Settings that never change. */
export const fixedSite = (settings: Settings): LiveSite => ({
  defaults: settings,
  canMail: true,
  current: () => settings,
  refresh: () => Promise.resolve(),
})
