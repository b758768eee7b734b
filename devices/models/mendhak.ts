import type { Model } from '../model.ts'

export const mendhak: readonly Model[] = [{ id: 4801, title: 'GPSLogger', tags: ['mobile'], protocol: 'osmand' }]
