import { text } from 'node:stream/consumers'
import { attacks } from './attacks.ts'

/**
 * Runs one attack in a process of its own, so that it takes nothing from those who measure.
 * Reads {"name","host","port","key","seconds"} from standard input, writes the counts.
 */
type Order = { name: string; host: string; port: number; key: string; seconds: number }

const { name, seconds, ...where } = JSON.parse(await text(process.stdin)) as Order
const attack = attacks.find((known) => known.name === name)
if (attack === undefined) throw new Error(`There is no attack ${name}.`)
const until = new AbortController()
setTimeout(() => until.abort(), seconds * 1_000)
const counts = await attack.run({ ...where, until: until.signal })
process.stdout.write(JSON.stringify(counts), () => process.exit(0))
