import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { commands } from '#cli/commands.ts'
import { buildProgram } from '#cli/main.ts'
import { commandsPage } from '../../scripts/commands-page.ts'

const page = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8')

test('docs/commands.md matches the help of the commands; npm run docs:commands writes it', () => {
  assert.equal(page, commandsPage(buildProgram(commands)))
  const usages = page.match(/^longview .+$/gmu) ?? []
  assert.ok(usages.length > 40, `only ${usages.length} commands were seen`)
})

test('a changed description, a new option and a command that is gone are noticed', () => {
  const renamed = buildProgram(commands)
  renamed.commands[0]?.description('something else')
  const longer = buildProgram(commands)
  longer.commands[0]?.option('--planted', 'a planted option')
  const shorter = buildProgram(commands.slice(1))
  for (const program of [renamed, longer, shorter]) assert.notEqual(page, commandsPage(program))
})
