import type { Command } from 'commander'
import { serveAgent } from '#app.ts'
import { readConfig } from '#config.ts'
import { prepareCorpus } from '#first-start/prepare-corpus.ts'

export const addMcp = (program: Command): void => {
  program
    .command('mcp')
    .description(
      'answer one agent at standard input and output by the Model Context Protocol, from the corpus of DATABASE_URL; nothing listens',
    )
    .action(async () => {
      const config = readConfig(process.env)
      await prepareCorpus(config)
      await serveAgent(config)
    })
}
