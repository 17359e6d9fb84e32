import { writeFile } from 'node:fs/promises'
import { commands } from '#cli/commands.ts'
import { buildProgram } from '#cli/main.ts'
import { commandsPage } from './commands-page.ts'

await writeFile(new URL('../docs/commands.md', import.meta.url), commandsPage(buildProgram(commands)))
