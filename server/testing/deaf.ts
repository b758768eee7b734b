/** Notifications that nobody sends, of a database that is away. */
import type { PubSub } from '#kernel/db/pubsub.ts'

export const deaf: PubSub = {
  id: 'deaf',
  on: () => {},
  follow: () => () => {},
  publishLocal: () => {},
  subscribeLocal: () => {},
  isListening: () => false,
  publishRemote: () => false,
  catchUp: async () => {},
  close: async () => {},
}
