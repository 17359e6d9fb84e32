import type { Command } from 'commander'
import { serveAgent } from '#app.ts'
import { readConfig } from '#config.ts'
import { prepareCorpus } from '#first-start.ts'

export const addMcp = (program: Command): void => {
  program
    .command('mcp')
    .description(
      'serve one agent over standard input and output (Model Context Protocol), from the corpus of DATABASE_URL; no port is opened',
    )
    .action(async () => {
      const config = readConfig(process.env)
      await prepareCorpus(config)
      await serveAgent(config)
    })
}
