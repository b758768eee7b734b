import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Nullable, Time, TimeOrNull } from '#kernel/api/fields.ts'
import type { AvailableCommand, CommandInput } from './actions.ts'
import {
  type CommandKind,
  type CommandState,
  commandKinds,
  commandStates,
  expiresDefaultSeconds,
  expiresMaxSeconds,
  failureCodeOf,
  failureOf,
  type UnitCommand,
} from './command.ts'

const CommandType = Type.Unsafe<CommandKind>({ example: 'interval', type: 'string', enum: [...commandKinds] })
export const CommandStateWire = EnumOf(commandStates)

const params = {
  seconds: Type.Optional(
    Type.Integer({
      example: 30,
      minimum: 1,
      maximum: 86_400,
      description: 'For `interval`: seconds between two positions.',
    }),
  ),
  host: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]{0,98}[A-Za-z0-9])?$',
      meaning: 'a host name or an IPv4 address of up to 100 characters',
      description: 'For `server`: the host to which the tracker sends.',
    }),
  ),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: 'For `server`.' })),
}

export const NewCommandBody = exact(
  {
    type: CommandType,
    params: Type.Optional(exact(params)),
    text: Type.Optional(
      Type.String({
        pattern: '^[^\\u0000-\\u001f\\u007f]{1,500}$',
        meaning: '1 to 500 characters without control characters',
        description: "For `text`: the command in the tracker's own syntax.",
      }),
    ),
    expires_in: Type.Optional(
      Type.Integer({
        example: 3600,
        minimum: 1,
        maximum: expiresMaxSeconds,
        description: `Seconds until the command expires unsent. Default: ${expiresDefaultSeconds}.`,
      }),
    ),
    client_ref: Type.Optional(
      Type.String({
        example: 'order-7',
        minLength: 1,
        maxLength: 100,
        description: 'Your own reference, repeated in its events.',
      }),
    ),
    queue: Type.Optional(
      Type.Boolean({
        description: 'False: send only if the tracker is connected now, otherwise answer 409. Default: true.',
      }),
    ),
    confirm: Type.Optional(
      Type.Boolean({ example: false, description: 'Confirms a dangerous command. Required for those.' }),
    ),
  },
  { title: 'CommandRequest' },
)

export const toInput = (body: Static<typeof NewCommandBody>): CommandInput => ({
  kind: body.type,
  text: body.text,
  params: body.params ?? {},
  expiresInSeconds: body.expires_in,
  clientRef: body.client_ref,
  mayWait: body.queue ?? true,
  isConfirmed: body.confirm ?? false,
})

export const CommandShape = Type.Object(
  {
    id: Type.String(),
    unit_id: Type.Integer(),
    type: Type.String({
      example: 'interval',
      description: '`position`, `interval`, `reboot`, `engine.stop`, `engine.resume`, `server`, `text`',
    }),
    params: Type.Object(params),
    text: Nullable(Type.String()),
    state: Type.String({
      example: 'queued',
      description:
        '`queued` until the tracker is connected, `sent`, then `acknowledged` or `failed`; or `expired` or `cancelled` before it was sent.',
    }),
    client_ref: Nullable(Type.String({ example: 'order-7' })),
    queued_at: Time,
    expires_at: Time,
    sent_at: like(TimeOrNull, null),
    acknowledged_at: like(TimeOrNull, null),
    failed_at: like(TimeOrNull, null),
    expired_at: like(TimeOrNull, null),
    cancelled_at: like(TimeOrNull, null),
    answer: Nullable(Type.String({ description: "The tracker's answer, as it was received." })),
    failure: Nullable(Type.String({ description: 'Why it failed.' })),
    failure_code: Nullable(
      Type.String({
        description: 'The same for programs: `refused`, `unanswered`, `not_supported` or `disconnected`.',
      }),
    ),
  },
  { title: 'Command' },
)

export function toWire(command: UnitCommand) {
  const endedAs = (state: CommandState) => (command.state === state ? command.endedAt : null)
  return {
    ...command,
    type: command.kind,
    queued_at: command.createdAt,
    acknowledged_at: endedAs('acknowledged'),
    failed_at: endedAs('failed'),
    expired_at: endedAs('expired'),
    cancelled_at: endedAs('cancelled'),
    failure: failureOf(command.failure),
    failure_code: failureCodeOf(command.failure),
  }
}

export const AvailableShape = Type.Object(
  {
    type: Type.String({ example: 'engine.stop', description: 'A value for `type`.' }),
    dangerous: Type.Boolean({ description: 'Whether it needs `confirm`.' }),
    answered: Type.Boolean({
      description: 'Whether the tracker answers it. If not, its last state is `sent`.',
    }),
  },
  { title: 'AvailableCommand' },
)

export const availableToWire = ({ kind, isDangerous, isAnswered }: AvailableCommand) => ({
  type: kind,
  dangerous: isDangerous,
  answered: isAnswered,
})
