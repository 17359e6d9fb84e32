import { spawnSync } from 'node:child_process'
import { z } from 'zod'

const Counts = z.object({
  info: z.int(),
  low: z.int(),
  moderate: z.int(),
  high: z.int(),
  critical: z.int(),
})
const Verdict = z.object({ metadata: z.object({ vulnerabilities: Counts }) })

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Known holes of the packages of an installation, by weight, as `npm audit` counts them; null where the registry takes no such question. */
export const auditedPackages = (): z.infer<typeof Counts> | null => {
  // It also ends with 1 if there are holes.
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=10000'], {
    encoding: 'utf8',
  })
  const verdict = Verdict.safeParse(asJson(stdout))
  return verdict.success ? verdict.data.metadata.vulnerabilities : null
}
