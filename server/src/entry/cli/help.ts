import type { Command } from './command.ts'

/** `dealer create --name N --dialect provider|partner [--verified]` */
export function usageOf({ name, takes, options }: Command): string {
  const optionally = (isRequired: boolean, words: string) => (isRequired ? words : `[${words}]`)
  return [
    name,
    ...Object.values(takes).map(({ kind, isRequired }) => optionally(isRequired, kind.hint)),
    ...Object.entries(options).map(([option, { kind, isRequired }]) =>
      optionally(isRequired, kind ? `--${option} ${kind.hint}` : `--${option}`),
    ),
  ].join(' ')
}

/** The whole list, a line for each. */
export function overview(commands: readonly Command[]): string {
  return `The Waymark command line. Works with or without a running server.

Usage: npx waymark COMMAND [options]

${linesOf(commands)}

npx waymark help token create explains one command, npx waymark help token all that begin with token.
Every command takes --json, to print JSON, and --help. --version shows the version.
It uses the same settings as the server (WAYMARK_DATA and the others in .env.example).
In a package, the command is waymark instead of npx waymark.
`
}

/** The commands of one noun, with their arguments. */
export const topic = (commands: readonly Command[]): string =>
  commands.map((command) => `npx waymark ${usageOf(command)}\n    ${command.about}\n`).join('\n')

function linesOf(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')
}

/** One command with the meaning of each word. */
export function details(command: Command): string {
  const words = [
    ...Object.values(command.takes).map(({ kind, about }) => [kind.hint, about]),
    ...Object.entries(command.options).map(([name, { kind, about }]) => [
      kind ? `--${name} ${kind.hint}` : `--${name}`,
      about,
    ]),
    ['--json', 'Prints JSON.'],
  ]
  const width = Math.max(...words.map(([word]) => (word as string).length))
  return `Usage: npx waymark ${usageOf(command)}

${command.about}

${words.map(([word, about]) => `  ${(word as string).padEnd(width)}  ${about}`).join('\n')}
`
}
