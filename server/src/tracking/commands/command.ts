/** A command to the tracker of a unit: what it may be, and what becomes of it. Pure. */
import {
  type AnswerStyle,
  type CommandKind,
  commandKinds,
  decoderByName,
  type Command as Words,
} from '@waymark/devices'
import { invalidField, type Problem } from '#kernel/errors.ts'
import { hardwareOf } from '../units/unit.ts'

export { type CommandKind, commandKinds }

export const commandStates = ['queued', 'sent', 'acknowledged', 'failed', 'expired', 'cancelled'] as const
export type CommandState = (typeof commandStates)[number]

export interface CommandParams {
  readonly seconds?: number
  readonly host?: string
  readonly port?: number
}

export interface UnitCommand {
  readonly id: string
  readonly unitId: number
  readonly number: number
  readonly kind: CommandKind
  readonly text: string | null
  readonly params: CommandParams
  readonly clientRef: string | null
  readonly state: CommandState
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly sentAt: Date | null
  readonly answerBy: Date | null
  readonly endedAt: Date | null
  readonly answer: string | null
  /** One of `failures`. */
  readonly failure: string | null
}

/** The module of a client plan that commands come with. */
export const commandModule = 'command'

/** An hour: long enough for a tracker that sleeps, short enough that nobody is surprised by what he has forgotten. */
export const expiresDefaultSeconds = 3600
export const expiresMaxSeconds = 30 * 86_400
/** Slow networks answer within a minute; whoever has not by then has not heard it, or does not answer. */
export const answerSeconds = 120
/** More than anybody has in mind for one tracker. */
export const queuedMax = 20
export const keepDays = 90
export const answerMax = 2000

/** What can strand a vehicle, or a tracker: a stopped engine, a server that is none, words that we do not know. */
const dangerous: ReadonlySet<CommandKind> = new Set<CommandKind>(['engine.stop', 'reboot', 'server', 'text'])
export const isDangerous = (kind: CommandKind): boolean => dangerous.has(kind)

/** What the model's protocol has words for, in the order in which they are shown. */
export function kindsFor(hwId: number): readonly CommandKind[] {
  const known = decoderByName(hardwareOf(hwId).protocol.name as never)?.commands ?? {}
  return commandKinds.filter((kind) => known[kind] !== undefined)
}

export const answerStyleOf = (hwId: number, kind: CommandKind): AnswerStyle =>
  decoderByName(hardwareOf(hwId).protocol.name as never)?.commands?.[kind] ?? 'none'

export const wordsOf = ({ kind, text, params, number }: UnitCommand, at: Date): Words => ({
  kind,
  id: number,
  at,
  ...(text === null ? {} : { text }),
  ...params,
})

export interface NewCommand {
  readonly kind: CommandKind
  readonly text: string | undefined
  readonly params: CommandParams
}

const paramsOf: Readonly<Partial<Record<CommandKind, readonly (keyof CommandParams)[]>>> = {
  interval: ['seconds'],
  server: ['host', 'port'],
}

/** What is asked for by its kind must be there, and nothing else. */
export function commandProblems(hwId: number, { kind, text, params }: NewCommand): Problem[] {
  const kinds = kindsFor(hwId)
  if (!kinds.includes(kind)) {
    const choice = kinds.length === 0 ? 'none' : `one of ${kinds.join(', ')}`
    return [invalidField('type', `type must be a command that the unit's tracker takes: ${choice}.`)]
  }
  const wanted = paramsOf[kind] ?? []
  const missing = wanted.filter((name) => params[name] === undefined)
  const odd = (Object.keys(params) as (keyof CommandParams)[]).filter((name) => !wanted.includes(name))
  return [
    ...missing.map((name) => invalidField(`params.${name}`, `params.${name} is needed for ${kind}.`)),
    ...odd.map((name) => invalidField(`params.${name}`, `params.${name} has no meaning for ${kind}.`)),
    ...(kind === 'text' && text === undefined ? [invalidField('text', 'text is needed for text.')] : []),
    ...(kind !== 'text' && text !== undefined ? [invalidField('text', `text has no meaning for ${kind}.`)] : []),
  ]
}

/** As the tracker said it, without what PostgreSQL cannot hold. */
export const answerText = (text: string): string => text.replaceAll('\0', '').toWellFormed().slice(0, answerMax)

/** Why a command failed: a word for programs, and a sentence. */
export const failures = {
  refused: 'The tracker refused it.',
  unanswered: `No answer came within ${answerSeconds} s. It may have reached the tracker; it is not sent again.`,
  cannot_be_said: 'It cannot be said in the words of this tracker, or on its connection.',
  hung_up: 'The tracker hung up in this very moment. It was not sent.',
} as const
export type FailureCode = keyof typeof failures

export const failureCodeOf = (failure: string | null): FailureCode | null =>
  (Object.keys(failures) as FailureCode[]).find((code) => failures[code] === failure) ?? null
