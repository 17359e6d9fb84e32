import { csvLine } from './csv-line.ts'

/** A subscriber as far as an export tells. */
type Row = { email: string; name: string | null; since: string }

/** Subscribers as CSV with a head line; lines end with CR LF. */
export const subscriberCsv = (rows: readonly Row[]): string =>
  [['email', 'name', 'since'], ...rows.map(({ email, name, since }) => [email, name ?? '', since.slice(0, 10)])]
    .map(csvLine)
    .join('')
