import type { Model } from '../model.ts'

export const traccar: readonly Model[] = [{ id: 5001, title: 'Traccar Client', tags: ['mobile'], protocol: 'osmand' }]
