/** Notifications that nobody sends, of a database that is away. */
import type { Notifications } from '#kernel/db/notifications.ts'

export const deaf: Notifications = {
  id: 'deaf',
  on: () => {},
  hand: () => {},
  onHanded: () => {},
  isListening: () => false,
  carry: () => false,
  catchUp: async () => {},
  close: async () => {},
}
