/** One thing that `longview doctor` looked at. `remedy` says what to do if it is not as it should be. */
export type Check = { check: string; ok: boolean; detail: string; remedy: string | null }

export const fine = (check: string, detail: string): Check => ({ check, ok: true, detail, remedy: null })

export const wrong = (check: string, detail: string, remedy: string): Check => ({ check, ok: false, detail, remedy })
