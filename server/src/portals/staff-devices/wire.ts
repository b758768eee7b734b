import Type from 'typebox'
import { SubscriptionBody } from '#insights/notifications/delivery/channel-wire.ts'
import { exact, Nullable, Time, TimeOrNull, visibleLine } from '#kernel/api/fields.ts'
import { type Topic, topics } from './device.ts'

const Topics = Type.Array(
  Type.Unsafe<Topic>({
    type: 'string',
    enum: [...topics],
    description: '`payments`: a bill or an invoice was paid. `silent_units`: units have stopped reporting.',
  }),
  { maxItems: topics.length, example: ['payments'] },
)

export const NewDeviceBody = exact({
  name: visibleLine(1, 100, { example: 'Chrome on Android' }),
  topics: Topics,
  subscription: SubscriptionBody('/console/push-key'),
})
export const DeviceChangeBody = exact({ topics: Topics })

export const DeviceShape = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ example: 'Chrome on Android' }),
    topics: Type.Array(Type.String(), { example: ['payments'] }),
    last_success_at: TimeOrNull,
    last_failure: Nullable(Type.String({ description: 'Why the last attempt failed.' })),
    created_at: Time,
  },
  { title: 'StaffDevice' },
)
