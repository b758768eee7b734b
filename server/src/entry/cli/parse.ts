/** From a command line to a command with its values. */
import { parseArgs } from 'node:util'
import { closest } from './closest.ts'
import { BadUsage, BadValue, type Command, type Kind } from './command.ts'

export type Wish =
  | { readonly kind: 'help'; readonly topic: readonly Command[] }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly given: Readonly<Record<string, unknown>>
      readonly isJson: boolean
    }

const general = ['json', 'help']

export function parse(words: readonly string[], commands: readonly Command[]): Wish {
  // Options of every command may come first as well.
  const isGeneral = (word: string) => ['--json', '--help', '-h'].includes(word)
  const start = words.findIndex((word) => !isGeneral(word))
  const leading = start < 0 ? words : words.slice(0, start)
  const rest = start < 0 ? [] : words.slice(start)
  // What people try first with an unknown program.
  if (/^(--version|-[vV])$/.test(rest[0] ?? '')) rest[0] = 'version'
  if (rest[0] === 'help') return { kind: 'help', topic: rest.length > 1 ? topicOf(rest.slice(1), commands) : commands }
  const asksHelp = [...leading, ...rest].some((word) => word === '--help' || word === '-h')
  if (rest.length === 0 && asksHelp) return { kind: 'help', topic: commands }
  if (asksHelp)
    return {
      kind: 'help',
      topic: topicOf(
        rest.filter((word) => !word.startsWith('-')),
        commands,
      ),
    }
  const found = findCommand(rest, commands)
  const { given, isJson } = readWords(found.command, [...found.rest, ...leading])
  return { kind: 'run', command: found.command, given, isJson }
}

/** The commands that the words name: one, or all of a noun. */
function topicOf(words: readonly string[], commands: readonly Command[]): readonly Command[] {
  const noun = commands.filter(({ name }) => name.startsWith(`${words[0]} `))
  const one = commands.filter(({ name }) => name === words[0] || name === words.slice(0, 2).join(' '))
  if (one.length > 0) return one
  return noun.length > 0 && words.length === 1 ? noun : [findCommand(words, commands).command]
}

function findCommand(words: readonly string[], commands: readonly Command[]) {
  const [first = '', second = ''] = words
  for (const command of commands) {
    const length = command.name.split(' ').length
    if (command.name === words.slice(0, length).join(' ')) return { command, rest: words.slice(length) }
  }
  if (first === '') throw new BadUsage('Name a command.')
  if (first.startsWith('-')) throw new BadUsage(`Put the command before ${first}.`)
  const verbs = commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))
  if (verbs.length > 0) {
    const isVerb = second !== '' && !second.startsWith('-')
    if (!isVerb) throw new BadUsage(`${first} needs one of: ${verbs.join(', ')}.`)
    throw new BadUsage(`There is no command ${first} ${second}.${suggest(`${first} ${second}`, commands)}`)
  }
  const meant = suggest(`${first} ${second}`, commands) || suggest(first, commands)
  throw new BadUsage(`There is no command ${first}.${meant}`)
}

function suggest(wrong: string, commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name)
  const nouns = names.filter((name) => name.includes(' ')).map((name) => name.split(' ')[0] as string)
  const found = closest(wrong, wrong.includes(' ') ? names : [...names, ...new Set(nouns)])
  return found ? ` Did you mean ${found}?` : ''
}

function readWords(command: Command, words: readonly string[]) {
  const fail = (sentence: string): never => {
    throw new BadUsage(sentence, command)
  }
  const names = [...Object.keys(command.options), ...general]
  const types = Object.entries(command.options).map(
    ([name, { kind }]) => [name, { type: kind ? ('string' as const) : ('boolean' as const) }] as const,
  )
  // Checked here from the tokens: the sentences of parseArgs are for programmers.
  const { tokens } = parseArgs({
    args: withNegatives(words, command),
    options: { ...Object.fromEntries(types), json: { type: 'boolean' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const given: Record<string, unknown> = {}
  const positionals: string[] = []
  let isJson = false
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    if (!names.includes(name)) {
      const meant = closest(name, names)
      fail(`${command.name} has no option ${rawName}.${meant ? ` Did you mean --${meant}?` : ''}`)
    }
    if (name in given) fail(`${rawName} is given twice.`)
    const kind = command.options[name]?.kind
    if (!kind) {
      if (value !== undefined) fail(`${rawName} takes no value.`)
      if (name === 'json') isJson = true
      else given[name] = true
      continue
    }
    if (value === undefined || (value.startsWith('-') && !token.inlineValue))
      fail(`${rawName} needs a value: ${kind.hint}.`)
    given[name] = readValue(rawName, kind, value as string, fail)
  }
  for (const [name, option] of Object.entries(command.options)) {
    if (name in given) continue
    if (option.isRequired) fail(`${command.name} needs --${name} ${option.kind?.hint}.`)
    given[name] = option.otherwise
  }
  readArguments(command, positionals, given, fail)
  return { given, isJson }
}

function readArguments(
  command: Command,
  positionals: readonly string[],
  given: Record<string, unknown>,
  fail: (sentence: string) => never,
): void {
  const takes = Object.entries(command.takes)
  if (positionals.length > takes.length) fail(`${command.name} does not take ${positionals[takes.length]}.`)
  for (const [index, [name, { kind, isRequired }]] of takes.entries()) {
    const word = positionals[index]
    if (word !== undefined) given[name] = readValue(kind.hint, kind, word, fail)
    else if (isRequired) fail(`${command.name} needs ${kind.hint}.`)
  }
}

function readValue(name: string, kind: Kind<unknown>, word: string, fail: (sentence: string) => never): unknown {
  try {
    return kind.read(word)
  } catch (error) {
    if (error instanceof BadValue) return fail(`${name} ${error.message}.`)
    throw error
  }
}

/** `--bbox -5,40,10,50`: after an option that takes a value, a minus before a digit does not start an option. */
function withNegatives(words: readonly string[], { options }: Command): string[] {
  const joined: string[] = []
  for (const word of words) {
    const last = joined.at(-1) ?? ''
    if (/^-\d/.test(word) && options[last.slice(2)]?.kind) joined[joined.length - 1] = `${last}=${word}`
    else joined.push(word)
  }
  return joined
}
