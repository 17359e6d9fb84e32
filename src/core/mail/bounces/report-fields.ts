/** The fields of a group by their names in small letters; of repeated ones the first. */
export type ReportFields = ReadonlyMap<string, string>

const MOST_LINES = 2_000

const FIELD = /^(?<name>[!-9;-~]+)[ \t]*:(?<value>.*)$/u

/** Groups of fields as reports have them (RFC 3464 section 2.1, RFC 5965 section 3.1), and headers: blank lines part them. */
export const parseFieldGroups = (text: string): ReportFields[] => {
  const groups: Map<string, string>[] = []
  let group: Map<string, string> | null = null
  let last = ''
  for (const line of text.split(/\r?\n|\r/u, MOST_LINES)) {
    if (line.trim() === '') group = null
    else if (/^[ \t]/u.test(line) && group !== null) group.set(last, `${group.get(last) ?? ''} ${line.trim()}`)
    else {
      const { name = '', value = '' } = FIELD.exec(line)?.groups ?? {}
      if (name === '') continue
      if (group === null) groups.push((group = new Map()))
      last = name.toLowerCase()
      // What follows a repeated field belongs to it, and not to the first.
      if (group.has(last)) last = `${last} again`
      group.set(last, value.trim())
    }
  }
  return groups
}
