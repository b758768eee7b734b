import type { Model } from '../model.ts'

export const nextcloud: readonly Model[] = [{ id: 6001, title: 'PhoneTrack', tags: ['mobile'], protocol: 'osmand' }]
