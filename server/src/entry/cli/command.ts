/** A command is a value: arguments, options and its function. */
import type { Config } from '#kernel/config/config.ts'
import type { CommandInstallation } from '../installation.ts'

/** What a command can use. */
export interface Tool {
  /** Throws BadSettings when they are wrong. */
  readonly config: Config
  /** Stops long work when the operator asks for it. */
  readonly signal: AbortSignal
  /** Opens the installation, with or without its server running; closed when the command ends. */
  open(): Promise<CommandInstallation>
  /** Standard input, for secrets that must not appear in a process list. */
  input(): Promise<string>
  /** Progress for a person who waits; not part of the output. */
  report(sentence: string): void
}

/** How a text becomes a value. `read` throws a BadValue for an invalid text. */
export interface Kind<T> {
  /** Its placeholder in the help. */
  readonly hint: string
  read(text: string): T
}

export interface Option<T> {
  readonly about: string
  /** Undefined: the option takes no value. */
  readonly kind: Kind<NonNullable<T>> | undefined
  readonly isRequired: boolean
  readonly otherwise: T
}

export interface Argument<T> {
  readonly about: string
  readonly kind: Kind<NonNullable<T>>
  readonly isRequired: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: the values are of any type; each command knows its own.
type Options = Readonly<Record<string, Option<any>>>
// biome-ignore lint/suspicious/noExplicitAny: as above.
type Arguments = Readonly<Record<string, Argument<any>>>

type Given<A extends Arguments, O extends Options> = {
  readonly [K in keyof A]: A[K] extends Argument<infer T> ? T : never
} & { readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never }

/** One object or a list of objects: `--json` prints it, and the table is made from it. */
export type Answer = object | readonly object[]

export interface Command {
  /** One or two words: the noun and the verb. */
  readonly name: string
  readonly about: string
  /** In the order in which they are given. */
  readonly takes: Arguments
  readonly options: Options
  run(tool: Tool, given: Readonly<Record<string, unknown>>): Promise<Answer>
  /** Text for a person, where a table does not fit. */
  show?(answer: Answer): string
  /** True for an answer that reports problems; the command then exits with 1. */
  isTrouble?(answer: Answer): boolean
}

type None = Readonly<Record<never, never>>

interface Definition<A extends Arguments, O extends Options, R extends Answer> {
  readonly name: string
  readonly about: string
  readonly takes?: A
  readonly options?: O
  readonly run: (tool: Tool, given: Given<A, O>) => Promise<R>
  readonly show?: (answer: R) => string
  readonly isTrouble?: (answer: R) => boolean
}

export const command = <R extends Answer, A extends Arguments = None, O extends Options = None>(
  definition: Definition<A, O, R>,
): Command => ({ takes: {}, options: {}, ...definition }) as unknown as Command

export const required = <T>(kind: Kind<NonNullable<T>>, about: string): Option<T> & Argument<T> => ({
  about,
  kind,
  isRequired: true,
  otherwise: undefined as T,
})

/** `otherwise` is part of the help's sentence: some defaults need words. */
export const optional = <T, const D = undefined>(
  kind: Kind<NonNullable<T>>,
  about: string,
  otherwise?: D,
): Option<T | D> & Argument<T | D> => ({ about, kind: kind as never, isRequired: false, otherwise: otherwise as D })

export const flag = (about: string): Option<boolean> => ({
  about,
  kind: undefined,
  isRequired: false,
  otherwise: false,
})

/** A wrong command line; the sentence says what would be right. */
export class BadUsage extends Error {
  /** The command whose help applies, if known. */
  readonly command: Command | undefined

  constructor(sentence: string, command?: Command) {
    super(sentence)
    this.name = 'BadUsage'
    this.command = command
  }
}

/** What a value must be; printed after the name of its option or argument. */
export class BadValue extends Error {
  constructor(must: string) {
    super(must)
    this.name = 'BadValue'
  }
}
