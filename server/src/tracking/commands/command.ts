/** A command to the tracker of a unit: its kinds, parameters and states. Pure. */
import {
  type AnswerStyle,
  type CommandKind,
  commandKinds,
  type Command as DeviceCommand,
  decoderByName,
} from '@waymark/devices'
import { invalidField, type Problem } from '#kernel/errors.ts'
import { hardwareOf } from '../units/unit.ts'

export { type CommandKind, commandKinds }

export const commandStates = ['queued', 'sent', 'acknowledged', 'failed', 'expired', 'cancelled'] as const
export type CommandState = (typeof commandStates)[number]

interface CommandParams {
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
  /** A sentence of `failures`. */
  readonly failure: string | null
}

/** The module of a client plan that commands come with. */
export const commandModule = 'command'

/** An hour: long enough for a sleeping tracker, short enough that a forgotten command surprises nobody. */
export const expiresDefaultSeconds = 3600
export const expiresMaxSeconds = 30 * 86_400
/** Slow networks answer within a minute; a tracker that has not answered by then did not get it, or never answers. */
export const answerSeconds = 120
/** More than anyone needs for one tracker. */
export const queuedMax = 20
export const keepDays = 90
const answerMax = 2000

/** Commands that can strand a vehicle or lose a tracker: a stopped engine, a wrong server, free text. */
const dangerous: ReadonlySet<CommandKind> = new Set<CommandKind>(['engine.stop', 'reboot', 'server', 'text'])
export const isDangerous = (kind: CommandKind): boolean => dangerous.has(kind)

/** The commands that the model's protocol supports, in display order. */
export function kindsFor(hwId: number): readonly CommandKind[] {
  const known = decoderByName(hardwareOf(hwId).protocol.name as never)?.commands ?? {}
  return commandKinds.filter((kind) => known[kind] !== undefined)
}

export const answerStyleOf = (hwId: number, kind: CommandKind): AnswerStyle =>
  decoderByName(hardwareOf(hwId).protocol.name as never)?.commands?.[kind] ?? 'none'

export const deviceCommandOf = ({ kind, text, params, number }: UnitCommand, at: Date): DeviceCommand => ({
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

/** The parameters of its kind must be present, and no others. */
export function commandProblems(hwId: number, { kind, text, params }: NewCommand): Problem[] {
  const kinds = kindsFor(hwId)
  if (!kinds.includes(kind)) {
    const choice = kinds.length === 0 ? 'none' : `one of ${kinds.join(', ')}`
    return [invalidField('type', `type must be a command that the unit's tracker supports: ${choice}.`)]
  }
  const expected = paramsOf[kind] ?? []
  const missing = expected.filter((name) => params[name] === undefined)
  const unexpected = (Object.keys(params) as (keyof CommandParams)[]).filter((name) => !expected.includes(name))
  return [
    ...missing.map((name) => invalidField(`params.${name}`, `params.${name} is required for ${kind}.`)),
    ...unexpected.map((name) => invalidField(`params.${name}`, `params.${name} is not allowed for ${kind}.`)),
    ...(kind === 'text' && text === undefined ? [invalidField('text', 'text is required for text.')] : []),
    ...(kind !== 'text' && text !== undefined ? [invalidField('text', `text is not allowed for ${kind}.`)] : []),
  ]
}

/** The tracker's answer, without characters that PostgreSQL cannot store. */
export const answerText = (text: string): string => text.replaceAll('\0', '').toWellFormed().slice(0, answerMax)

/** Why a command failed: a code for programs, and a sentence for people, which is stored. */
export const failures = {
  refused: 'The tracker refused the command.',
  unanswered: `The tracker did not answer within ${answerSeconds} s. It may have received the command, which is not sent again.`,
  not_supported: 'This tracker or its connection does not support the command.',
  disconnected: 'The tracker disconnected before the command was sent.',
} as const
export type FailureCode = keyof typeof failures

/** Sentences of earlier versions, which are stored with their commands for up to `keepDays`. */
const formerSentences: Readonly<Record<string, FailureCode>> = {
  'The tracker refused it.': 'refused',
  [`No answer came within ${answerSeconds} s. It may have reached the tracker; it is not sent again.`]: 'unanswered',
  'It cannot be said in the words of this tracker, or on its connection.': 'not_supported',
  'The tracker hung up in this very moment. It was not sent.': 'disconnected',
}

export const failureCodeOf = (failure: string | null): FailureCode | null =>
  failure === null
    ? null
    : ((Object.keys(failures) as FailureCode[]).find((code) => failures[code] === failure) ??
      formerSentences[failure] ??
      null)

/** Today's sentence, even for a command that failed under an earlier version. */
export function failureOf(failure: string | null): string | null {
  const code = failureCodeOf(failure)
  return code === null ? failure : failures[code]
}
