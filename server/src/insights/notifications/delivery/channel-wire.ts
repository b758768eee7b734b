import Type from 'typebox'
import { exact, Nullable, Time, TimeOrNull, visibleLine } from '#kernel/api/fields.ts'
import { type Channel, type ChannelKind, channelKinds } from './channel.ts'
import type { MadeChannel } from './channel-actions.ts'
import type { Tested } from './delivery.ts'

const Name = visibleLine(1, 100, { example: 'Office' })

/** Of the example in RFC 8291. */
const examplePoint = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

/** What a browser gives for one device. */
export const SubscriptionBody = (keyPath: string) =>
  exact(
    {
      endpoint: Type.String({ minLength: 1, maxLength: 2000, example: 'https://push.example.net/device/1a2b' }),
      p256dh: Type.String({
        maxLength: 100,
        description: 'Public key of the browser, base64url.',
        example: examplePoint,
      }),
      auth: Type.String({
        maxLength: 50,
        description: 'Secret of the browser, base64url.',
        example: 'BTBZMqHH6r4Tts7J_aSIgg',
      }),
    },
    { description: `As \`PushManager.subscribe()\` returns it with the key of \`${keyPath}\`.` },
  )

export const NewChannelBody = exact({
  kind: Type.Unsafe<ChannelKind>({
    type: 'string',
    enum: [...channelKinds],
    description:
      '`mail` with `address`; `webhook` with `url`, signed; `messenger` with the `url` of an incoming webhook of Slack, ' +
      'Mattermost, Rocket.Chat or Discord, or of `sendMessage` of a Telegram bot with `?chat_id=…`; `push` with the ' +
      '`subscription` of a browser, for one device of the person who is signed in.',
  }),
  name: Name,
  address: Type.Optional(Type.String({ example: 'office@example.com', maxLength: 254, description: 'Of `mail`.' })),
  url: Type.Optional(
    Type.String({
      example: 'https://hooks.example.com/waymark',
      minLength: 1,
      maxLength: 2000,
      description: 'https, port 443 or 8443.',
    }),
  ),
  subscription: Type.Optional(SubscriptionBody('/client/push-key')),
})
export const ChannelChangeBody = exact({ name: Type.Optional(Name), enabled: Type.Optional(Type.Boolean()) })
export const CodeBody = exact({ code: Type.String({ example: '492039', maxLength: 20 }) })

const shape = {
  id: Type.String(),
  kind: Type.String({ example: 'mail' }),
  name: Type.String({ example: 'Office' }),
  address: Nullable(Type.String({ example: 'office@example.com' })),
  url: Nullable(Type.String({ description: 'For a messenger, without the secret part of the URL.' })),
  enabled: Type.Boolean(),
  disabled_reason: Nullable(Type.String({ description: 'Why it was disabled automatically.' })),
  confirmed: Type.Boolean({ description: 'False: nothing is sent until the emailed code is entered.' }),
  failing_since: Nullable(Type.Integer({ description: 'Nothing has arrived since then. Unix seconds.' })),
  last_failure: Nullable(Type.String()),
  last_success_at: TimeOrNull,
  user_id: Nullable(Type.String({ description: 'Of `push`: whose device it is.' })),
  created_at: Time,
  updated_at: Time,
}

export const PushKeyShape = Type.Object(
  { key: Type.String({ example: examplePoint, description: 'For `applicationServerKey`, base64url.' }) },
  { title: 'PushKey' },
)

export const ChannelShape = Type.Object(shape, { title: 'NotificationChannel' })
export const MadeChannelShape = Type.Object(
  {
    ...shape,
    secret: Nullable(
      Type.String({
        example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw2mYpMWnC0nU=',
        description: 'For a webhook: signs every delivery. It is shown only once.',
      }),
    ),
  },
  {
    title: 'CreatedNotificationChannel',
    example: { kind: 'webhook', address: null, url: 'https://hooks.example.com/waymark' },
  },
)

export const channelToWire = (channel: Channel) => ({
  ...channel,
  url: channel.urlShown,
  enabled: channel.isEnabled,
  confirmed: channel.confirmedAt !== null,
})

export const madeToWire = ({ channel, secret }: MadeChannel) => ({ ...channelToWire(channel), secret })

export const TestedShape = Type.Object(
  {
    channel_id: Type.String(),
    channel_name: Type.String({ example: 'Office' }),
    kind: Type.String({ example: 'webhook' }),
    ok: Type.Boolean({ description: 'Accepted by the receiver; for email: passed to the outbox.' }),
    status: Nullable(Type.Integer({ example: 204, description: 'HTTP status of the receiver’s answer.' })),
    failure: Nullable(Type.String()),
  },
  { title: 'NotificationTest' },
)

export const testedToWire = ({ channel, isOk, status, failure }: Tested) => ({
  channel_id: channel.id,
  channel_name: channel.name,
  kind: channel.kind,
  ok: isOk,
  status,
  failure,
})
