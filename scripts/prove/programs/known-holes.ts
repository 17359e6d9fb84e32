import { say } from './clients.ts'
import { auditedPackages } from './audit.ts'

/** What the registry knows of the packages that an installation has. */

const audited = auditedPackages()
if (audited === null) throw new Error('npm audit gave no verdict')
const { high, critical, ...lighter } = audited
say(`${high + critical} known holes of weight`)
say(`${Object.values(lighter).reduce((sum, count) => sum + count, 0)} lighter ones`)
