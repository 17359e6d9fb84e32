import type { LeftOut, Row } from './report.ts'

/** A part of the benchmark. */
export type Section = {
  name: string
  /** A missing requirement, such as a folder of data; null or undefined if there is none. */
  missing?: () => string | null
  measure: () => Promise<Row[]>
}

/** Measures one section after another. A failed section becomes a row that was not measured; the others continue. */
export const runSections = async (
  sections: readonly Section[],
  note: (line: string) => void,
): Promise<{ rows: Row[]; leftOut: LeftOut[] }> => {
  const rows: Row[] = []
  const leftOut: LeftOut[] = []
  for (const { name, missing, measure } of sections) {
    const reason = missing?.() ?? null
    if (reason !== null) {
      leftOut.push({ section: name, reason })
      continue
    }
    const begun = performance.now()
    try {
      rows.push(...(await measure()))
    } catch (error) {
      note(error instanceof Error ? (error.stack ?? error.message) : String(error))
      rows.push({ what: name, figure: 'broke off', value: null })
    }
    note(`${name}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  }
  return { rows, leftOut }
}
