import type { Model } from '../model.ts'

export const escort: readonly Model[] = [{ id: 4501, title: 'TD-Online', tags: ['vehicle'], protocol: 'wialon' }]
