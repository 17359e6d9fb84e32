import type { Command } from 'commander'
import { startService, version, type Service } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import { note, print } from './print.ts'

const greet = (service: Service, config: Config): void => {
  const { url, loaded, firstKey } = service
  print(`Longview ${version}`)
  print(`listening on ${url}`)
  print(`  library    ${url}/`)
  print(`  corpus API ${url}/api/papers`)
  print(`  agent API  ${url}/api/v1/papers`)
  print(`  reference  ${url}/docs`)
  print(`  database   ${config.database.path}${loaded > 0 ? ` (${loaded} papers from the starter corpus loaded)` : ''}`)
  if (firstKey !== null) print(`  API key    ${firstKey}  (to submit papers; shown only now)`)
  if (service.mailWaits) note('No SMTP_URL is set: mail waits in the outbox until there is one.')
  else if (config.teamEmail === null) note('No RESEARCH_TEAM_EMAIL is set: contact messages wait in the outbox.')
}

/** Resolves with the signal that asks the process to end; a second one ends it at once. */
const askedToStop = (): Promise<string> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        resolve(signal)
      })
  })

export const addServe = (program: Command): void => {
  program
    .command('serve')
    .description('serve the corpus on HOST and PORT until SIGTERM or Ctrl-C; a new corpus is made and filled first')
    .action(async () => {
      const config = readConfig(process.env)
      const stopped = askedToStop()
      const service = await startService(config)
      greet(service, config)
      await stopped
      note('stopping: finishing the requests that run')
      await service.stop()
    })
}
