/** Completion for shells, generated from the table of commands. */
import type { Command } from './command.ts'
import { command, required } from './command.ts'
import { oneOf } from './values.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** How the line begins, and what can follow. A slash is between the words so far and the one before the cursor. */
interface Case {
  readonly pattern: string
  readonly words: readonly string[]
  readonly takesFile: boolean
}

interface Kinded {
  readonly kind: { readonly hint: string } | undefined
}

/** A hint such as `provider|partner` names the values; one in capitals describes them. */
const choicesOf = ({ kind }: Kinded): readonly string[] =>
  kind && /^[a-z0-9_-]+(\|[a-z0-9_-]+)+$/.test(kind.hint) ? kind.hint.split('|') : []
const isFile = ({ kind }: Kinded) => kind?.hint === 'FILE'

const general = ['--json', '--help']

const nounsOf = (commands: readonly Command[]) => [...new Set(commands.map(({ name }) => name.split(' ')[0] as string))]
const verbsOf = (commands: readonly Command[], noun: string) =>
  commands.filter(({ name }) => name.startsWith(`${noun} `)).map(({ name }) => name.slice(noun.length + 1))

/** The first that fits counts. */
function casesOf(commands: readonly Command[]): Case[] {
  const ofCommand = (one: Command): Case[] => {
    const options = Object.entries(one.options)
    const values = options
      .filter(([, option]) => choicesOf(option).length > 0 || isFile(option))
      .map(([name, option]) => ({
        pattern: `"${one.name} "*"/--${name}"`,
        words: choicesOf(option),
        takesFile: isFile(option),
      }))
    const words = [...Object.values(one.takes).flatMap(choicesOf), ...options.map(([name]) => `--${name}`), ...general]
    return [...values, { pattern: `"${one.name} "*`, words, takesFile: Object.values(one.takes).some(isFile) }]
  }
  const nouns = nounsOf(commands).filter((noun) => verbsOf(commands, noun).length > 0)
  return [
    ...commands.flatMap(ofCommand),
    ...nouns.map((noun) => ({ pattern: `"${noun} /"*`, words: verbsOf(commands, noun), takesFile: false })),
    ...nouns.map((noun) => ({
      pattern: `"help ${noun} /"*`,
      words: verbsOf(commands, noun),
      takesFile: false,
    })),
    { pattern: '"help /"*', words: nounsOf(commands), takesFile: false },
    { pattern: '" /"*', words: [...nounsOf(commands), 'help', '--version', '--help'], takesFile: false },
  ]
}

const bash = (
  commands: readonly Command[],
) => `# Completion of waymark for bash. Load it with: source <(waymark completion bash)
_waymark() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} line='' choices='' files='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ \${COMP_WORDS[i]} == -* ]] || line+="\${line:+ }\${COMP_WORDS[i]}"
  done
  case "$line /$before" in
${casesOf(commands)
  .map(
    ({ pattern, words, takesFile }) => `    ${pattern}) choices='${words.join(' ')}'${takesFile ? ' files=1' : ''} ;;`,
  )
  .join('\n')}
  esac
  [[ -n $files ]] && compopt -o default 2>/dev/null
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -F _waymark waymark
`

const zsh = (commands: readonly Command[]) => `#compdef waymark
# Completion of waymark for zsh. Load it with: source <(waymark completion zsh)
_waymark() {
  local word line='' before="\${words[CURRENT - 1]}" files=''
  local -a choices
  for word in "\${(@)words[2,CURRENT - 1]}"; do
    [[ $word == -* ]] || line+="\${line:+ }$word"
  done
  case "$line /$before" in
${casesOf(commands)
  .map(
    ({ pattern, words, takesFile }) => `    ${pattern}) choices=(${words.join(' ')})${takesFile ? ' files=1' : ''} ;;`,
  )
  .join('\n')}
  esac
  [[ -n $files ]] && _files
  compadd -a -- choices
}
compdef _waymark waymark
`

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function fish(commands: readonly Command[]): string {
  const at = (line: string) => quoted(`__waymark_at ${quoted(line)}`)
  const within = (name: string) => quoted(`__waymark_within ${quoted(name)}`)
  const aboutOf = (noun: string) =>
    commands.find(({ name }) => name === noun)?.about ?? `${verbsOf(commands, noun).join(', ')}`
  const lines = [
    ...nounsOf(commands).map((noun) => `-n ${at('')} -a ${noun} -d ${quoted(aboutOf(noun))}`),
    `-n ${at('')} -a help -d 'Explains a command.'`,
    `-n ${at('')} -l version -d 'Shows the version.'`,
    ...nounsOf(commands).map((noun) => `-n ${at('help')} -a ${noun}`),
    ...commands.flatMap(({ name, about }) => {
      const [noun = '', verb] = name.split(' ')
      return verb ? [`-n ${at(noun)} -a ${verb} -d ${quoted(about)}`] : []
    }),
    ...commands.flatMap(({ name, takes, options }) => [
      ...Object.values(takes).flatMap((argument) => [
        ...(isFile(argument) ? [`-n ${within(name)} -F`] : []),
        ...choicesOf(argument).map((choice) => `-n ${within(name)} -a ${choice}`),
      ]),
      ...Object.entries(options).map(([option, one]) => {
        const values = isFile(one)
          ? ' -r -F'
          : choicesOf(one).length > 0
            ? ` -x -a ${quoted(choicesOf(one).join(' '))}`
            : one.kind
              ? ' -x'
              : ''
        return `-n ${within(name)} -l ${option}${values} -d ${quoted(one.about)}`
      }),
    ]),
    `-l json -d 'Prints JSON.'`,
    `-l help -d 'Explains the command.'`,
  ]
  return `# Completion of waymark for fish. Load it with: waymark completion fish | source
function __waymark_line
    set -l words (commandline -opc)
    set -e words[1]
    set -l line
    for word in $words
        string match -q -- '-*' $word; or set -a line $word
    end
    string join ' ' -- $line
end
function __waymark_at
    set -l line (__waymark_line)
    test "$line" = "$argv"
end
function __waymark_within
    set -l line (__waymark_line)
    string match -q -- "$argv *" "$line "
end
complete -c waymark -f
${lines.map((line) => `complete -c waymark ${line}`).join('\n')}
`
}

const scripts: Readonly<Record<Shell, (commands: readonly Command[]) => string>> = { bash, zsh, fish }

/** The table is an argument, because it contains this command too. */
export const completionCommands = (commands: () => readonly Command[]) => [
  command({
    name: 'completion',
    about: 'Prints a script that completes commands and options in your shell.',
    takes: { shell: required<Shell>(oneOf(shells), 'The shell.') },
    async run(_, { shell }) {
      return { shell, script: scripts[shell](commands()) }
    },
    show: ({ script }) => script.trimEnd(),
  }),
]
