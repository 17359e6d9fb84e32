import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { commandInProcess } from '../support/process/process-corpus.ts'
import { assertMisused, longview } from '../support/process/longview-process.ts'
import { readFileSync } from 'node:fs'
import { commands } from '#cli/commands.ts'
import { buildProgram } from '#cli/main.ts'
import { commandsPage } from '../../scripts/commands-page.ts'

const run = (...args: string[]): ReturnType<typeof longview> => commandInProcess(args)

/** Nothing here opens a corpus: help and misuse come before that. */
const asProgram = (...args: string[]): ReturnType<typeof longview> =>
  longview(args, { DATABASE_URL: 'sqlite:/dev/null/no-corpus-is-opened.db' })

/** Every command with what its help must mention. */
const usages: [string, string[]][] = [
  ['serve', ['HOST', 'PORT']],
  ['mcp', ['standard input', 'Model Context Protocol']],
  ['init', ['--systemd', '--dry-run', '--force', '--root']],
  ['migrate', ['--json']],
  ['seed', ['--json']],
  [
    'keys create',
    [
      '--label',
      '--scope',
      '--expires-in-days',
      '--email',
      '--json',
      'submit,review,review:read,review:advise,review:decide,draft,ingest',
    ],
  ],
  ['dump', ['--now', '--list', '--json', 'DUMPS']],
  ['keys list', ['--json']],
  ['keys renew', ['<id>', '--expires-in-days', '--json']],
  ['keys rotate', ['<id>', '--overlap-hours', '--json']],
  ['keys revoke', ['<id>', '--json']],
  ['editors add', ['<name>', '<email>', '--role', '--json', 'reviewer, editor, admin']],
  ['editors link', ['<id>', '--json']],
  ['editors list', ['--json']],
  ['editors role', ['<id>', '<role>', '--json']],
  ['editors remove', ['<id>', '--json']],
  ['editors reset-second-factor', ['<id>', '--json']],
  ['assess', ['[id]', '--report', '--abstracts', '--papers', '--json']],
  ['review list', ['--status', '--json', 'changes_requested']],
  ['review show', ['<id>', '--json']],
  ['review accept', ['[id]', '--note', '--ingest', '--key', '--max-risk', '--json']],
  ['review ask', ['<id>', '--note', '--json']],
  ['review reject', ['<id>', '--note', '--json']],
  ['review retract', ['<id>', '--reason', '--json']],
  ['papers list', ['--not-assessed', '--limit', '--json']],
  ['papers edit', ['<id>', '<file>', '--from <version>', '--json', 'standard input']],
  ['papers versions', ['<id>', '--json']],
  ['papers revert', ['<id>', '<version>', '--from <version>', '--json']],
  ['papers merge', ['<id>', '<into>', '--note', '--json']],
  ['files add', ['<id>', '<file...>', '50 MiB', '--json']],
  ['files list', ['[id]', '--json']],
  ['files remove', ['<id>', '<sha256>', '--json']],
  ['files verify', ['exit 1', '--json']],
  ['files allow', ['<id>', '--never', '--by-licence', '--json']],
  ['concepts list', ['--json']],
  ['concepts edit', ['<id>', '--name', '--definition', '--from <version>', '--json']],
  ['concepts merge', ['<id>', '<into>', '--json']],
  ['concepts remove', ['<id>', '--from <version>', '--json']],
  ['gaps list', ['--json']],
  ['gaps show', ['<id>']],
  ['gaps add', ['<file>', '--json', 'standard input']],
  ['gaps edit', ['<id>', '<file>', '--from <version>', '--json']],
  ['gaps history', ['<id>', '--json']],
  ['gaps state', ['<id>', '<state>', '--reason', '--paper', '--from <version>', '--json']],
  ['chapters list', ['--json']],
  ['settings show', ['--json']],
  ['settings set', ['<name>', '<value>', '--from <version>', '--json']],
  ['settings export', []],
  ['settings import', ['<file>', '--from <version>', '--json', 'standard input']],
  ['chapters edit', ['<number>', '<file>', '--from <version>', '--json']],
  ['chapters add', ['<number>', '<file>', '--json']],
  ['chapters order', ['<number...>', '--json']],
  ['chapters remove', ['<number>', '--json']],
  ['chapters merge', ['<number>', '<into>', 'none', '--json']],
  [
    'sources add',
    ['<kind>', '<what>', '--set', '--prefix', '--address', '--name', '--from', '--every', '--cap', '--json'],
  ],
  ['sources list', ['--json']],
  ['sources run', ['[id]', '--json']],
  ['sources pause', ['<id>', '--json']],
  ['sources resume', ['<id>', '--json']],
  ['sources remove', ['<id>', '--json']],
  ['sources check', ['[paper]', '--limit', '--days', '--json', '"notices"']],
  [
    'enrich',
    ['--from', '--after', '--limit', '--in-review', '--abstracts', '--dry-run', '--json', 'openalex', '"isFound"'],
  ],
  ['subscribers count', ['--json', 'suppressed']],
  ['webhooks add', ['<url>', '--events', '--description', '--json', 'submission.decided']],
  ['webhooks list', ['--json']],
  ['webhooks test', ['<id>', '--json', '{"id","messageId"}']],
  ['webhooks pause', ['<id>', '--json']],
  ['webhooks resume', ['<id>', '--skip', '--json']],
  ['webhooks remove', ['<id>', '--json']],
  ['webhooks rotate', ['<id>', '--json', '{"id","secret","oldSecretUntil"}']],
  ['webhooks replay', ['<id>', '--since <time>', '--json']],
  ['webhooks deliveries', ['<id>', '--limit <number>', '--json']],
  ['subscribers export', ['CSV']],
  ['subscribers erase', ['<email>', '--json']],
  ['subscribers lift', ['<email>', '--json', 'complaint']],
  ['review recommend', ['<id>', '--for', '--note', '--json']],
  ['sessions open', ['--label', '--max', '--until', '--json', '{"id","key","url","until"}']],
  ['sessions list', ['--json']],
  ['sessions close', ['<id>', '--json']],
  ['sessions undo', ['<id>', '--json']],
  ['columns list', ['--json']],
  ['columns forget', ['<id>', '--json']],
  ['ingest', ['<file>', '--columns', '--accept', '--resolve', '--to', '--key-file', '--json', 'standard input']],
  ['evaluate', ['<folder>', '--json']],
  [
    'search',
    [
      '[question]',
      '--like <id>',
      '--at <url>',
      '--limit',
      '--chapter',
      '--year-from',
      '--json',
      'Examples:',
      '{"total","strong","hits"}',
    ],
  ],
  ['show', ['<id>', '--at <url>', '--full-text', '--json', 'Examples:']],
  ['passages', ['<words>', '--at <url>', '--quote', '--papers', '--limit', '--json', 'Examples:']],
  [
    'check',
    ['<file>', '--at <url>', '--sarif', '--strict', '--json', 'Examples:', '{"summary","citations","quotations"}'],
  ],
  ['changes', ['--since', '--at <url>', '--limit', '--json', 'Examples:', '{"changes","nextSeq"}']],
  ['export', ['--json']],
  ['brief draft', ['--week']],
  ['brief publish', ['<file>', '--json']],
  ['brief correct', ['<id>', '<file>', '--json']],
  ['brief send', ['<id>', '--at <time>', '--wait', '--json', '{"id","state","deliveries"}']],
  ['brief pause', ['<id>', '--json']],
  ['brief resume', ['<id>', '--json']],
  ['brief cancel', ['<id>', '--json']],
  ['mail flush', ['--json']],
  ['mail bounces', ['--recipient <address>', '--maildir <folder>', '--imap <address>', '--json']],
  ['mail check', ['--json', 'SPF, DKIM and DMARC']],
  ['audit list', ['--limit <n>', '--actor <who>', '--act <act>', '--subject <id>', '--json']],
  ['audit verify', ['--noted <count:hash>', '--backup <file>', '--json']],
  ['backup', ['<file>', '--files', '--without-files', '--json']],
  ['backups now', ['--json']],
  ['backups list', ['--json']],
  ['backups verify', ['[id]', '--all', '--json']],
  ['backups restore', ['--at', '--without-files', '--noted', '--json']],
  ['restore', ['<file>', '--verify', '--files', '--without-files', '--json']],
  ['copy', ['<from>', '<to>', 'env:NAME', '--files-to', '--json']],
  ['readme', ['--init', '--check', '--heading-level', '--json']],
  ['doctor', ['--report', '--json']],
]

const groups = [
  'keys',
  'editors',
  'review',
  'papers',
  'concepts',
  'gaps',
  'chapters',
  'settings',
  'subscribers',
  'brief',
  'mail',
  'audit',
]

/** Names under "Commands:" in a help text. */
const listed = (help: string): string[] => {
  const [, part = ''] = help.split('\nCommands:\n')
  const [names = ''] = part.split('\n\n')
  return [...names.matchAll(/^ {2}(?<name>[a-z-]+)/gmu)]
    .map(({ groups: found }) => found?.name ?? '')
    .filter((name) => name !== 'help')
}

const misuses: [string[], RegExp][] = [
  [['unknown'], /unknown command 'unknown'/u],
  [['keys', 'unknown'], /unknown command 'unknown'/u],
  [['serve', '--unknown'], /unknown option '--unknown'/u],
  [['keys', 'list', '--unknown'], /unknown option '--unknown'/u],
  [['serve', 'more'], /too many arguments/u],
  [['ingest'], /missing required argument 'file'/u],
  [['search'], /missing required argument 'question'/u],
  [['search', 'x', '--limit', '0'], /whole number from 1 to 1000/u],
  [['show', 'p1', '--at', 'library'], /the address of a library/u],
  [['changes', '--since', '-1'], /It is the number of a change, from 0, or a day such as/u],
  [['backup'], /missing required argument 'file'/u],
  [['copy', 'sqlite:x.db'], /missing required argument 'to'/u],
  [['review', 'accept'], /missing required argument 'id'/u],
  [['review', 'accept', 'p1', '--ingest', 'x'], /are for many papers; omit the id/u],
  [['review', 'accept', '--key', 'k', '--max-risk', '101'], /from 0 to 100/u],
  [['review', 'ask', 'p1'], /required option '--note <text>' not specified/u],
  [['review', 'reject', 'p1'], /required option '--note <text>' not specified/u],
  [['review', 'retract', 'p1'], /required option '--reason <text>' not specified/u],
  [['review', 'list', '--status', 'lost'], /States are pending, changes_requested, .* and all/u],
  [['chapters', 'edit', '8', 'x'], /Chapters are 1 to 7/u],
  [['papers', 'revert', 'p1', 'x'], /A version is a whole number/u],
  [['keys', 'create'], /required option '--label <text>' not specified/u],
  [
    ['keys', 'create', '--label', 'x', '--scope', 'submit,all'],
    /Scopes are submit, review, review:read, review:advise, review:decide, draft, ingest/u,
  ],
  [['keys', 'create', '--label', 'x', '--email', 'nobody'], /one email address/u],
  [
    ['keys', 'create', '--label', 'x', '--scope', ''],
    /Scopes are submit, review, review:read, review:advise, review:decide, draft, ingest/u,
  ],
  [['keys', 'create', '--label', 'x', '--expires-in-days', '0'], /whole number of days/u],
  [['keys', 'create', '--label', 'x', '--expires-in-days', '1.5'], /whole number of days/u],
  [['brief', 'draft', '--week', '2026-w60'], /The week must look like 2026-w47/u],
  [[], /Usage: longview/u],
  [['keys'], /Usage: longview keys/u],
]

describe('the command line', () => {
  test('the help of the program lists every command', async () => {
    const { code, stdout } = await run('--help')
    assert.equal(code, 0)
    const expected = new Set(usages.map(([name]) => name.split(' ')[0]))
    assert.deepEqual(new Set(listed(stdout)), expected)
    for (const word of ['DATABASE_URL', 'SMTP_URL', 'STARTER_CORPUS', 'Exit codes'])
      assert.ok(stdout.includes(word), word)
  })

  for (const group of groups)
    test(`the help of ${group} lists its commands`, async () => {
      const { code, stdout } = await run(group, '--help')
      assert.equal(code, 0)
      const expected = usages.flatMap(([name]) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []))
      assert.deepEqual(listed(stdout).toSorted(), expected.toSorted())
    })

  for (const [command, words] of usages)
    test(`${command} --help lists its options and ends with 0`, async () => {
      const { code, stdout, stderr } = await run(...command.split(' '), '--help')
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
      assert.ok(stdout.startsWith(`Usage: longview ${command} `), stdout)
      for (const word of words) assert.ok(stdout.replaceAll(/\s+/gu, ' ').includes(word), `${word} in ${stdout}`)
    })

  for (const [args, message] of misuses)
    test(`"longview ${args.join(' ')}" is not understood: exit code 2 and a hint`, async () => {
      const ended = await run(...args)
      assertMisused(ended, message)
      if (args.length > 1) assert.match(ended.stderr, /--help/u)
    })

  test('the program itself answers the same, to the byte', async () => {
    for (const args of [['keys', 'create', '--help'], ['keys'], ['serve', 'more']])
      assert.deepEqual(await asProgram(...args), await run(...args), args.join(' '))
  })

  test('the version is that of the package', async () => {
    const { code, stdout } = await asProgram('--version')
    assert.deepEqual([code, /^\d+\.\d+\.\d+\n$/u.test(stdout)], [0, true])
  })
})

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
