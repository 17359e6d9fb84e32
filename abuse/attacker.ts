import { text } from 'node:stream/consumers'
import type { Target } from './attack.ts'
import { attacks } from './attacks.ts'

/**
 * Runs one attack in a separate process, so that it does not disturb the measurements.
 * Reads {"name","host","port","key","otherKey","seconds"} from standard input, writes the counts.
 */
type Order = Omit<Target, 'until'> & { name: string; seconds: number }

const { name, seconds, ...where } = JSON.parse(await text(process.stdin)) as Order
const attack = attacks.find((known) => known.name === name)
if (attack === undefined) throw new Error(`There is no attack ${name}.`)
const until = new AbortController()
setTimeout(() => until.abort(), seconds * 1_000)
const counts = await attack.run({ ...where, until: until.signal })
process.stdout.write(JSON.stringify(counts), () => process.exit(0))
