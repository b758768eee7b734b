import type { Model } from '../model.ts'

export const heacent: readonly Model[] = [
  { id: 5801, title: '908', tags: ['vehicle'], protocol: 'gt06' },
  { id: 5802, title: 'HC-06A', tags: ['vehicle'], protocol: 'v680' },
]
