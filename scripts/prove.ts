import { parts } from './prove/parts.ts'
import { prove } from './prove/prove.ts'

/** Tries what Longview promises; see docs/reliability.md. */

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
process.exitCode = await prove(process.argv.slice(2), parts, (text) => process.stdout.write(text))
