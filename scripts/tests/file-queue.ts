/** Files still to be run, heaviest first, and who should take which. */
export type FileQueue = {
  /** The next file for a process, or null when none is left. @param prefersBrowser takes files of a browser first, others last */
  next(prefersBrowser: boolean): string | null
}

const needsBrowser = (file: string): boolean => file.startsWith('test/browser/')

/**
 * Hands out files one by one, so that no process waits while another has many left. What takes long begins first: the last
 * files are short. Those of a browser go to one process as long as others have something else to do, since each process starts
 * a browser of its own.
 */
export const fileQueue = (files: readonly string[], heaviest: readonly string[]): FileQueue => {
  const place = new Map(heaviest.map((file, index) => [file, index]))
  const ordered = files.toSorted((a, b) => (place.get(a) ?? heaviest.length) - (place.get(b) ?? heaviest.length))
  const [browser, others] = [ordered.filter(needsBrowser), ordered.filter((file) => !needsBrowser(file))]
  return {
    next: (prefersBrowser) => {
      const [first, second] = prefersBrowser ? [browser, others] : [others, browser]
      return first.shift() ?? second.shift() ?? null
    },
  }
}
