import type { Argument, Command, Option } from 'commander'
import { exitCodes } from '#cli/main.ts'

const INTRODUCTION = `# The command line

Run a command with \`npx longview COMMAND\`; \`npx longview COMMAND --help\` explains it. Every command but \`serve\` may
run while a server runs. It uses the database that \`DATABASE_URL\` names; [configuration.md](configuration.md) lists all
variables. Results go to standard output, messages to standard error.

\`npm run docs:commands\` writes this page from the help of the commands.`

/** Escapes placeholders such as `<id>`, which are not markup, and the separator of table cells. */
const code = (text: string): string => `\`${text.replaceAll('|', String.raw`\|`)}\``

const prose = (text: string): string => text.replaceAll(/<[^>]+>|\{[^}]*\}+[\]}]*/gu, (literal) => code(literal))

const table = (heads: readonly [string, string], rows: readonly (readonly [string, string])[]): string[] =>
  rows.length === 0 ? [] : ['', `| ${heads.join(' | ')} |`, '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)]

const defaultOf = ({ defaultValue }: Option): string =>
  defaultValue === undefined ? '' : `; default ${code(String(defaultValue))}`

const choicesOf = ({ argChoices }: Option): string =>
  argChoices === undefined ? '' : `: ${argChoices.map(code).join(', ')}`

const optionRow = (option: Option): [string, string] => [
  code(option.flags),
  `${prose(option.description)}${choicesOf(option)}${option.mandatory ? ' (required)' : ''}${defaultOf(option)}`,
]

const argumentRow = (argument: Argument): [string, string] => [
  code(argument.required ? `<${argument.name()}>` : `[${argument.name()}]`),
  prose(argument.description),
]

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const commandBody = (command: Command, path: string): string[] => [
  '',
  prose(sentence(command.description())),
  '',
  '```',
  `longview ${path} ${command.usage()}`,
  '```',
  ...table(['argument', ''], command.registeredArguments.map(argumentRow)),
  ...table(['option', ''], command.options.map(optionRow)),
]

const commandsBelow = (command: Command, path: string): string[] =>
  command.commands.length === 0
    ? ['', `### ${path}`, ...commandBody(command, path)]
    : command.commands.flatMap((child) => commandsBelow(child, `${path} ${child.name()}`))

const groupSection = (command: Command): string[] => [
  '',
  `## ${command.name()}`,
  ...(command.commands.length === 0
    ? commandBody(command, command.name())
    : ['', sentence(command.description()), ...commandsBelow(command, command.name())]),
]

const contentsRow = (command: Command): [string, string] => [
  `[${command.name()}](#${command.name()})`,
  prose(command.description()),
]

/** The page about the command line, as the commands describe themselves. */
export const commandsPage = (program: Command): string =>
  [
    INTRODUCTION,
    ...table(['command', ''], program.commands.map(contentsRow)),
    ...table(['exit code', 'meaning'], Object.entries(exitCodes)),
    ...program.commands.flatMap(groupSection),
    '',
  ].join('\n')
